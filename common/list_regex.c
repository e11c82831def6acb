/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Where the engines differ, LLVM's rule is: '{' is literal unless a digit
 * follows, nothing may be repeated twice, an alternative may not be empty, every
 * ')' needs a '(', and '\' before anything but a digit makes it literal.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "common/list_regex.h"

struct reader {
	const char *p, *end;
	char *out;
	const char *wrong;
};

static bool more(const struct reader *r)
{
	return r->p < r->end && !r->wrong;
}

static void emit(struct reader *r, char c)
{
	*r->out++ = c;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Does a repetition stand here? */
static bool at_repeat(const struct reader *r)
{
	if (r->p >= r->end)
		return false;
	if (*r->p == '{')
		return r->p + 1 < r->end && is_digit(r->p[1]);
	return *r->p == '*' || *r->p == '+' || *r->p == '?';
}

static unsigned long read_number(struct reader *r)
{
	unsigned long v = 0;

	while (r->p < r->end && is_digit(*r->p)) {
		if (v <= 255)
			v = 10 * v + (unsigned long)(*r->p - '0');
		emit(r, *r->p++);
	}
	if (v > 255)
		r->wrong = "a count is greater than 255";
	return v;
}

/* {2} {2,} {2,3} */
static void read_bounds(struct reader *r)
{
	unsigned long low = read_number(r);

	if (r->p < r->end && *r->p == ',') {
		emit(r, *r->p++);
		if (r->p < r->end && is_digit(*r->p) && read_number(r) < low)
			r->wrong = "the counts in {} run backwards";
	}
	if (r->p < r->end && *r->p == '}')
		emit(r, *r->p++);
	else
		r->wrong = "a '{' with a count has no '}' behind it";
}

static void read_repeat(struct reader *r, bool after_caret)
{
	if (!at_repeat(r))
		return;
	if (after_caret) {
		r->wrong = "a repetition follows '^'";
		return;
	}
	emit(r, *r->p);
	if (*r->p++ == '{')
		read_bounds(r);
	if (at_repeat(r))
		r->wrong = "a repetition follows a repetition";
}

/* One member of a set, [:class:] and the like included; returns it, or -1 for
 * what cannot begin a range. */
static int read_member(struct reader *r)
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
		r->wrong = "a class in [] has no end";
		return -1;
	}
	c = kind == '.' && close - r->p == 5 ? (unsigned char)r->p[2] : -1;
	while (r->p < close)
		emit(r, *r->p++);
	return c;
}

static void read_set(struct reader *r)
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
			r->wrong = "a '-' in [] stands neither first nor last nor in a range";
			return;
		}
		first = read_member(r);
		if (first < 0 || r->p + 1 >= r->end || *r->p != '-' || r->p[1] == ']')
			continue;
		emit(r, *r->p++);
		if (*r->p == '-') /* a range up to '-' itself */
			emit(r, *r->p++);
		else if (read_member(r) < first)
			r->wrong = "a range in [] runs backwards";
	}
	if (!r->wrong && r->p < r->end)
		emit(r, *r->p++);
	else if (!r->wrong)
		r->wrong = "a '[' has no ']'";
}

static void read_escape(struct reader *r)
{
	if (r->p == r->end) {
		r->wrong = "a '\\' stands at its end";
		return;
	}
	/* \w and others mean something to some C libraries. */
	if (is_digit(*r->p) || strchr("^.[$()|*+?{}\\", *r->p))
		emit(r, '\\');
	emit(r, *r->p++);
}

/* One element and its repetition; depth: open parentheses. */
static void read_element(struct reader *r, unsigned *depth, bool *empty)
{
	char c = *r->p;
	bool caret = c == '^';

	if (at_repeat(r)) {
		r->wrong = "a repetition has nothing to repeat";
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
			r->wrong = "a ')' has no '('";
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
		/* Some C libraries repeat no bare anchor. */
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

static const char *translate(struct reader *r)
{
	bool empty = true;
	unsigned depth = 0;

	while (more(r)) {
		if (*r->p != '|' && (*r->p != ')' || !empty)) {
			read_element(r, &depth, &empty);
			continue;
		}
		if (empty)
			return *r->p == ')' && !depth ? "a ')' has no '('"
						      : "an alternative is empty";
		emit(r, *r->p++);
		empty = true;
	}
	if (r->wrong)
		return r->wrong;
	if (depth)
		return "a '(' has no ')'";
	return empty ? "an alternative is empty" : NULL;
}

/* "^(" + the text with every '*' made ".*" + ")$": what LLVM compiles. */
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
	struct reader r = { 0 };
	char *wrapped, *result;

	*out = NULL;
	if (!n)
		return "it is empty";
	if (memchr(text, '\0', n))
		return "it holds a NUL byte";
	wrapped = malloc(2 * n + 4);
	result = malloc(6 * n + 13);
	if (!wrapped || !result) {
		free(wrapped);
		free(result);
		return "there is no memory for it";
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
