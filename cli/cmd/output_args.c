/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "cmd/output_args.h"

static const struct format {
	void (*write)(FILE *f, const struct coverage *c);
	bool is_of_lines;
} formats[OUT_FORMATS] = {
	[OUT_LCOV] = { out_lcov, true },
	[OUT_COBERTURA] = { out_cobertura, true },
	[OUT_SONARQUBE] = { out_sonarqube, true },
	[OUT_LLVM_JSON] = { out_llvm_json, true },
	[OUT_CSV] = { out_csv, true },
	[OUT_JSON_SUMMARY] = { out_json_summary, false },
	[OUT_BADGE] = { out_badge, false },
};

static bool is_version_2(const struct output_args *a)
{
	return a->lcov_version && !strcmp(a->lcov_version, "2");
}

int output_args_check(const struct output_args *a)
{
	if (a->lcov_version &&
	    (!a->file[OUT_LCOV] || (!is_version_2(a) && strcmp(a->lcov_version, "1"))))
		return usage_error("--lcov-version %s: give 1 or 2, and --lcov FILE",
				   a->lcov_version);
	return -1;
}

const char *output_args_any(const struct output_args *a)
{
	for (size_t i = 0; i < OUT_FORMATS; i++)
		if (a->file[i])
			return a->file[i];
	return NULL;
}

bool output_args_print(const struct output_args *a)
{
	for (size_t i = 0; i < OUT_FORMATS; i++)
		if (a->file[i] && !strcmp(a->file[i], "-"))
			return true;
	return false;
}

bool output_args_need_lines(const struct output_args *a)
{
	for (size_t i = 0; i < OUT_FORMATS; i++)
		if (a->file[i] && formats[i].is_of_lines)
			return true;
	return false;
}

int output_args_write(const struct output_args *a, const struct coverage *c)
{
	struct anycov_error err;
	struct out_file out;

	for (size_t i = 0; i < OUT_FORMATS; i++) {
		if (!a->file[i])
			continue;
		if (out_open(&out, a->file[i], &err))
			return input_error("%s", err.text);
		(i == OUT_LCOV && is_version_2(a) ? out_lcov_2 : formats[i].write)(out.f, c);
		if (out_commit(&out, &err))
			return input_error("%s", err.text);
	}
	return EXIT_OK;
}
