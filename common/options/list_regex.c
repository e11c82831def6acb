/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * LLVM's rules where regular expression engines differ: '{' is literal unless a digit
 * follows, a repetition cannot be repeated, an alternative cannot be empty, every ')'
 * needs a '(', and '\' makes any character but a digit literal.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "common/options/list_regex.h"

struct regex_reader {
	const char *p, *end;
	char *out;
	const char *wrong;
};

static bool more(const struct regex_reader *r)
{
	return r->p < r->end && !r->wrong;
}

static void emit(struct regex_reader *r, char c)
{
	*r->out++ = c;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Returns true if a repetition operator follows. */
static bool at_repeat(const struct regex_reader *r)
{
	if (r->p >= r->end)
		return false;
	if (*r->p == '{')
		return r->p + 1 < r->end && is_digit(r->p[1]);
	return *r->p == '*' || *r->p == '+' || *r->p == '?';
}

static unsigned long read_number(struct regex_reader *r)
{
	unsigned long v = 0;

	while (r->p < r->end && is_digit(*r->p)) {
		if (v <= 255)
			v = 10 * v + (unsigned long)(*r->p - '0');
		emit(r, *r->p++);
	}
	if (v > 255)
		r->wrong = "repeat count above 255";
	return v;
}

/* {2} {2,} {2,3} */
static void read_bounds(struct regex_reader *r)
{
	unsigned long low = read_number(r);

	if (r->p < r->end && *r->p == ',') {
		emit(r, *r->p++);
		if (r->p < r->end && is_digit(*r->p) && read_number(r) < low)
			r->wrong = "reversed counts in {}";
	}
	if (r->p < r->end && *r->p == '}')
		emit(r, *r->p++);
	else
		r->wrong = "missing '}' after a repeat count";
}

static void read_repeat(struct regex_reader *r, bool after_caret)
{
	if (!at_repeat(r))
		return;
	if (after_caret) {
		r->wrong = "repetition of '^'";
		return;
	}
	emit(r, *r->p);
	if (*r->p++ == '{')
		read_bounds(r);
	if (at_repeat(r))
		r->wrong = "repetition of a repetition";
}

/* Reads one member of a set, such as a or [:alpha:].  Returns it, or -1 if a range
 * cannot begin with it. */
static int read_member(struct regex_reader *r)
{
	char kind = r->p + 1 < r->end ? r->p[1] : '\0';
	const char *close = NULL;
	int c = (unsigned char)*r->p;

	if (c != '[' || (kind != ':' && kind != '=' && kind != '.')) {
		emit(r, *r->p++);
		return c;
	}
	for (const char *s = r->p + 2; s + 1 < r->end && !close; s++)
		if (s[0] == kind && s[1] == ']')
			close = s + 2;
	if (!close) {
		r->wrong = "unterminated class in []";
		return -1;
	}
	c = kind == '.' && close - r->p == 5 ? (unsigned char)r->p[2] : -1;
	while (r->p < close)
		emit(r, *r->p++);
	return c;
}

static void read_set(struct regex_reader *r)
{
	if (more(r) && *r->p == '^')
		emit(r, *r->p++);
	if (more(r) && (*r->p == ']' || *r->p == '-'))
		emit(r, *r->p++);
	while (more(r) && *r->p != ']') {
		int first;

		if (*r->p == '-') {
			if (r->p + 1 < r->end && r->p[1] == ']') {
				emit(r, *r->p++);
				break;
			}
			r->wrong = "'-' in [] is neither first, last nor part of a range";
			return;
		}
		first = read_member(r);
		if (first < 0 || r->p + 1 >= r->end || *r->p != '-' || r->p[1] == ']')
			continue;
		emit(r, *r->p++);
		if (*r->p == '-') /* a range up to '-' itself */
			emit(r, *r->p++);
		else if (read_member(r) < first)
			r->wrong = "reversed range in []";
	}
	if (!r->wrong && r->p < r->end)
		emit(r, *r->p++);
	else if (!r->wrong)
		r->wrong = "missing ']'";
}

static void read_escape(struct regex_reader *r)
{
	if (r->p == r->end) {
		r->wrong = "'\\' at the end";
		return;
	}
	/* Drop the '\' of \w and others, which some C libraries interpret. */
	if (is_digit(*r->p) || strchr("^.[$()|*+?{}\\", *r->p))
		emit(r, '\\');
	emit(r, *r->p++);
}

/* Reads one element with its repetition; depth is the number of open parentheses. */
static void read_element(struct regex_reader *r, unsigned *depth, bool *empty)
{
	char c = *r->p;
	bool caret = c == '^';

	if (at_repeat(r)) {
		r->wrong = "repetition without an operand";
		return;
	}
	r->p++;
	*empty = false;
	if (c == '(') {
		emit(r, c);
		++*depth;
		*empty = true;
		if (r->p < r->end && *r->p == ')') /* () matches the empty string */
			*empty = false;
		return;
	}
	if (c == ')') {
		if (!*depth) {
			r->wrong = "')' without '('";
			return;
		}
		--*depth;
		emit(r, c);
	} else if (c == '[') {
		emit(r, c);
		read_set(r);
	} else if (c == '\\') {
		read_escape(r);
	} else if (c == '$' && at_repeat(r)) {
		/* Some C libraries do not accept a repeated anchor. */
		memcpy(r->out, "($)", 3);
		r->out += 3;
	} else {
		if (c == '{')
			emit(r, '\\');
		emit(r, c);
	}
	if (!r->wrong)
		read_repeat(r, caret);
}

static const char *translate(struct regex_reader *r)
{
	bool empty = true;
	unsigned depth = 0;

	while (more(r)) {
		if (*r->p != '|' && (*r->p != ')' || !empty)) {
			read_element(r, &depth, &empty);
			continue;
		}
		if (empty)
			return *r->p == ')' && !depth ? "')' without '('" : "empty alternative";
		emit(r, *r->p++);
		empty = true;
	}
	if (r->wrong)
		return r->wrong;
	if (depth)
		return "missing ')'";
	return empty ? "empty alternative" : NULL;
}

/* Writes what LLVM compiles: "^(", the text with ".*" for each '*', ")$".  Returns the
 * length. */
static size_t wrap(const char *text, size_t n, char *out)
{
	char *w = out;

	*w++ = '^';
	*w++ = '(';
	for (size_t i = 0; i < n; i++) {
		if (text[i] == '*')
			*w++ = '.';
		*w++ = text[i];
	}
	*w++ = ')';
	*w++ = '$';
	return (size_t)(w - out);
}

const char *anycov_list_regex(const char *text, size_t n, char **out)
{
	struct regex_reader r = { 0 };
	char *wrapped, *result;

	*out = NULL;
	if (!n)
		return "empty pattern";
	if (memchr(text, '\0', n))
		return "contains a NUL byte";
	wrapped = malloc(2 * n + 4);
	result = malloc(6 * n + 13);
	if (!wrapped || !result) {
		free(wrapped);
		free(result);
		return "out of memory";
	}
	r.p = wrapped;
	r.end = wrapped + wrap(text, n, wrapped);
	r.out = result;
	r.wrong = translate(&r);
	emit(&r, '\0');
	free(wrapped);
	if (r.wrong)
		free(result);
	else
		*out = result;
	return r.wrong;
}
