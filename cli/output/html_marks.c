/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What pages show of lines since a baseline: signs as those of 'anycov diff', with words. */
#include <inttypes.h>
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
	if (mark == MARK_NONE)
		fputs("<td class=\"mark\"></td>", f);
	else
		fprintf(f, "<td class=\"mark %s\" title=\"%s\">%s</td>", marks[mark].name,
			marks[mark].title, marks[mark].sign);
}

void html_file_marks(FILE *f, const struct file_marks *m)
{
	static const enum line_mark order[] = { MARK_LOST, MARK_FRESH, MARK_GAINED };
	size_t n = 0;

	fputs("<p class=\"since\">", f);
	if (m->is_unfollowed)
		fputs("<span class=\"none\">not compared to the baseline: its text of the source "
		      "is not there</span>",
		      f);
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		const enum line_mark mark = order[i];

		if (!m->counts.n[mark])
			continue;
		fprintf(f,
			"%s<a class=\"%s\" href=\"#L%" PRIu32
			"\" title=\"%s; to the first\">%s%zu %s</a>",
			n++ ? " " : "", marks[mark].name, m->first[mark], marks[mark].title,
			marks[mark].sign, m->counts.n[mark], marks[mark].words);
	}
	if (!n && !m->is_unfollowed)
		fputs("<span class=\"none\">as in the baseline</span>", f);
	fputs("</p>", f);
}

void html_all_marks(FILE *f, const struct line_marks *m)
{
	fprintf(f,
		"<p>Since then %zu %s gained, %zu lost, and %zu %s new or changed and not covered",
		m->counts.n[MARK_GAINED],
		plural(m->counts.n[MARK_GAINED], "line was", "lines were"), m->counts.n[MARK_LOST],
		m->counts.n[MARK_FRESH], plural(m->counts.n[MARK_FRESH], "is", "are"));
	if (m->n_unfollowed) {
		fprintf(f, ", without %zu %s whose text in the baseline is not there (",
			m->n_unfollowed, plural(m->n_unfollowed, "file", "files"));
		html_string(f, m->example);
		fputs(m->n_unfollowed > 1 ? ", ...)" : ")", f);
	}
	fputs(".</p>\n", f);
}

void html_mark_legend(FILE *f)
{
	for (unsigned mark = MARK_NONE + 1; mark < MARK_COUNT; mark++)
		fprintf(f, "<li class=\"mark %s\"><b>%s</b> %s</li>", marks[mark].name,
			marks[mark].sign, marks[mark].title);
}
