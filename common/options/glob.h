/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Globs as clang 18 and later define them (SanitizerSpecialCaseList): '*' matches any
 * bytes, '/' included, '?' one byte, [a-z] one byte of a set, [!a-z] or [^a-z] one
 * byte outside it, {a,b} one of several alternatives, without nesting; '\' makes the
 * next byte literal except in a set.
 */
#ifndef ANYCOV_GLOB_H
#define ANYCOV_GLOB_H

#include <stdbool.h>
#include <stddef.h>

#define ANYCOV_GLOB_MAX_PATTERNS 1024
#define ANYCOV_GLOB_MAX_BYTES (16u << 20)

/* A compiled glob: its braces are expanded. */
struct anycov_glob {
	unsigned n;
	char **patterns; /* NUL-terminated, well formed, without braces */
};

/* Returns NULL, or a phrase that describes the error; *g is then empty. */
const char *anycov_glob_compile(struct anycov_glob *g, const char *glob, size_t length);
void anycov_glob_free(struct anycov_glob *g);
bool anycov_glob_matches(const struct anycov_glob *g, const char *text);

#endif
