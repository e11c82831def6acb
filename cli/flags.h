/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* From options to the words that a compiler and its linker get. */
#ifndef ANYCOV_FLAGS_H
#define ANYCOV_FLAGS_H

#include "args.h"
#include "compilers.h"

struct flag_options {
	const char *cc, *coverage, *prune, *hooks, *stack_min;
	struct words allowlist, ignorelist, skip_sections;
	bool gated, drop_ctors, verbose, kernel, firmware, link, full;
};

/* The options of `anycov flags` (those of ANYCOV_FLAGS too); n entries + end. */
#define FLAG_ARGS 16
void flag_args(struct arg args[FLAG_ARGS], struct flag_options *o);

/* Validates the words (common/options.c) and refuses nonsense: EXIT_USAGE. */
int flags_check(const struct flag_options *o, const char *root, struct anycov_error *err);

/*
 * The compile flags.  environment: clang gets its options by ANYCOV_OPTIONS (in
 * *env) instead of -mllvm, for commands that also assemble.
 */
void flags_compile(const struct flag_options *o, const struct compiler *c, const struct plugin *p,
		   const char *root, bool environment, struct words *out, char **env);

/* Does it put something into sections that constructors announce? */
bool flags_have_tables(const struct flag_options *o);

/* What to add at link time; target: the words behind "--". */
int flags_link(const struct flag_options *o, const struct compiler *c, const char *root,
	       char *const *target, struct words *out, struct anycov_error *err);

void flag_options_free(struct flag_options *o);

#endif
