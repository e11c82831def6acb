/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "adapter.h"

struct anycov_options anycov_opts;

bool anycov_read_options(int argc, struct plugin_argument *argv)
{
	struct anycov_error err;
	const char *env = getenv("ANYCOV_OPTIONS");
	bool ok = true;

	anycov_options_init(&anycov_opts);
	for (int i = 0; i < argc; i++) {
		if (!anycov_options_set(&anycov_opts, argv[i].key, argv[i].value, &err))
			continue;
		error("anycov: %s", err.text);
		ok = false;
	}
	if (!argc && env && anycov_options_parse(&anycov_opts, env, &err)) {
		error("anycov: %s", err.text);
		ok = false;
	}
	if (ok && anycov_options_finish(&anycov_opts, &err)) {
		error("anycov: %s", err.text);
		ok = false;
	}
	return ok;
}
