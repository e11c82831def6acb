/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The report of a change (report --changes), in several formats. */
#ifndef ANYCOV_OUT_CHANGES_H
#define ANYCOV_OUT_CHANGES_H

#include "coverage/history/changes.h"

typedef void out_changes_fn(FILE *f, const struct changes *ch, const struct coverage *c);

/* Writes SARIF (out_sarif.c). */
void changes_sarif(FILE *f, const struct changes *ch, const struct coverage *c);

/* Returns the function that writes a format (text, github, gitlab, sarif, markdown), or NULL. */
out_changes_fn *out_changes_format(const char *name, size_t n);

#endif
