/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The lines that a change touches, as git shows them, with their states. */
#ifndef ANYCOV_CHANGES_H
#define ANYCOV_CHANGES_H

#include "coverage/coverage.h"

struct changed_lines {
	uint32_t first, last; /* last: included */
};

struct changed_file {
	char *path;     /* from the top of the repository */
	uint32_t file;  /* index in the coverage's files, or MAP_NONE: no code of it */
	bool is_source; /* by its name: it may have code */
	struct changed_lines *v;
	size_t n, room;
	struct cov_line *lines; /* those with code, by number; file: as above */
	size_t n_lines, lines_room;
	struct counts counts;
};

struct changes {
	char *ref, *base; /* as given; the commit that is compared with, abbreviated */
	char *top;        /* directory of the repository */
	struct changed_file *files;
	size_t n, room;
	struct counts counts;
};

/*
 * Runs git in the current directory: the lines of the working tree that were added or
 * changed since the commit at which HEAD left ref.
 */
int changes_read(struct changes *ch, const char *ref, struct anycov_error *err);
/* Parses a diff without context (git diff -U0) and adds its files. */
int changes_parse(struct changes *ch, const char *diff, struct anycov_error *err);
/* Takes the states of the changed lines from c. */
void changes_cover(struct changes *ch, const struct coverage *c);
void changes_free(struct changes *ch);
/* Returns whether a file's name is that of a source in a language that is compiled. */
bool is_source_name(const char *path);

#endif
