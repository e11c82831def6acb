/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Who wrote the lines that are not covered, and when, by git blame (report --blame). */
#ifndef ANYCOV_BLAME_H
#define ANYCOV_BLAME_H

#include "base/u64_map.h"
#include "coverage/model/coverage.h"

struct blame_commit {
	char *author;     /* "" until git has named it */
	int64_t time;     /* seconds since 1970 */
	bool is_boundary; /* git shows no commit before it */
};

struct blame {
	uint32_t *of_line; /* of coverage.lines[]: index in v + 1; 0: covered, or not known */
	struct blame_commit *v;
	size_t n, room;
	struct u64_map by_name; /* hash -> index + 1 */
	bool is_shallow;        /* what boundary commits have may be from before them */
};

/*
 * Runs git for each file of the current directory's repository that has lines which are not
 * covered.  Returns -1 with err filled outside of a repository, or without git.
 */
int blame_read(struct blame *b, const struct coverage *c, struct anycov_error *err);
/* Takes the output of git blame --porcelain for a file. */
void blame_parse(struct blame *b, const struct coverage *c, uint32_t file, const char *text);
/* Returns who wrote a line of the report, or NULL. */
const struct blame_commit *blame_of(const struct blame *b, size_t line);
void blame_free(struct blame *b);

#endif
