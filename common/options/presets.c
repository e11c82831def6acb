/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdio.h>
#include <string.h>
#include "common/options/presets.h"

/*
 * What fuzzers get is what their own drivers give them.  Functions that a fuzzer intercepts or
 * wraps stay calls: compilers would expand them, so that it sees no operands.
 */
#define NO_BUILTIN(function) " -fno-builtin-" function
/* What every fuzzer here sees, from libFuzzer's list, which clang's driver has. */
#define NO_COMPARES                                                                                \
	NO_BUILTIN("memcmp")                                                                       \
	NO_BUILTIN("bcmp")                                                                         \
	NO_BUILTIN("strcmp")                                                                       \
	NO_BUILTIN("strncmp") NO_BUILTIN("strcasecmp") NO_BUILTIN("strncasecmp")
#define NO_SEARCHES NO_BUILTIN("strstr") NO_BUILTIN("strcasestr")
#define FUZZING " -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"

/* Sanitizers, as afl-cc has them. */
static const struct anycov_preset_variable afl_variables[] = {
	{ "AFL_USE_ASAN", "-fsanitize=address" },
	{ "AFL_USE_MSAN", "-fsanitize=memory" },
	{ "AFL_USE_TSAN", "-fsanitize=thread" },
	{ "AFL_USE_UBSAN", "-fsanitize=undefined -fsanitize-undefined-trap-on-error "
			   "-fno-sanitize-recover=all" },
	{ NULL, NULL },
};

static const struct anycov_preset presets[] = {
	{ .name = "report",
	  .meaning = "which code ran",
	  .coverage = "edge,flags",
	  .late_coverage = "flags",
	  .prune = "lossless",
	  .early = true },
	{ .name = "trace",
	  .meaning = "which code ran in which order, in buffers of KCOV's layout",
	  .coverage = "trace-pc",
	  .prune = "lossless" },
	{ .name = "kernel",
	  .meaning = "KCOV in a kernel",
	  .coverage = "trace-pc",
	  .prune = "lossless",
	  .kernel = true },
	{ .name = "kernel-report",
	  .meaning = "which code of a kernel ran since boot",
	  .coverage = "flags",
	  .prune = "lossless",
	  .kernel = true },
	{ .name = "libfuzzer",
	  .meaning = "libFuzzer",
	  .coverage = "inline-8bit-counters,pc-table,trace-cmp,indirect-calls,stack-depth",
	  .prune = "dom",
	  .compares = "integers",
	  .fuzzes = true,
	  .arguments = NO_COMPARES NO_SEARCHES NO_BUILTIN("memmem"),
	  .link = ANYCOV_LINK_LIBFUZZER },
	{ .name = "afl",
	  .meaning = "AFL++",
	  .coverage = "trace-pc-guard",
	  .prune = "dom",
	  .fuzzes = true,
	  .variables = afl_variables,
	  .header = ANYCOV_AFL_HEADER,
	  .link = ANYCOV_LINK_AFL },
	{ .name = "afl-cmplog",
	  .meaning = "the second binary of AFL++, for afl-fuzz -c",
	  .coverage = "trace-pc-guard,trace-cmp,trace-routines",
	  .prune = "dom",
	  .compares = "integers",
	  .fuzzes = true,
	  .arguments = NO_COMPARES NO_SEARCHES,
	  .variables = afl_variables,
	  .header = ANYCOV_AFL_HEADER,
	  .link = ANYCOV_LINK_AFL },
	{ .name = "honggfuzz",
	  .meaning = "honggfuzz",
	  .coverage = "trace-pc-guard,trace-cmp,trace-div,trace-gep,indirect-calls,stack-depth",
	  .prune = "dom",
	  .fuzzes = true,
	  .arguments = NO_COMPARES NO_SEARCHES NO_BUILTIN("memmem") NO_BUILTIN("strcpy")
		  NO_BUILTIN("strcat") NO_BUILTIN("strncat") NO_BUILTIN("strspn")
			  NO_BUILTIN("strcspn") NO_BUILTIN("strpbrk"),
	  .link = ANYCOV_LINK_ELSEWHERE,
	  .link_with = "hfuzz-gcc or hfuzz-clang, which contain honggfuzz's libraries" },
	{ .name = "centipede",
	  .meaning = "Centipede of FuzzTest",
	  .coverage = "trace-pc-guard,pc-table,trace-cmp",
	  .prune = "dom",
	  .compares = "integers",
	  .fuzzes = true,
	  .arguments = NO_COMPARES FUZZING,
	  .link = ANYCOV_LINK_ELSEWHERE,
	  .link_with = "the libcentipede_runner that Bazel builds, and -lpthread -ldl -lrt" },
};
#define N_PRESETS (sizeof(presets) / sizeof(presets[0]))

const struct anycov_preset *anycov_preset_find(const char *name, struct anycov_error *err)
{
	char names[200] = "";

	for (size_t i = 0; i < N_PRESETS; i++) {
		if (!strcmp(presets[i].name, name))
			return &presets[i];
		snprintf(names + strlen(names), sizeof(names) - strlen(names), " %s",
			 presets[i].name);
	}
	anycov_error_set(err, "--for %.200s: unknown preset; valid presets are%s", name, names);
	return NULL;
}

void anycov_presets_help(void (*add)(void *to, const char *text), void *to)
{
	for (size_t i = 0; i < N_PRESETS; i++) {
		const struct anycov_preset *p = &presets[i];
		const char *const texts[] = {
			"    ",
			p->name,
			": ",
			p->meaning,
			"\n      coverage=",
			p->coverage,
			", prune=",
			p->prune,
			p->compares ? ", compares=" : "",
			p->compares ? p->compares : "",
			p->early ? ", place=early if the compiler has it" : "",
			p->kernel ? ", --kernel" : "",
			p->fuzzes ? ", keep-branches, map=none, fuzzer=" : "",
			p->fuzzes ? p->name : "",
			"\n",
		};

		for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++)
			add(to, texts[k]);
	}
}
