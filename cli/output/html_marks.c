/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What pages show of lines since a baseline: signs as those of 'anycov diff', with words. */
#include "output/html.h"

/* By enum line_mark. */
static const struct {
	const char *name, *sign, *words, *title;
} marks[] = {
	[MARK_NONE] = { "", "", "", "" },
	[MARK_GAINED] = { "gained", "+", "gained", "gained: not covered in the baseline" },
	[MARK_LOST] = { "lost", "\xe2\x88\x92", "lost", "lost: covered in the baseline" },
	[MARK_FRESH] = { "fresh", "*", "new, not covered",
			 "new or changed since the baseline, and not covered" },
};

const char *html_mark_words(enum line_mark mark)
{
	return marks[mark].words;
}

void html_mark_cell(FILE *f, enum line_mark mark)
{
	html_print(f, "mark", TEXT("name", marks[mark].name), TEXT("title", marks[mark].title),
		   TEXT("sign", marks[mark].sign));
}

static void each_mark(FILE *f, const void *data)
{
	static const enum line_mark order[] = { MARK_LOST, MARK_FRESH, MARK_GAINED };
	const struct file_marks *m = data;
	size_t n = 0;

	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		const enum line_mark mark = order[i];

		if (m->counts.n[mark])
			html_print(f, "file-mark", NUMBER("next", n++ != 0),
				   TEXT("name", marks[mark].name), NUMBER("line", m->first[mark]),
				   TEXT("title", marks[mark].title), TEXT("sign", marks[mark].sign),
				   NUMBER("n", m->counts.n[mark]),
				   TEXT("words", marks[mark].words));
	}
}

void html_file_marks(FILE *f, const void *data)
{
	const struct file_marks *m = data;
	const size_t *n = m->counts.n;

	html_print(f, "file-marks", NUMBER("unfollowed", m->is_unfollowed),
		   PART("marks", each_mark, m),
		   NUMBER("same",
			  !m->is_unfollowed && !n[MARK_LOST] && !n[MARK_FRESH] && !n[MARK_GAINED]));
}

void html_all_marks(FILE *f, const void *data)
{
	const struct line_marks *m = data;
	const size_t *n = m->counts.n;

	html_print(f, "all-marks", NUMBER("gained", n[MARK_GAINED]),
		   TEXT("were", plural(n[MARK_GAINED], "line was", "lines were")),
		   NUMBER("lost", n[MARK_LOST]), NUMBER("fresh", n[MARK_FRESH]),
		   TEXT("are", plural(n[MARK_FRESH], "is", "are")),
		   NUMBER("unfollowed", m->n_unfollowed),
		   TEXT("files", plural(m->n_unfollowed, "file", "files")),
		   TEXT("example", m->example), NUMBER("more", m->n_unfollowed > 1));
}

void html_mark_legend(FILE *f, const void *unused)
{
	(void)unused;
	for (unsigned mark = MARK_NONE + 1; mark < MARK_COUNT; mark++)
		html_print(f, "mark-legend", TEXT("name", marks[mark].name),
			   TEXT("sign", marks[mark].sign), TEXT("title", marks[mark].title));
}
