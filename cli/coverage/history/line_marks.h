/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What became of each line since a baseline (report --baseline). */
#ifndef ANYCOV_LINE_MARKS_H
#define ANYCOV_LINE_MARKS_H

#include "coverage/history/baseline.h"

enum line_mark {
	MARK_NONE,
	MARK_GAINED, /* covered, and was not */
	MARK_LOST,   /* not covered, and was covered */
	MARK_FRESH,  /* new or changed, and not covered */
	MARK_COUNT
};

struct mark_counts {
	size_t n[MARK_COUNT];
};

struct file_marks {
	struct mark_counts counts;
	uint32_t first[MARK_COUNT]; /* lines, 0: none */
	bool is_unfollowed;         /* it may have changed, and lines cannot be followed */
};

struct line_marks {
	unsigned char *of_line;   /* enum line_mark of coverage.lines[] */
	struct file_marks *files; /* of coverage.files[] */
	struct mark_counts counts;
	size_t n_unfollowed;
	const char *example; /* path of a file that is unfollowed */
};

/*
 * Marks the lines of a report by its baseline.  Lines are followed by git's diff between the text
 * that the baseline was made of and the text that was compiled, both proved by their hashes: the
 * text of then is a copy that 'anycov cc' kept, or in the baseline's commit.  Without it no line of
 * the file is marked.
 */
void line_marks_make(struct line_marks *m, const struct coverage *c);
void line_marks_free(struct line_marks *m);

#endif
