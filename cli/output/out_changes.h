/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The report of a change (report --changes), in several formats. */
#ifndef ANYCOV_OUT_CHANGES_H
#define ANYCOV_OUT_CHANGES_H

#include "coverage/history/changes.h"

typedef void out_changes_fn(FILE *f, const struct changes *ch, const struct coverage *c);

/* Adjacent changed lines with one answer. */
struct changed_part {
	uint32_t first, last;
	bool unknown;
};
/* Finds the next lines that are not covered or unknown, from *at on.  Returns false at the end. */
bool changed_part_next(const struct changed_file *f, size_t *at, struct changed_part *p);
/* Returns whether a changed file has code, but none in the report. */
bool changed_file_is_missing(const struct changed_file *f);

/* Writes SARIF (out_sarif.c). */
void changes_sarif(FILE *f, const struct changes *ch, const struct coverage *c);

/* Returns the function that writes a format (text, github, gitlab, sarif, markdown), or NULL. */
out_changes_fn *out_changes_format(const char *name, size_t n);

#endif
