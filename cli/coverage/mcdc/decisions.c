/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tokens, then a descent by precedence into what can contain decisions.  What is not understood is
 * a condition, or makes its decision `odd`: nothing is concluded from it.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/base.h"
#include "coverage/mcdc/decision_paths.h"
#include "coverage/mcdc/decisions.h"

enum token_kind {
	TOKEN_OTHER,
	TOKEN_WORD,
	TOKEN_OPEN,  /* ( [ */
	TOKEN_CLOSE, /* ) ] */
	TOKEN_BREAK, /* { } ; */
	TOKEN_COMMA,
	TOKEN_ASSIGN,
	TOKEN_QUESTION,
	TOKEN_COLON,
	TOKEN_AND,
	TOKEN_OR,
	TOKEN_NOT,
};

struct token {
	size_t at, end; /* in the text */
	size_t pair;    /* of OPEN and CLOSE: index of the other one; 0: there is none */
	uint32_t line;
	uint32_t directives; /* of the preprocessor before it */
	uint8_t kind;
};

#define DEPTH 200u /* of what contains another one */

struct decision_parser {
	struct text_decisions *to;
	const char *text;
	struct token *v;
	size_t n, room;
	unsigned depth;
};

/* A decision while it is read; what is inside its conditions is read at the same time. */
struct building {
	struct decision_parser *p;
	struct text_condition *v;
	size_t n, room;
	bool odd, negated;
};

static const char *after_quote(const char *s, const char *stop, uint32_t *line);

/* Returns the end of a comment, whose newlines are counted. */
static const char *after_comment(const char *s, const char *stop, uint32_t *line)
{
	const char *end = memmem(s + 2, (size_t)(stop - s - 2), "*/", 2);

	for (end = end ? end + 2 : stop; s < end; s++)
		*line += *s == '\n';
	return end;
}

/* Returns the end of a line that other ones may continue, of a directive or a comment of one. */
static const char *after_line(const char *s, const char *stop, uint32_t *line, bool is_comment)
{
	for (; s < stop && *s != '\n'; s++) {
		if (!is_comment && *s == '/' && s + 1 < stop && s[1] == '*') {
			s = after_comment(s, stop, line) - 1;
		} else if (!is_comment && *s == '/' && s + 1 < stop && s[1] == '/') {
			is_comment = true;
		} else if (!is_comment && (*s == '"' || *s == '\'')) {
			s = after_quote(s, stop, line) - 1;
		} else if (*s == '\\' && s + 1 < stop && s[1] == '\n') {
			++*line;
			s++;
		} else if (*s == '\\' && s + 2 < stop && s[1] == '\r' && s[2] == '\n') {
			++*line;
			s += 2;
		}
	}
	return s;
}

/* Returns the end of a string or character constant. */
static const char *after_quote(const char *s, const char *stop, uint32_t *line)
{
	const char quote = *s++;

	for (; s < stop && *s != quote && *s != '\n'; s++)
		if (*s == '\\' && s + 1 < stop) {
			s++;
			s += *s == '\r' && s + 1 < stop && s[1] == '\n';
			*line += *s == '\n';
		}
	return s < stop && *s == quote ? s + 1 : s;
}

