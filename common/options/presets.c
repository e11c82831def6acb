/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "common/options/presets.h"

/*
 * X(name, coverage=, prune=, compares=, early, kernel, link, meaning in the help, coverage= with
 * place=late if it is another one).  What fuzzers get is what their own drivers give them: no
 * compares of floating-point numbers, for which they define no hook.
 */
#define PRESETS(X)                                                                                 \
	X("report", "edge,flags", "lossless", NULL, true, false, RUNTIME, "which code ran",        \
	  "flags")                                                                                 \
	X("trace", "trace-pc", "lossless", NULL, false, false, RUNTIME,                            \
	  "which code ran in which order, in buffers of KCOV's layout", NULL)                      \
	X("kernel", "trace-pc", "lossless", NULL, false, true, RUNTIME, "KCOV in a kernel", NULL)  \
	X("libfuzzer", "inline-8bit-counters,pc-table,trace-cmp,indirect-calls", "dom",            \
	  "integers", false, false, LIBFUZZER, "libFuzzer", NULL)                                  \
	X("afl", "trace-pc-guard,trace-cmp", "dom", "integers", false, false, AFL, "AFL++", NULL)

#define EARLY_true ", place=early if the compiler has it"
#define EARLY_false ""
#define KERNEL_true ", --kernel"
#define KERNEL_false ""

#define ROW(name, coverage, prune, compares, early, kernel, link, meaning, late)                   \
	{ name, coverage, prune, late, compares, early, kernel, ANYCOV_LINK_##link },
#define NAME(name, ...) " " name
#define HELP(name, coverage, prune, compares, early, kernel, link, meaning, late)                  \
	"    " name ": " meaning "\n      coverage=" coverage                                      \
	", prune=" prune EARLY_##early KERNEL_##kernel "\n"

static const struct anycov_preset presets[] = { PRESETS(ROW) };

const struct anycov_preset *anycov_preset_find(const char *name, struct anycov_error *err)
{
	for (size_t i = 0; i < sizeof(presets) / sizeof(presets[0]); i++)
		if (!strcmp(presets[i].name, name))
			return &presets[i];
	anycov_error_set(err, "--for %.200s: unknown preset; valid presets are" PRESETS(NAME),
			 name);
	return NULL;
}

const char *anycov_presets_help(void)
{
	return PRESETS(HELP);
}
