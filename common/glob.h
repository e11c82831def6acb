/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Shell-like globs in the dialect of clang 18 and later
 * (docs: SanitizerSpecialCaseList): '*' matches any bytes ('/' too), '?' one
 * byte, [a-z] and [!a-z] or [^a-z] one byte of a set, {a,b} alternatives that
 * do not nest, '\' takes the next byte literally (not inside a set).
 */
#ifndef ANYCOV_GLOB_H
#define ANYCOV_GLOB_H

#include <stdbool.h>
#include <stddef.h>

#define ANYCOV_GLOB_MAX_PATTERNS 1024
#define ANYCOV_GLOB_MAX_BYTES (16u << 20)

/* A glob with its braces expanded. */
struct anycov_glob {
	unsigned n;
	char **patterns; /* NUL-terminated, well formed, without braces */
};

/* Returns NULL, or what is wrong with the glob (a phrase without a full stop);
 * *g then holds nothing. */
const char *anycov_glob_compile(struct anycov_glob *g, const char *glob, size_t length);
void anycov_glob_free(struct anycov_glob *g);
bool anycov_glob_matches(const struct anycov_glob *g, const char *text);

#endif