/* Returns the end of R"x( ... )x"; s: at its quote. */
static const char *after_raw(const char *s, const char *stop, uint32_t *line)
{
	char end[20] = ")";
	size_t n = 0;
	const char *found;

	while (s + 1 + n < stop && n < 16 && s[1 + n] != '(')
		n++;
	memcpy(end + 1, s + 1, s + 1 + n < stop ? n : 0);
	end[1 + n] = '"';
	found = memmem(s, (size_t)(stop - s), end, n + 2);
	found = found ? found + n + 2 : stop;
	for (; s < found; s++)
		*line += *s == '\n';
	return found;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* Returns the kind of the operator at s, and its length. */
static unsigned operator_at(const char *s, const char *stop, size_t *n)
{
	static const struct {
		char text[4];
		uint8_t kind;
	} operators[] = {
		{ "<<=", TOKEN_ASSIGN }, { ">>=", TOKEN_ASSIGN }, { "<=>", TOKEN_OTHER },
		{ "&&", TOKEN_AND },     { "||", TOKEN_OR },      { "==", TOKEN_OTHER },
		{ "!=", TOKEN_OTHER },   { "<=", TOKEN_OTHER },   { ">=", TOKEN_OTHER },
		{ "+=", TOKEN_ASSIGN },  { "-=", TOKEN_ASSIGN },  { "*=", TOKEN_ASSIGN },
		{ "/=", TOKEN_ASSIGN },  { "%=", TOKEN_ASSIGN },  { "&=", TOKEN_ASSIGN },
		{ "|=", TOKEN_ASSIGN },  { "^=", TOKEN_ASSIGN },  { "::", TOKEN_OTHER },
		{ "->", TOKEN_OTHER },   { "=", TOKEN_ASSIGN },   { "!", TOKEN_NOT },
		{ "?", TOKEN_QUESTION }, { ":", TOKEN_COLON },    { ",", TOKEN_COMMA },
		{ ";", TOKEN_BREAK },    { "{", TOKEN_BREAK },    { "}", TOKEN_BREAK },
		{ "(", TOKEN_OPEN },     { "[", TOKEN_OPEN },     { ")", TOKEN_CLOSE },
		{ "]", TOKEN_CLOSE },
	};

	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
		*n = strlen(operators[i].text);
		if ((size_t)(stop - s) >= *n && !memcmp(s, operators[i].text, *n))
			return operators[i].kind;
	}
	*n = 1;
	return TOKEN_OTHER;
}

static void tokenize(struct decision_parser *p, size_t size)
{
	const char *s = p->text, *stop = s + size, *end;
	uint32_t line = 1, directives = 0;
	bool line_begins = true;
	size_t n;

	while (s < stop) {
		struct token t = { .at = (size_t)(s - p->text), .directives = directives };

		if (*s == '\n') {
			line++;
			line_begins = true;
			s++;
			continue;
		}
		if (isspace((unsigned char)*s) || *s == '\\') {
			s++;
			continue;
		}
		if (*s == '#' && line_begins) {
			s = after_line(s, stop, &line, false);
			directives++;
			continue;
		}
		line_begins = false;
		if (*s == '/' && s + 1 < stop && (s[1] == '/' || s[1] == '*')) {
			s = s[1] == '*' ? after_comment(s, stop, &line)
					: after_line(s, stop, &line, true);
			continue;
		}
		t.line = line;
		if (is_word(*s)) {
			t.kind = TOKEN_WORD;
			for (end = s; end < stop && (is_word(*end) ||
						     (*end == '.' && isdigit((unsigned char)*s)));)
				end++;
			if (end < stop && *end == '"' && end[-1] == 'R')
				end = after_raw(end, stop, &line);
			else if (end < stop && *end == '\'' && isdigit((unsigned char)*s))
				end++; /* 1'000 */
		} else if (*s == '"' || *s == '\'') {
			end = after_quote(s, stop, &line);
		} else {
			t.kind = (uint8_t)operator_at(s, stop, &n);
			end = s + n;
		}
		s = end;
		t.end = (size_t)(end - p->text);
		ARRAY_GROW(p->v, p->n, p->room);
		p->v[p->n++] = t;
	}
}

/* Finds the other one of each bracket; those of a text with other ones are left without. */
static void pair_brackets(struct decision_parser *p)
{
	size_t *open = xcalloc(p->n + 1, sizeof(*open)), depth = 0;

	for (size_t i = 0; i < p->n; i++) {
		const char c = p->text[p->v[i].at];

		if (p->v[i].kind == TOKEN_OPEN) {
			open[depth++] = i;
		} else if (p->v[i].kind == TOKEN_CLOSE && depth &&
			   p->text[p->v[open[depth - 1]].at] == (c == ')' ? '(' : '[')) {
			p->v[i].pair = open[--depth];
			p->v[open[depth]].pair = i;
		}
	}
	free(open);
}

