/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* --changes and --changes-format. */
#ifndef ANYCOV_CHANGES_ARGS_H
#define ANYCOV_CHANGES_ARGS_H

#include "cmd/args.h"
#include "output/out_changes.h"

struct changes_args {
	const char *ref;            /* NULL: not given */
	struct string_list formats; /* FORMAT or FORMAT=FILE */
};

#define CHANGES_ARGS(a)                                                                            \
	{ ARG_TEXT,                                                                                \
	  0,                                                                                       \
	  "changes",                                                                               \
	  "REF",                                                                                   \
	  &(a)->ref,                                                                               \
	  "report the lines that changed since the branch left\n"                                  \
	  "REF, as git diff shows them" },                                                         \
	{                                                                                          \
		ARG_OUTPUTS, 0, "changes-format", "FORMAT[=FILE]", &(a)->formats,                  \
			"text, github, gitlab (annotations), sarif or\n"                           \
			"markdown; several with files"                                             \
	}

/* Checks the values.  Returns -1, or an exit status after an error. */
int changes_args_check(const struct changes_args *a);
/* Writes the formats that have a file.  Returns an exit status. */
int changes_write_files(const struct changes_args *a, const struct changes *ch,
			const struct coverage *c);
/* Writes the format without a file, or text, to f. */
void changes_write(FILE *f, const struct changes_args *a, const struct changes *ch,
		   const struct coverage *c);

#endif
