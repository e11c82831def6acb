/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Where the words of options come from, and where messages go. */
#include "adapter.h"

struct anycov_unit *anycov_gcc_unit;

/* At the function that is being compiled, if there is one. */
void anycov_report_to_gcc(void *, enum anycov_severity severity, const char *text)
{
	location_t where = current_function_decl ? DECL_SOURCE_LOCATION(current_function_decl)
						 : UNKNOWN_LOCATION;

	switch (severity) {
	case ANYCOV_NOTE:
		inform(where, "%s", text);
		break;
	case ANYCOV_WARNING:
		warning_at(where, 0, "%s", text);
		break;
	case ANYCOV_ERROR:
		error_at(where, "%s", text);
		break;
	case ANYCOV_REMARK:
	case ANYCOV_REMARK_SKIPPED:
		anycov_dump_remark(severity == ANYCOV_REMARK, text);
		break;
	}
}

/* The early place would say it all once more. */
static bool dumps(void *)
{
	return dump_enabled_p() && current_pass && current_pass->optinfo_flags == OPTGROUP_OTHER;
}

bool anycov_read_options(int argc, struct plugin_argument *argv)
{
	static const struct anycov_reporter reporter = { anycov_report_to_gcc, NULL, dumps };
	struct anycov_target target;

	anycov_gcc_unit = anycov_unit_new(&reporter);
	for (int i = 0; i < argc; i++)
		anycov_unit_set(anycov_gcc_unit, argv[i].key, argv[i].value);
	anycov_unit_parse_environment(anycov_gcc_unit);
	anycov_export_target(&target);
	if (!anycov_unit_start(anycov_gcc_unit, &target, false))
		return false;
	if (anycov_unit_keeps_branches(anycov_gcc_unit))
		anycov_keep_conditions();
	if (anycov_unit_counts_by_text(anycov_gcc_unit))
		anycov_stop_scheduler();
	return true;
}