static bool is_text(const struct decision_parser *p, size_t i, const char *text)
{
	const struct token *t = &p->v[i];

	return t->end - t->at == strlen(text) && !memcmp(p->text + t->at, text, t->end - t->at);
}

/* Returns the token after this one, or after its bracket if it opens one. */
static size_t after(const struct decision_parser *p, size_t i)
{
	return p->v[i].kind == TOKEN_OPEN && p->v[i].pair > i ? p->v[i].pair + 1 : i + 1;
}

/* Returns the first token of a kind that is in no brackets, or `end`. */
static size_t find(const struct decision_parser *p, size_t i, size_t end, unsigned kind)
{
	while (i < end && p->v[i].kind != kind)
		i = after(p, i);
	return i < end ? i : end;
}

static void statements(struct decision_parser *p, size_t i, size_t end);

/* Looks into the brackets of an operand. */
static void inside(struct decision_parser *p, size_t i, size_t end)
{
	for (; i < end; i = after(p, i))
		if (p->v[i].kind == TOKEN_OPEN && p->v[i].pair > i && p->v[i].pair < end)
			statements(p, i + 1, p->v[i].pair);
}

static void add_condition(struct building *b, size_t i, size_t end)
{
	ARRAY_GROW(b->v, b->n, b->room);
	b->v[b->n++] = (struct text_condition){
		.first = b->p->v[i].at,
		.end = b->p->v[end - 1].end,
		.line = b->p->v[i].line,
		.to = { DECISION_END, DECISION_END + 1 },
	};
}

/* Changes where the conditions from `first` on go that give the operand this value. */
static void redirect(struct building *b, size_t first, unsigned value)
{
	const size_t to = b->n;

	b->odd |= to >= DECISION_CONDITIONS;
	for (size_t i = first; i < to && !b->odd; i++)
		for (unsigned k = 0; k < 2; k++)
			if (b->v[i].to[k] == DECISION_END + value)
				b->v[i].to[k] = (uint8_t)to;
}

static void negate(struct building *b, size_t first)
{
	for (size_t i = first; i < b->n; i++)
		for (unsigned k = 0; k < 2; k++)
			if (b->v[i].to[k] >= DECISION_END)
				b->v[i].to[k] ^= 1;
}

static void operand(struct building *b, size_t i, size_t end);

/* Reads operands with && or || between them.  Returns false if there are none. */
static bool operands(struct building *b, size_t i, size_t end, unsigned kind)
{
	const size_t begin = b->n;
	size_t at = find(b->p, i, end, kind);

	if (at == end)
		return false;
	for (;;) {
		operand(b, i, at);
		if (at == end)
			return true;
		/* The left operand goes on to the right one if that decides. */
		redirect(b, begin, kind == TOKEN_AND);
		i = at + 1;
		at = find(b->p, i, end, kind);
	}
}

/* Returns whether brackets contain an expression that is an operand as if they were not there. */
static bool is_transparent(const struct decision_parser *p, size_t i, size_t end)
{
	return p->text[p->v[i].at] == '(' && p->v[i].pair == end - 1 &&
	       find(p, i + 1, end - 1, TOKEN_COMMA) == end - 1 &&
	       find(p, i + 1, end - 1, TOKEN_BREAK) == end - 1 &&
	       find(p, i + 1, end - 1, TOKEN_ASSIGN) == end - 1 &&
	       find(p, i + 1, end - 1, TOKEN_QUESTION) == end - 1;
}

/*
 * Returns whether ! before these tokens is of all of them, not of the left operand of another
 * operator as in "!a == b".  "(x) - y" may be a cast, and "x<y>()" a template: it says no.
 */
static bool is_unary(const struct decision_parser *p, size_t i, size_t end)
{
	bool has_operand = false;

	for (; i < end; i = after(p, i)) {
		const struct token *t = &p->v[i];
		const char c = p->text[t->at];
		const bool is_literal = c == '"' || c == '\'';

		if (is_text(p, i, "->") || is_text(p, i, "::") || c == '.')
			continue;
		if ((c == '+' || c == '-') && i + 1 < end && p->v[i + 1].at == t->end &&
		    p->text[t->end] == c)
			i++; /* ++ and -- */
		else if (t->kind == TOKEN_WORD || t->kind == TOKEN_OPEN || is_literal)
			has_operand = true;
		else if (has_operand)
			return false;
	}
	return true;
}

