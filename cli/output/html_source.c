/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The source with the states of its lines, and inside a line of the blocks that
 * begin there.  Signs, words and patterns show what colours show.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/html.h"

/* By enum coverage_state: CSS class, sign, words. */
static const struct {
	const char *name, *sign, *title;
} state_styles[] = {
	[STATE_NONE] = { "none", "", "" },
	[STATE_NOT_COVERED] = { "not", "\xe2\x9c\x98", "not covered" },
	[STATE_UNKNOWN] = { "unknown", "?", "unknown" },
	[STATE_INFERRED] = { "inferred", "\xe2\x89\x88", "covered: implied by other probes" },
	[STATE_HIT] = { "ran", "\xe2\x9c\x94", "covered: its own probe was hit" },
};

const char *html_state_name(unsigned state)
{
	return state_styles[state].name;
}

/* Prints the words for a state, of what is unknown with the reason. */
static void state_title(FILE *f, const struct coverage *c, unsigned state, unsigned reason)
{
	char *why;

	fputs(state_styles[state].title, f);
	if (state != STATE_UNKNOWN || !reason)
		return;
	why = unknown_text(c, reason);
	fputs(": ", f);
	html_text(f, why, strlen(why));
	free(why);
}

void html_legend(FILE *f)
{
	static const unsigned shown[] = { STATE_HIT, STATE_INFERRED, STATE_NOT_COVERED,
					  STATE_UNKNOWN };

	fputs("<p class=\"legend\">", f);
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++)
		fprintf(f, "<span class=\"%s\"><b>%s</b> %s</span> ", state_styles[shown[i]].name,
			state_styles[shown[i]].sign, state_styles[shown[i]].title);
	fputs("</p>\n<p>A line is covered if one of its blocks is. &quot;records&quot; is the "
	      "number of records of the block that has most; an inferred block has as many as a "
	      "block that implies it. If its blocks differ, "
	      "&quot;blocks&quot; counts them by sign, and the statement or operand with "
	      "which a block begins is underlined: <span class=\"b ran\">solid, covered</span>, "
	      "<span class=\"b inferred\">dashed, covered (inferred)</span>, "
	      "<span class=\"b not\">wavy, not covered</span>, "
	      "<span class=\"b unknown\">dotted, unknown</span>, "
	      "<span class=\"b part\">double, some are covered</span> (several begin there).</p>\n",
	      f);
}

static bool blocks_differ(const struct cov_line *l)
{
	size_t kinds = 0;

	for (unsigned state = STATE_NOT_COVERED; state <= STATE_HIT; state++)
		kinds += l->blocks[state] != 0;
	return kinds > 1;
}

/* Prints the number of blocks of each state, unless all blocks of the line agree. */
static void block_counts(FILE *f, const struct cov_line *l)
{
	if (!blocks_differ(l))
		return;
	for (unsigned state = STATE_HIT; state >= STATE_NOT_COVERED; state--)
		if (l->blocks[state])
			fprintf(f, "<span title=\"%s\">%s%" PRIu32 "</span> ",
				state_styles[state].title, state_styles[state].sign,
				l->blocks[state]);
}

/* Writes the opening tag of the text at which the blocks v[0..n-1] start; the next block
 * start ends it. */
static void open_range(FILE *f, const struct coverage *c, const struct block_start *v, size_t n)
{
	unsigned low = v[0].state, high = low;
	const char *kind;

	for (size_t i = 1; i < n; i++) {
		low = v[i].state < low ? v[i].state : low;
		high = v[i].state > high ? v[i].state : high;
	}
	/* All covered: the weaker word.  None is: "unknown" if one may be. */
	kind = state_is_covered(high) && !state_is_covered(low)
		       ? "part"
		       : state_styles[state_is_covered(low) ? low : high].name;
	fprintf(f, "<span class=\"b %s\" title=\"", kind);
	for (size_t i = 0; i < n && i < 8; i++) {
		fputs(i ? "; " : "", f);
		if (v[i].block != MAP_NONE)
			fprintf(f, "block %" PRIu32 ": ", v[i].block);
		state_title(f, c, v[i].state, v[i].reason);
	}
	fputs("\">", f);
}

