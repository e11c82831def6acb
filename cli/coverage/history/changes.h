/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The lines that a change touches, as git shows them, with their states. */
#ifndef ANYCOV_CHANGES_H
#define ANYCOV_CHANGES_H

#include "coverage/model/coverage.h"

struct changed_lines {
	uint32_t first, last; /* last: included */
};

/* What a change replaced; n 0: nothing, after the line `first`. */
struct changed_hunk {
	uint32_t old_first, old_n, new_first, new_n;
};

struct changed_file {
	char *path;     /* from the top of the repository */
	char *old_path; /* before the change, or NULL: the file is new */
	uint32_t file;  /* index in the coverage's files, or MAP_NONE: no code of it */
	bool is_source; /* by its name: it may have code */
	struct changed_lines *v;
	size_t n, room;
	struct changed_hunk *hunks;
	size_t n_hunks, hunks_room;
	struct cov_line *lines; /* those with code, by number; file: as above */
	size_t n_lines, lines_room;
	struct counts counts;
};

struct changed_module {
	char *path;   /* of a submodule, from the top of the repository */
	char *commit; /* that it had, or NULL: it is new */
};

struct changes {
	char *ref, *base; /* as given; the commit that is compared with, abbreviated */
	char *top;        /* directory of the repository */
	struct changed_file *files;
	size_t n, room;
	struct string_list removed; /* paths of files that are gone */
	struct changed_module *modules;
	size_t n_modules, modules_room;
	size_t n_unread; /* submodules whose changes could not be read */
	struct counts counts;
};

/*
 * Runs git in the current directory: the lines of the working tree that were added or
 * changed since the commit at which HEAD left ref.
 */
int changes_read(struct changes *ch, const char *ref, struct anycov_error *err);
/* The same since that commit itself: what became of its lines. */
int changes_read_since(struct changes *ch, const char *commit, struct anycov_error *err);
/* The same of two files, with one entry if they differ.  Returns -1 if git cannot compare them. */
int changes_between(struct changes *ch, const char *old_file, const char *new_file,
		    struct anycov_error *err);
/* Returns the number of a line of the older version in the newer one, or 0: changed or removed. */
uint32_t changed_file_line(const struct changed_file *f, uint32_t old_line);
/* Returns whether a line of the newer version is new or changed. */
bool changed_file_is_new(const struct changed_file *f, uint32_t line);
/* Parses a diff without context (git diff -U0) and adds its files. */
int changes_parse(struct changes *ch, const char *diff, struct anycov_error *err);
/*
 * Takes the states of the changed lines from c, after sources_check(): those that are not in the
 * source as it was compiled are unknown.
 */
void changes_cover(struct changes *ch, const struct coverage *c);
/* Returns the commit that is checked out in the current directory, or NULL; to be freed. */
char *changes_head(void);
/*
 * Returns the text that a file had in a commit, whose name is in hexadecimal digits, or NULL: git
 * shows none, or one that contains a 0; to be freed.  top: that of changes_top().
 */
char *changes_text_then(const char *top, const char *commit, const char *path);
/* Returns the full name of a commit of this repository, or NULL; to be freed. */
char *changes_commit(const char *ref);
/* Returns the top of the repository of the current directory, or NULL; to be freed. */
char *changes_top(void);
/*
 * Returns what git blame --porcelain prints of a file of the working tree, or NULL; to be freed.
 * top: that of changes_top().
 */
char *changes_blame(const char *top, const char *path);
/* Returns whether a repository lacks the commits before some. */
bool changes_is_shallow(const char *top);
/* Returns the number of a line of the newer version in the older one, or 0: it is new. */
uint32_t changed_file_older_line(const struct changed_file *f, uint32_t line);
/* Returns the index in c's files of a path from the top of the repository, or MAP_NONE. */
uint32_t changes_find_file(const struct changes *ch, const struct coverage *c, const char *path);
void changes_free(struct changes *ch);

/* Adjacent changed lines with one answer. */
struct changed_part {
	uint32_t first, last;
	bool unknown;
};
/* Finds the next lines that are not covered or unknown, from *at on.  Returns false at the end. */
bool changed_part_next(const struct changed_file *f, size_t *at, struct changed_part *p);
/* Returns whether a changed file has code, but none in the report. */
bool changed_file_is_missing(const struct changed_file *f);

/* Returns whether a file's name is that of a source in a language that is compiled. */
bool is_source_name(const char *path);

#endif
