/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Options in a file: .anycov. */
#ifndef ANYCOV_OPTIONS_FILE_H
#define ANYCOV_OPTIONS_FILE_H

#include "cmd/args.h"

#define OPTIONS_FILE ".anycov"

struct options_file {
	char *path, *dir;        /* NULL: there is none */
	struct string_list keep; /* owns the strings that options point to */
};

/*
 * Reads the options of .anycov in the current directory, or in the nearest directory above
 * it, up to that with .git.  A line has options as the command line of report has them; # begins
 * a comment.  Returns -1 to continue, else the exit status after an error.
 */
int options_file_parse(struct options_file *f, const struct args *a);
/* Returns whether the command line says --no-config, or asks for help. */
bool options_file_unwanted(int argc, char **argv);
void options_file_free(struct options_file *f);

#endif