static void operand(struct building *b, size_t i, size_t end)
{
	struct decision_parser *p = b->p;
	const size_t first = b->n;

	if (i == end || p->depth == DEPTH) { /* && of a label, or a type */
		b->odd = true;
		return;
	}
	p->depth++;
	if (!operands(b, i, end, TOKEN_OR) && !operands(b, i, end, TOKEN_AND)) {
		const bool is_not = p->v[i].kind == TOKEN_NOT,
			   strip = is_not && is_unary(p, i, end);
		bool negated = false;

		for (; strip && i + 1 < end && p->v[i].kind == TOKEN_NOT; i++)
			negated = !negated;
		if (is_transparent(p, i, end)) {
			operand(b, i + 1, end - 1);
		} else {
			add_condition(b, i, end);
			inside(p, i, end);
		}
		if (negated)
			negate(b, first);
		b->negated |= strip ? negated : is_not;
	}
	p->depth--;
}

/*
 * Adds a decision; from: the token at which its lines begin.  A value without && and || is none,
 * but what is in its brackets may be.
 */
static void decision(struct decision_parser *p, size_t from, size_t i, size_t end, unsigned use)
{
	struct text_decisions *d = p->to;
	struct building b = { .p = p };
	const size_t index = d->n;

	if (i >= end)
		return;
	ARRAY_GROW(d->v, d->n, d->room);
	d->v[d->n++] = (struct text_decision){ .first_line = p->v[from].line,
					       .last_line = p->v[end - 1].line,
					       .use = (uint8_t)use };
	operand(&b, i, end);
	d->v[index].is_none = use == DECISION_VALUE && b.n == 1 && !b.odd;
	d->v[index].odd = b.odd || p->v[from].directives != p->v[end - 1].directives;
	d->v[index].negated = b.negated;
	d->v[index].n = (uint32_t)b.n;
	d->v[index].first = d->n_conditions;
	d->v[index].end = p->v[end - 1].end;
	for (size_t k = 0; k < b.n; k++) {
		ARRAY_GROW(d->conditions, d->n_conditions, d->conditions_room);
		d->conditions[d->n_conditions++] = b.v[k];
	}
	free(b.v);
}

/* Adds something that has no conditions (odd: or that is not understood). */
static void add_other(struct decision_parser *p, size_t i, size_t end, bool odd)
{
	struct text_decisions *d = p->to;

	ARRAY_GROW(d->v, d->n, d->room);
	d->v[d->n++] = (struct text_decision){ .first_line = p->v[i].line,
					       .last_line = p->v[end - 1].line,
					       .odd = odd };
}

/* Returns the colon of a question mark, or `end`. */
static size_t colon_of(const struct decision_parser *p, size_t question, size_t end)
{
	size_t open = 1, i = question + 1;

	for (; i < end; i = after(p, i)) {
		open += p->v[i].kind == TOKEN_QUESTION;
		open -= p->v[i].kind == TOKEN_COLON;
		if (!open)
			return i;
	}
	return end;
}

/* Reads an expression without commas and assignments. */
static void expression(struct decision_parser *p, size_t i, size_t end)
{
	size_t question = find(p, i, end, TOKEN_QUESTION), colon = colon_of(p, question, end);

	if (question >= end) {
		decision(p, i, i, end, DECISION_VALUE);
	} else if (question == i || colon >= end || colon == question + 1 || p->depth == DEPTH) {
		add_other(p, i, end, true); /* "a ?: b", too, which has the value of a */
	} else {
		p->depth++;
		decision(p, i, i, question, DECISION_CHOICE);
		expression(p, question + 1, colon);
		expression(p, colon + 1, end);
		p->depth--;
	}
}

