/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The source with the states of its lines, and inside a line of the blocks that
 * begin there.  Signs, words and patterns show what colours show.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/html_source.h"

/* Bytes of a line that are shown. */
#define LINE_MAX_SHOWN 20000u
/*
 * Lines of a table, and of several that are one part of the page.  Browsers lay out a table when it
 * is scrolled to, and look only at those of the parts near by, so that a long file scrolls without
 * delay.
 */
#define TABLE_LINES 25u
#define PART_LINES (40u * TABLE_LINES) /* as .thousand of html.css */

static bool blocks_differ(const struct cov_line *l)
{
	const bool covered = l->blocks[STATE_HIT] || l->blocks[STATE_INFERRED];

	return covered + !!l->blocks[STATE_NOT_COVERED] + !!l->blocks[STATE_UNKNOWN] > 1;
}

/* Returns whether a line is covered and some of it is not. */
static bool is_partly_covered(const struct source_rows *x, const struct source_line *line)
{
	const struct cov_line *l = line->l;

	if (!l || !state_is_covered(l->state))
		return false;
	if (l->blocks[STATE_NOT_COVERED])
		return true;
	for (size_t i = 0; i < line->n_branches; i++)
		for (size_t k = 0; k < line->branches[i].n; k++)
			if (x->h->c->outcomes[line->branches[i].first + k].state ==
			    STATE_NOT_COVERED)
				return true;
	return false;
}

/* Prints the number of blocks of each state, unless all blocks of the line agree. */
static void block_counts(FILE *f, const void *line)
{
	static const struct {
		unsigned state;
		const char *words;
	} shown[] = { { STATE_HIT, "covered" },
		      { STATE_UNKNOWN, "unknown" },
		      { STATE_NOT_COVERED, "not covered" } };
	const struct cov_line *l = ((const struct source_line *)line)->l;

	if (!blocks_differ(l))
		return;
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++) {
		uint32_t n = l->blocks[shown[i].state];

		if (shown[i].state == STATE_HIT)
			n += l->blocks[STATE_INFERRED];
		if (n)
			html_print(f, "blocks-of-state", TEXT("words", shown[i].words),
				   TEXT("sign", html_state_sign(shown[i].state)), NUMBER("n", n));
	}
}

/* Blocks that start at one place of a line. */
struct starts {
	const struct source_line *line;
	const struct block_start *v;
	size_t n;
};

static void starts_title(FILE *f, const void *data)
{
	const struct starts *t = data;

	for (size_t i = 0; i < t->n && i < 8; i++) {
		const struct html_state state =
			html_state_of(t->line, t->v[i].state, t->v[i].reason);

		fputs(i ? "; " : "", f);
		if (t->v[i].block != MAP_NONE)
			fprintf(f, "block %" PRIu32 ": ", t->v[i].block);
		html_state_title(f, &state);
	}
}