/* Returns whether s[at] separates statements or operands of &&, || and ?: in C-like languages. */
static bool parts(const char *s, size_t size, size_t at)
{
	char c = s[at], before = at ? s[at - 1] : 0, after = at + 1 < size ? s[at + 1] : 0;

	if (c == ':')
		return before != ':' && after != ':';
	if (c == '&' || c == '|')
		return before == c || after == c;
	return strchr(";{}?", c) && c;
}

/*
 * Returns where the statement around `at` begins: compilers record the column of its
 * operator (of c++ that of the ++).
 */
static size_t beginning(const char *s, size_t size, size_t least, size_t at)
{
	size_t from = at;

	while (from > least && !parts(s, size, from - 1) && !strchr("),", s[from - 1])) {
		/* "f(x": the call; "if (x": the condition */
		if (s[from - 1] == '(' &&
		    !(from - 1 > least && isalnum((unsigned char)s[from - 2])))
			break;
		from--;
	}
	while (from < at && (s[from] == ' ' || s[from] == '\t'))
		from++;
	return from;
}

/* Returns where the statement or operand ends, or the next one begins. */
static size_t ending(const char *s, size_t size, size_t from, size_t most)
{
	/* A block that begins at && or ||: with both characters. */
	if (from && from < most && strchr("&|", s[from]) && s[from] && s[from] == s[from - 1])
		from++;
	while (from < most && !parts(s, size, from))
		from++;
	return from < most && s[from] == ';' ? from + 1 : from;
}

/* Prints a line of source; blocks are underlined only where those of the line differ. */
static void source_text(FILE *f, const struct coverage *c, const struct cov_line *l,
			const struct block_start *v, size_t n, const char *s, size_t size)
{
	size_t done = 0, next;

	/* The source may have changed since: ignore columns after its end. */
	while (n && v[n - 1].column > size)
		n--;
	if (!l || !blocks_differ(l))
		n = 0;
	for (size_t i = 0; i < n; i = next) {
		size_t from = beginning(s, size, done, v[i].column - 1), most = size;

		for (next = i + 1; next < n && v[next].column == v[i].column;)
			next++;
		if (next < n)
			most = beginning(s, size, v[i].column, v[next].column - 1);
		html_text(f, s + done, from - done);
		done = ending(s, size, v[i].column, most);
		open_range(f, c, v + i, next - i);
		html_text(f, s + from, done - from);
		fputs("</span>", f);
	}
	html_text(f, s + done, size - done);
}

static void line_row(FILE *f, const struct coverage *c, uint32_t number, const struct cov_line *l,
		     const struct block_start *v, size_t n, const char *s, size_t size)
{
	unsigned state = l ? l->state : STATE_NONE;

	fprintf(f,
		"<tr id=\"L%" PRIu32 "\" class=\"%s\"><td class=\"ln\">%" PRIu32
		"</td><td class=\"sign\" title=\"",
		number, state_styles[state].name, number);
	state_title(f, c, state, l ? l->reason : UNKNOWN_NONE);
	fprintf(f, "\">%s</td><td class=\"hits\">", state_styles[state].sign);
	if (l && state_is_covered(state))
		fprintf(f, "%" PRIu64, cov_line_hits(l));
	fputs("</td><td class=\"blocks\">", f);
	if (l)
		block_counts(f, l);
	fputs("</td><td class=\"src\">", f);
	source_text(f, c, l, v, n, s, size);
	fputs("</td></tr>\n", f);
}

void html_source_rows(FILE *f, const struct coverage *c, uint32_t file,
		      const struct block_starts *columns, const char *s, size_t size)
{
	size_t next = c->files[file].first, end = next + c->files[file].n;
	const char *stop = s + size;

	for (uint32_t number = 1; s < stop || next < end; number++) {
		const char *nl = s < stop ? memchr(s, '\n', (size_t)(stop - s)) : NULL;
		size_t n = s < stop ? (size_t)((nl ? nl : stop) - s) : 0, starts;
		const struct cov_line *l = NULL;
		const struct block_start *v;

		/* After the end of the source (or without it) only lines with code. */
		if (s >= stop)
			number = c->lines[next].line;
		if (next < end && c->lines[next].line == number)
			l = &c->lines[next++];
		v = block_starts_of_line(columns, file, number, &starts);
		line_row(f, c, number, l, v, starts, s < stop ? s : "",
			 n && s[n - 1] == '\r' ? n - 1 : n);
		s = nl ? nl + 1 : stop;
	}
}