/* Reads what a statement tests, from token i on, of which `keyword` is the first. */
static void tested(struct decision_parser *p, size_t keyword, size_t i, size_t end, unsigned use)
{
	bool assigns = find(p, i, end, TOKEN_ASSIGN) < end;
	bool operates = find(p, i, end, TOKEN_AND) < end || find(p, i, end, TOKEN_OR) < end;

	if (i == end)
		return;
	if ((assigns && operates) || find(p, i, end, TOKEN_COMMA) < end ||
	    find(p, i, end, TOKEN_BREAK) < end || find(p, i, end, TOKEN_QUESTION) < end)
		add_other(p, keyword, end, true);
	else
		decision(p, keyword, i, end, use);
}

/* Reads the brackets of a statement; returns false if it is none. */
static bool statement(struct decision_parser *p, size_t i, size_t end)
{
	const size_t open = i + 1, close = open < end ? p->v[open].pair : 0;
	size_t first, second;

	if (p->v[i].kind != TOKEN_WORD || close <= open || p->text[p->v[open].at] != '(')
		return false;
	if (is_text(p, i, "if")) {
		tested(p, i, open + 1, close, DECISION_IF);
	} else if (is_text(p, i, "while")) {
		tested(p, i, open + 1, close, DECISION_LOOP);
	} else if (is_text(p, i, "switch")) {
		add_other(p, i, close, false);
		statements(p, open + 1, close);
	} else if (is_text(p, i, "for")) {
		first = find(p, open + 1, close, TOKEN_BREAK);
		second = first < close ? find(p, first + 1, close, TOKEN_BREAK) : close;
		if (first == close || p->text[p->v[first].at] != ';') {
			add_other(p, i, close, true); /* C++: of a range */
			return true;
		}
		statements(p, open + 1, first);
		tested(p, i, first + 1, second, DECISION_LOOP);
		if (second < close)
			statements(p, second + 1, close);
	} else {
		return false;
	}
	return true;
}

/* Returns whether an expression ends before this token, which is not part of one. */
static bool is_separator(const struct decision_parser *p, size_t i)
{
	static const char *const words[] = { "return", "co_return", "throw", "else", "do",
					     "case",   "goto",      "if",    "while" };
	const unsigned kind = p->v[i].kind;

	if (kind == TOKEN_BREAK || kind == TOKEN_COMMA || kind == TOKEN_ASSIGN)
		return true;
	for (size_t k = 0; kind == TOKEN_WORD && k < sizeof(words) / sizeof(*words); k++)
		if (is_text(p, i, words[k]))
			return true;
	return false;
}

/* Reads statements, or what brackets contain. */
static void statements(struct decision_parser *p, size_t i, size_t end)
{
	size_t from = i;

	if (p->depth == DEPTH)
		return;
	p->depth++;
	while (i < end) {
		bool is_statement = statement(p, i, end);

		if (!is_statement && !is_separator(p, i)) {
			i = after(p, i);
			continue;
		}
		expression(p, from, i);
		i = is_statement ? p->v[i + 1].pair + 1 : i + 1;
		from = i;
	}
	expression(p, from, end);
	p->depth--;
}

static int compare_decisions(const void *a, const void *b)
{
	const struct text_decision *x = a, *y = b;

	if (x->first_line != y->first_line)
		return x->first_line < y->first_line ? -1 : 1;
	return x->end < y->end ? -1 : x->end > y->end;
}

void decisions_read(struct text_decisions *d, const char *text, size_t size)
{
	struct decision_parser p = { .to = d, .text = text };
	size_t kept = 0;

	memset(d, 0, sizeof(*d));
	tokenize(&p, size);
	pair_brackets(&p);
	statements(&p, 0, p.n);
	for (size_t i = 0; i < d->n; i++)
		if (!d->v[i].is_none)
			d->v[kept++] = d->v[i];
	d->n = kept;
	if (kept)
		qsort(d->v, kept, sizeof(*d->v), compare_decisions);
	free(p.v);
}

void decisions_free(struct text_decisions *d)
{
	free(d->v);
	free(d->conditions);
	memset(d, 0, sizeof(*d));
}
