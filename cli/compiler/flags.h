/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The arguments of compilers and linkers for options of `anycov flags`. */
#ifndef ANYCOV_FLAGS_H
#define ANYCOV_FLAGS_H

#include "common/options/presets.h"
#include "compiler/compilers.h"

/*
 * Linux: code that runs before, between or without the kernel's own entry work,
 * or under an address that no linker symbol has.  See docs/kernel.md.
 */
#define KERNEL_SECTIONS                                                                            \
	".noinstr.text,.entry.text,.cpuidle.text,.head.text,.idmap.text,.hyp.text,.hyp.idmap.text"
/* Start-up code, and what start-up code becomes (memset, memcpy, memmove). */
#define FIRMWARE_LIST "firmware.ignorelist"
/* A list of nothing, where /dev/null is not. */
#define EMPTY_LIST "empty.allowlist"

struct flag_options {
	const char *cc, *preset, *coverage, *prune, *place, *compares, *counters, *hooks, *flags,
		*sites, *map, *stack_min;
	struct string_list allowlist, ignorelist, skip_sections;
	bool mcdc, keep_branches, gated, drop_ctors, verbose, kernel, firmware, link, full;
	/* struct cc_args; of the flags that the code is compiled with */
	bool needs_scopes, saves_assembly, wants_line_tables;
	/* Set by flags_preset(): what is linked, and what else compilers get. */
	enum anycov_preset_link with;
	const char *link_with, *arguments, *header, *fuzzer;
	const struct anycov_preset_variable *variables;
};

/*
 * Fills in what the options leave open: from their preset, or from the default one if they name
 * neither a preset nor what to record.  Call it before the functions below.
 */
int flags_preset(struct flag_options *o, struct anycov_error *err);

/* Validates the options (common/options/options.c).  On an error exit with EXIT_USAGE. */
int flags_check(const struct flag_options *o, const char *root, struct anycov_error *err);

/* Adds the compile flags. */
void flags_compile(const struct flag_options *o, const struct compiler *c, const struct plugin *p,
		   const char *root, struct string_list *out);

/* Adds the arguments for which the preset's variables of the environment ask. */
void flags_variables(const struct flag_options *o, struct string_list *out);

/* Returns whether there are tables that constructors register. */
bool flags_have_registered_tables(const struct flag_options *o);

/* Returns whether coverage=flags is among the words; *hooks: whether others are. */
bool flags_have_set(const struct flag_options *o, bool *hooks);

/* Adds the linker arguments; target: the arguments after "--". */
int flags_link(const struct flag_options *o, const struct compiler *c, const char *root,
	       char *const *target, struct string_list *out, struct anycov_error *err);

/* Adds libFuzzer to the arguments of gcc's linker. */
int flags_link_libfuzzer(const struct compiler *c, struct string_list *out,
			 struct anycov_error *err);

/* Returns whether the compiler's own target, without flags for others, is this machine with its C
 * library. */
bool flags_is_native(const struct compiler *c);

void flag_options_free(struct flag_options *o);

#endif