/* Begins the text at which the blocks v[0..n-1] start; the next block start ends it. */
static void begin_block(FILE *f, const struct source_line *line, const struct block_start *v,
			size_t n)
{
	const struct starts starts = { line, v, n };
	unsigned low = v[0].state, high = low;

	for (size_t i = 1; i < n; i++) {
		low = v[i].state < low ? v[i].state : low;
		high = v[i].state > high ? v[i].state : high;
	}
	/* All covered: the weaker word.  None is: "unknown" if one may be. */
	html_print(f, "begin-block",
		   TEXT("kind", state_is_covered(high) && !state_is_covered(low)
					? "part"
					: html_state_name(state_is_covered(low) ? low : high)),
		   PART("title", starts_title, &starts));
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

/* Prints s[from..to-1] with syntax colours. */
static void code(const struct source_rows *x, const char *s, size_t from, size_t to)
{
	while (from < to) {
		const unsigned char class = x->classes[from];
		size_t end = from;

		while (end < to && x->classes[end] == class)
			end++;
		html_print(x->f, "token", TEXT_N("class", (const char *)&class, class != 0),
			   TEXT_N("code", s + from, end - from));
		from = end;
	}
}

/* Prints a line of source; blocks are underlined only where those of the line differ. */
static void source_text(FILE *f, const void *data)
{
	const struct source_line *line = data;
	const struct source_rows *x = line->x;
	const struct block_start *v = line->starts;
	size_t n = line->n_starts, done = 0, next, size = line->n;
	const char *s = line->s;

	if (size > LINE_MAX_SHOWN)
		size = LINE_MAX_SHOWN;
	/* The source may have changed since: ignore columns after its end. */
	while (n && v[n - 1].column > size)
		n--;
	if (!line->l || !blocks_differ(line->l))
		n = 0;
	for (size_t i = 0; i < n; i = next) {
		size_t from = beginning(s, size, done, v[i].column - 1), most = size;

		for (next = i + 1; next < n && v[next].column == v[i].column;)
			next++;
		if (next < n)
			most = beginning(s, size, v[i].column, v[next].column - 1);
		code(x, s, done, from);
		done = ending(s, size, v[i].column, most);
		begin_block(f, line, v + i, next - i);
		code(x, s, from, done);
		template_print(f, "end-block", NULL);
	}
	code(x, s, done, size);
	if (size < line->n)
		html_print(f, "not-shown", NUMBER("n", line->n - size));
}

static void add_to_runs(struct source_runs *runs, uint32_t line)
{
	if (!runs->last || runs->last + 1 != line)
		string_buffer_appendf(&runs->lines, "%s%" PRIu32, runs->last ? " " : "", line);
	runs->last = line;
}

/* Scripts read the runs from here: to look at all rows of a long file would take them long. */
static void print_runs(struct source_rows *x)
{
	html_print(x->f, "runs", TEXT("missed", x->missed.lines.s),
		   TEXT("all", x->incomplete.lines.s), NUMBER("last", x->last));
	free(x->missed.lines.s);
	free(x->incomplete.lines.s);
}

static void blame_title(FILE *f, const void *data)
{
	const struct source_line *line = data;
	const struct html_report *h = line->x->h;

	html_blame_title(f, h->origin->blame, (size_t)(line->l - h->c->lines));
}

static void mark_cell(FILE *f, const void *data)
{
	const struct source_line *line = data;
	const struct html_report *h = line->x->h;

	html_mark_cell(f, line->l ? h->origin->marks->of_line[line->l - h->c->lines] : MARK_NONE);
}

static void note_runs(struct source_rows *x, const struct source_line *line, bool part)
{
	const unsigned state = line->l ? line->l->state : STATE_NONE;

	if (state == STATE_NOT_COVERED)
		add_to_runs(&x->missed, line->number);
	if (state == STATE_NOT_COVERED || state == STATE_UNKNOWN || part)
		add_to_runs(&x->incomplete, line->number);
}

static void line_row(struct source_rows *x, const struct source_line *line, bool why)
{
	const struct html_report *h = x->h;
	const struct cov_line *l = line->l;
	const unsigned state = l ? l->state : STATE_NONE;
	const struct html_state title = html_state_of(line, state, l ? l->reason : 0);
	const struct counts branches = html_count_branches(line);
	const bool part = is_partly_covered(x, line), with_tests = h->c->html_tests;

	note_runs(x, line, part);
	html_print(x->f, "row", NUMBER("line", line->number), TEXT("state", html_state_name(state)),
		   NUMBER("part", part),
		   NUMBER("changed", x->changed && changed_file_is_new(x->changed, line->number)),
		   PART("title", l ? html_state_title : NULL, &title),
		   PART("blame", h->origin->blame ? blame_title : NULL, line),
		   TEXT("sign", html_state_sign(state)),
		   PART("mark", h->origin->marks ? mark_cell : NULL, line),
		   NUMBER("with_hits", x->with_hits),
		   NUMBER("hits", state_is_covered(state) ? l->executions : 0),
		   NUMBER("with_tests", with_tests),
		   NUMBER("tests", with_tests && l ? html_count_tests(h->c->html_tests,
								      (size_t)(l - h->c->lines))
						   : 0),
		   NUMBER("covered", branches.covered), NUMBER("branches", branches.total),
		   PART("blocks",
			line->n_branches ? html_branch_signs
			: l              ? block_counts
					 : NULL,
			line),
		   PART("source", source_text, line), NUMBER("why", why),
		   PART("details", html_line_details, line));
}

static void begin_table(const struct source_rows *x, uint32_t line)
{
	html_print(x->f, "table", NUMBER("lazy", x->lazy), NUMBER("line", line),
		   NUMBER("marks", x->h->origin->marks != NULL), NUMBER("hits", x->with_hits),
		   NUMBER("tests", x->h->c->html_tests != NULL));
}

/* Adds a line to the text that is shown where no rows have been made yet. */
static void add_plain(struct source_rows *x, const struct source_line *line)
{
	string_buffer_append_n(&x->plain, line->s,
			       line->n < LINE_MAX_SHOWN ? line->n : LINE_MAX_SHOWN);
	string_buffer_append(&x->plain, "\n");
}

static void print_plain(FILE *f, const void *text)
{
	const struct string_buffer *plain = text;
	const char *s = plain->s, *end = s + plain->n;

	for (const char *nl; s < end; s = nl + 1) {
		nl = memchr(s, '\n', (size_t)(end - s));
		html_text(f, s, (size_t)(nl - s));
		fputc('\n', f);
	}
}

static void end_table(struct source_rows *x)
{
	html_print(x->f, "end-table", PART("lazy", x->lazy ? print_plain : NULL, &x->plain),
		   NUMBER("hits", x->with_hits), NUMBER("tests", x->h->c->html_tests != NULL),
		   NUMBER("marks", x->h->origin->marks != NULL));
	x->plain.n = 0;
}

/* Sets the branches of a line, which are by line, from *next on. */
static void take_branches(const struct source_rows *x, struct source_line *line, size_t *next)
{
	while (*next < x->n_branches && x->branches[*next].line < line->number)
		++*next;
	line->branches = x->branches + *next;
	line->n_branches = 0;
	while (*next < x->n_branches && x->branches[*next].line == line->number) {
		++*next;
		line->n_branches++;
	}
}

/* Sets the decisions of a line, which are by line, from *next on. */
static void take_decisions(const struct source_rows *x, struct source_line *line, size_t *next)
{
	const struct coverage *c = x->h->c;
	const size_t end = c->files[x->file].first_decision + c->files[x->file].n_decisions;

	while (*next < end && c->decisions[*next].line < line->number)
		++*next;
	line->decisions = c->decisions + *next;
	line->n_decisions = 0;
	while (*next < end && c->decisions[*next].line == line->number) {
		++*next;
		line->n_decisions++;
	}
}

/* Grows x->classes for a line, and classifies it. */
static void classify(struct source_rows *x, struct code_lexer *lexer, const struct source_line *l)
{
	if (x->classes_room < l->n) {
		x->classes_room = 2 * l->n;
		x->classes = xrealloc(x->classes, x->classes_room);
	}
	if (l->n)
		code_line(lexer, l->s, l->n, x->classes);
}

void html_source_rows(struct source_rows *x, const char *s, size_t size)
{
	const struct coverage *c = x->h->c;
	size_t next = c->files[x->file].first, end = next + c->files[x->file].n;
	size_t next_branch = 0, shown = 0;
	size_t next_decision = x->h->c->files[x->file].first_decision;
	const char *stop = s + size;
	struct code_lexer lexer;
	unsigned last_reason = UNKNOWN_NONE;

	code_begin(&lexer, c->files[x->file].path);
	for (uint32_t number = 1; s < stop || next < end; number++) {
		const char *nl = s < stop ? memchr(s, '\n', (size_t)(stop - s)) : NULL;
		size_t n = s < stop ? (size_t)((nl ? nl : stop) - s) : 0;
		struct source_line line = { .x = x,
					    .s = s < stop ? s : "",
					    .n = n && s[n - 1] == '\r' ? n - 1 : n };

		/* After the end of the source (or without it) only lines with code. */
		if (s >= stop)
			number = c->lines[next].line;
		line.number = number;
		if (next < end && c->lines[next].line == number)
			line.l = &c->lines[next++];
		line.starts = block_starts_of_line(x->starts, x->file, number, &line.n_starts);
		take_branches(x, &line, &next_branch);
		take_decisions(x, &line, &next_decision);
		classify(x, &lexer, &line);
		if (shown % TABLE_LINES == 0) {
			if (shown)
				end_table(x);
			if (shown % PART_LINES == 0)
				html_print(x->f, "thousand", NUMBER("next", shown));
			begin_table(x, number);
		}
		shown++;
		line_row(x, &line, line.l && line.l->reason && line.l->reason != last_reason);
		if (x->lazy)
			add_plain(x, &line);
		x->last = number;
		if (line.l)
			last_reason = line.l->reason;
		s = nl ? nl + 1 : stop;
	}
	if (shown) {
		end_table(x);
		template_print(x->f, "end-thousand", NULL);
	}
	print_runs(x);
	free(x->plain.s);
	free(x->classes);
	x->classes = NULL;
	x->classes_room = 0;
}
