/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Compares recordings by functions and lines, whatever images they are of. */
#ifndef ANYCOV_DIFF_SOURCES_H
#define ANYCOV_DIFF_SOURCES_H

#include "base/base.h"
#include "cmd/load_options.h"

struct diff_options {
	struct string_list images, image_path, sources;
	struct load_options load_options;
	const char *old; /* commit that A was built from, or NULL */
};

struct diff_totals {
	size_t gained, lost, unknown; /* lines, or without images addresses */
	size_t fresh;                 /* lines that are new in B, and not covered */
	size_t functions_lost;
};

/* Prints the differences.  Returns an exit status; it is EXIT_INCOMPLETE if a file was skipped. */
int diff_sources(const char *a, const char *b, const struct diff_options *o, struct diff_totals *t);

#endif
