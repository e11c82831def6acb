/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Presets: a use of coverage, and the options that serve it.  All of them are in presets.c. */
#ifndef ANYCOV_PRESETS_H
#define ANYCOV_PRESETS_H

#include <stdbool.h>
#include "common/error.h"

/* Macros that targets of AFL++ use, as its own compiler has them. */
#define ANYCOV_AFL_HEADER "afl-macros.h"

/* What a preset is linked with. */
enum anycov_preset_link {
	ANYCOV_LINK_RUNTIME,   /* what its options need of anycov's runtime */
	ANYCOV_LINK_LIBFUZZER, /* libFuzzer */
	ANYCOV_LINK_AFL,       /* the run-time object of AFL++, and its main() */
	ANYCOV_LINK_ELSEWHERE  /* what the user has, see link_with */
};

/* Arguments of both compilers if a variable of the environment is set. */
struct anycov_preset_variable {
	const char *name, *arguments; /* separated by blanks */
};

struct anycov_preset {
	const char *name, *meaning;
	const char *coverage, *prune; /* values of options */
	/* With place=late, whose edges are not the source's branches; NULL: the same. */
	const char *late_coverage;
	const char *compares; /* where trace-cmp is in coverage=; NULL: the default */
	bool early;           /* place=early, where the compiler has it */
	bool kernel;          /* --kernel */
	bool fuzzes;          /* keep-branches, map=none, fuzzer=NAME */
	/* Arguments of both compilers, separated by blanks; NULL: none. */
	const char *arguments;
	const struct anycov_preset_variable *variables; /* the last one has no name; NULL: none */
	const char *header; /* of macros, beside the plugins; NULL: none */
	enum anycov_preset_link link;
	const char *link_with; /* of ELSEWHERE, for an error: "link with ..." */
};

/* Returns the preset, or NULL with err set. */
const struct anycov_preset *anycov_preset_find(const char *name, struct anycov_error *err);

/* Adds a line of text for each preset; add gets them in pieces. */
void anycov_presets_help(void (*add)(void *to, const char *text), void *to);

#endif
