/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The source with the states of its lines, and inside a line of the blocks that
 * begin there.  Signs, words and kinds of lines tell what colours tell.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include "out_html.h"

/* By enum cover_state: class, sign, words. */
static const struct {
	const char *name, *sign, *title;
} marks[] = {
	[COVER_NONE] = { "none", "", "" },
	[COVER_NOT] = { "not", "\xe2\x9c\x98", "did not run" },
	[COVER_ASSUMED_NOT] = { "not", "\xe2\x9c\x98?", "did not run, if every call was recorded whole" },
	[COVER_UNKNOWN] = { "unknown", "?", "unknown: no probe tells" },
	[COVER_ASSUMED] = { "inferred", "\xe2\x89\x88?", "ran, if every call was recorded whole" },
	[COVER_INFERRED] = { "inferred", "\xe2\x89\x88", "ran: follows from other probes" },
	[COVER_RAN] = { "ran", "\xe2\x9c\x94", "ran: its own probe says so" },
};

void html_legend(FILE *f)
{
	static const unsigned shown[] = { COVER_RAN, COVER_INFERRED, COVER_ASSUMED, COVER_UNKNOWN,
					  COVER_NOT, COVER_ASSUMED_NOT };

	fputs("<p class=\"legend\">", f);
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++)
		fprintf(f, "<span class=\"%s\"><b>%s</b> %s</span> ", marks[shown[i]].name,
			marks[shown[i]].sign, marks[shown[i]].title);
	fputs("</p>\n<p>A line ran if one of its blocks did. Where its blocks differ, "
	      "&quot;blocks&quot; counts them by sign, and the statement or operand with "
	      "which a block begins is underlined: <span class=\"b ran\">solid, ran</span>, "
	      "<span class=\"b inferred\">dashed, inferred or assumed to have run</span>, "
	      "<span class=\"b not\">wavy, did not run</span>, "
	      "<span class=\"b unknown\">dotted, unknown</span>, "
	      "<span class=\"b part\">double, some did</span> (several begin there).</p>\n", f);
}

static bool blocks_differ(const struct cov_line *l)
{
	size_t kinds = 0;

	for (unsigned state = COVER_NOT; state <= COVER_RAN; state++)
		kinds += l->blocks[state] != 0;
	return kinds > 1;
}

/* "2 of sign 1, 1 of sign 2": where all blocks of the line agree, its own sign says it. */
static void block_counts(FILE *f, const struct cov_line *l)
{
	if (!blocks_differ(l))
		return;
	for (unsigned state = COVER_RAN; state >= COVER_NOT; state--)
		if (l->blocks[state])
			fprintf(f, "<span title=\"%s\">%s%" PRIu32 "</span> ", marks[state].title,
				marks[state].sign, l->blocks[state]);
}

/* Text that begins with v[0..n-1]: which blocks, and whether they agree. */
static void open_range(FILE *f, const struct block_start *v, size_t n)
{
	unsigned low = v[0].state, high = low;
	const char *kind;

	for (size_t i = 1; i < n; i++) {
		low = v[i].state < low ? v[i].state : low;
		high = v[i].state > high ? v[i].state : high;
	}
	/* All ran: the weaker word.  None did: "unknown" where one may have. */
	kind = state_ran(high) && !state_ran(low) ? "part" : marks[state_ran(low) ? low : high].name;
	fprintf(f, "<span class=\"b %s\" title=\"", kind);
	for (size_t i = 0; i < n && i < 8; i++) {
		if (v[i].block == MAP_NONE)
			fprintf(f, "%s%s", i ? "; " : "", marks[v[i].state].title);
		else
			fprintf(f, "%sblock %" PRIu32 ": %s", i ? "; " : "", v[i].block,
				marks[v[i].state].title);
	}
	fputs("\">", f);
}

/* What parts statements and the operands of &&, || and ?: in C and its relatives. */
static bool parts(const char *s, size_t size, size_t at)
{
	char c = s[at], before = at ? s[at - 1] : 0, behind = at + 1 < size ? s[at + 1] : 0;

	if (c == ':')
		return before != ':' && behind != ':';
	if (c == '&' || c == '|')
		return before == c || behind == c;
	return strchr(";{}?", c) && c;
}

/*
 * Compilers name the operator of a statement (c++: the ++): the range begins where
 * the statement does.
 */
static size_t beginning(const char *s, size_t size, size_t least, size_t at)
{
	size_t from = at;

	while (from > least && !parts(s, size, from - 1) && !strchr("),", s[from - 1])) {
		/* "f(x": the call; "if (x": what is asked */
		if (s[from - 1] == '(' && !(from - 1 > least && isalnum((unsigned char)s[from - 2])))
			break;
		from--;
	}
	while (from < at && (s[from] == ' ' || s[from] == '\t'))
		from++;
	return from;
}

/* It ends where the statement or operand ends, or the next one begins. */
static size_t ending(const char *s, size_t size, size_t from, size_t most)
{
	while (from < most && !parts(s, size, from))
		from++;
	return from < most && s[from] == ';' ? from + 1 : from;
}

/*
 * Only where blocks of the line differ: elsewhere the row says it all, and a page
 * without ranges is easier to read.
 */
static void source_text(FILE *f, const struct cov_line *l, const struct block_start *v, size_t n,
			const char *s, size_t size)
{
	size_t done = 0, next;

	/* The source may have changed since: columns behind its end say nothing. */
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
		open_range(f, v + i, next - i);
		html_text(f, s + from, done - from);
		fputs("</span>", f);
	}
	html_text(f, s + done, size - done);
}

static void line_row(FILE *f, uint32_t number, const struct cov_line *l,
		     const struct block_start *v, size_t n, const char *s, size_t size)
{
	unsigned state = l ? l->state : COVER_NONE;

	fprintf(f, "<tr id=\"L%" PRIu32 "\" class=\"%s\"><td class=\"ln\">%" PRIu32
		"</td><td class=\"sign\" title=\"%s\">%s</td><td class=\"hits\">",
		number, marks[state].name, number, marks[state].title, marks[state].sign);
	if (l && state_ran(state))
		fprintf(f, "%" PRIu64, l->hits ? l->hits : 1);
	fputs("</td><td class=\"blocks\">", f);
	if (l)
		block_counts(f, l);
	fputs("</td><td class=\"src\">", f);
	source_text(f, l, v, n, s, size);
	fputs("</td></tr>\n", f);
}

void html_source_rows(FILE *f, const struct coverage *c, uint32_t file,
		      const struct columns *columns, const char *s, size_t size)
{
	size_t next = c->files[file].first, end = next + c->files[file].n;
	const char *stop = s + size;

	for (uint32_t number = 1; s < stop || next < end; number++) {
		const char *nl = s < stop ? memchr(s, '\n', (size_t)(stop - s)) : NULL;
		size_t n = s < stop ? (size_t)((nl ? nl : stop) - s) : 0, starts;
		const struct cov_line *l = NULL;
		const struct block_start *v;

		/* Behind the end of the source (or without it) only lines with code. */
		if (s >= stop)
			number = c->lines[next].line;
		if (next < end && c->lines[next].line == number)
			l = &c->lines[next++];
		v = columns_of_line(columns, file, number, &starts);
		line_row(f, number, l, v, starts, s < stop ? s : "",
			 n && s[n - 1] == '\r' ? n - 1 : n);
		s = nl ? nl + 1 : stop;
	}
}
