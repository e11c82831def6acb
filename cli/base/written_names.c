/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"
#include "base/written_names.h"

/* Templates in each other, and brackets; what is deeper is copied as it is. */
#define DEPTH_MAX 100
#define ARGUMENTS_MAX 8

/* Default arguments of templates of the library: names of other templates, of the first argument;
 * an allocator that follows two arguments is one of pairs of them. */
static const struct defaults {
	const char *name;
	unsigned own; /* arguments that have no default */
	const char *rest[3];
} defaults[] = {
	{ "vector", 1, { "allocator" } },
	{ "deque", 1, { "allocator" } },
	{ "list", 1, { "allocator" } },
	{ "forward_list", 1, { "allocator" } },
	{ "set", 1, { "less", "allocator" } },
	{ "multiset", 1, { "less", "allocator" } },
	{ "map", 2, { "less", "allocator" } },
	{ "multimap", 2, { "less", "allocator" } },
	{ "unordered_set", 1, { "hash", "equal_to", "allocator" } },
	{ "unordered_multiset", 1, { "hash", "equal_to", "allocator" } },
	{ "unordered_map", 2, { "hash", "equal_to", "allocator" } },
	{ "unordered_multimap", 2, { "hash", "equal_to", "allocator" } },
	{ "unique_ptr", 1, { "default_delete" } },
	{ "basic_string", 1, { "char_traits", "allocator" } },
	{ "basic_string_view", 1, { "char_traits" } },
	{ "basic_ios", 1, { "char_traits" } },
	{ "basic_istream", 1, { "char_traits" } },
	{ "basic_ostream", 1, { "char_traits" } },
	{ "basic_iostream", 1, { "char_traits" } },
	{ "basic_streambuf", 1, { "char_traits" } },
	{ "basic_filebuf", 1, { "char_traits" } },
	{ "basic_ifstream", 1, { "char_traits" } },
	{ "basic_ofstream", 1, { "char_traits" } },
	{ "basic_fstream", 1, { "char_traits" } },
	{ "basic_stringbuf", 1, { "char_traits", "allocator" } },
	{ "basic_istringstream", 1, { "char_traits", "allocator" } },
	{ "basic_ostringstream", 1, { "char_traits", "allocator" } },
	{ "basic_stringstream", 1, { "char_traits", "allocator" } },
};

struct writing {
	const char *s; /* what is left to read */
	struct string_buffer t;
	unsigned depth;
};

/* A part of what was written. */
struct span {
	size_t start, end;
};

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

static bool ends_in_word(const struct string_buffer *t)
{
	return t->n && is_word(t->s[t->n - 1]);
}

static void copy(struct writing *x, size_t n)
{
	string_buffer_append_n(&x->t, x->s, n);
	x->s += n;
}

static void cut(struct string_buffer *t, size_t n)
{
	t->n = n;
	if (t->s)
		t->s[n] = 0;
}

static size_t skip(const char *s, const char *word)
{
	return starts_with(s, word) ? strlen(word) : 0;
}

/* Copies the sign of an operator, which is no bracket. */
static void copy_operator(struct writing *x)
{
	static const char *const signs[] = { "<<=", "<=>", "<<", "<=", "<",  ">>=", ">>",
					     ">=",  "->*", "->", ">",  "()", "[]" };

	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++)
		if (starts_with(x->s, signs[i])) {
			copy(x, strlen(signs[i]));
			break;
		}
	/* Of a template: "operator<< <char>". */
	if (*x->s == ' ' && x->s[1] == '<')
		x->s++;
}

/* Copies "std::" without the namespace in which libstdc++ and libc++ have their version. */
static void copy_std(struct writing *x)
{
	copy(x, strlen("std::"));
	x->s += skip(x->s, "__cxx11::");
	x->s += skip(x->s, "__1::");
}

static bool is_text(const struct writing *x, struct span part, const char *text)
{
	return part.end - part.start == strlen(text) &&
	       !memcmp(x->t.s + part.start, text, strlen(text));
}

/* Returns whether an argument is the default of this name. */
static bool is_default(const struct writing *x, const struct defaults *d, const char *name,
		       const struct span *arguments, size_t i)
{
	const struct span *first = &arguments[0], *second = &arguments[1];
	const char *t = x->t.s;
	char *text;
	bool yes;

	if (d->own == 2 && !strcmp(name, "allocator"))
		text = xasprintf("std::allocator<std::pair<%.*s const, %.*s>>",
				 (int)(first->end - first->start), t + first->start,
				 (int)(second->end - second->start), t + second->start);
	else
		text = xasprintf("std::%s<%.*s>", name, (int)(first->end - first->start),
				 t + first->start);
	yes = is_text(x, arguments[i], text);
	free(text);
	return yes;
}

/* Cuts default arguments off a template whose name begins at `name`; n arguments end the text. */
static void cut_defaults(struct writing *x, size_t name, const struct span *arguments, size_t n)
{
	const struct defaults *d = NULL;
	const char *word = x->t.s + name;
	size_t length = arguments[0].start - 1 - name, std = skip(word, "std::");

	for (size_t i = 0; std && i < sizeof(defaults) / sizeof(*defaults) && !d; i++)
		if (strlen(defaults[i].name) == length - std &&
		    !memcmp(word + std, defaults[i].name, length - std))
			d = &defaults[i];
	while (d && n > d->own && n - d->own <= 3 && d->rest[n - d->own - 1] &&
	       is_default(x, d, d->rest[n - d->own - 1], arguments, n - 1))
		n--;
	if (d)
		cut(&x->t, arguments[n - 1].end);
}

/* Writes std::string for std::basic_string<char, and std::wstring for one of wchar_t. */
static bool shorten(struct writing *x, size_t name, struct span argument)
{
	static const char basic[] = "std::basic_";
	const bool wide = is_text(x, argument, "wchar_t");
	char *own;

	if (!starts_with(x->t.s + name, basic) || argument.end != x->t.n ||
	    (!wide && !is_text(x, argument, "char")))
		return false;
	own = xstrndup(x->t.s + name + strlen(basic), argument.start - 1 - name - strlen(basic));
	cut(&x->t, name);
	string_buffer_appendf(&x->t, "std::%s%s", wide ? "w" : "", own);
	free(own);
	return true;
}

static bool is_tail(const struct string_buffer *t, const char *text)
{
	size_t n = strlen(text);

	return t->n >= n && !memcmp(t->s + t->n - n, text, n);
}

/* Returns whether the demangler's gap between two ends of templates was copied. */
static bool has_gap(const struct string_buffer *t)
{
	return is_tail(t, " ") && !is_tail(t, "operator> ") && !is_tail(t, "operator>> ") &&
	       !is_tail(t, "operator-> ");
}

static void write_until(struct writing *x, const char *ends);

/* Copies the arguments of a template, from "<" on. */
static void write_arguments(struct writing *x)
{
	struct span arguments[ARGUMENTS_MAX];
	size_t name = x->t.n, n = 0;

	while (name && (is_word(x->t.s[name - 1]) || x->t.s[name - 1] == ':'))
		name--;
	do {
		struct span part;

		copy(x, *x->s == ',' && x->s[1] == ' ' ? 2 : 1);
		part.start = x->t.n;
		write_until(x, ",>");
		part.end = x->t.n;
		if (*x->s == '>' && has_gap(&x->t))
			cut(&x->t, --part.end);
		if (n < ARGUMENTS_MAX)
			arguments[n] = part;
		n++;
	} while (*x->s == ',');
	if (*x->s != '>')
		return;
	if (n <= ARGUMENTS_MAX)
		cut_defaults(x, name, arguments, n);
	if (shorten(x, name, arguments[0]))
		x->s++;
	else
		copy(x, 1);
}

/* Copies up to one of these characters that is in no brackets, or to the end. */
static void write_until(struct writing *x, const char *ends)
{
	x->depth++;
	while (*x->s && !(x->depth <= DEPTH_MAX && strchr(ends, *x->s))) {
		const bool starts = !ends_in_word(&x->t);

		if (starts && starts_with(x->s, "std::")) {
			copy_std(x);
		} else if (starts && starts_with(x->s, "operator") && !is_word(x->s[8])) {
			copy(x, strlen("operator"));
			copy_operator(x);
			if (*x->s == '<' && x->depth < DEPTH_MAX)
				write_arguments(x);
		} else if (starts_with(x->s, "->")) {
			copy(x, 2);
		} else if (x->depth >= DEPTH_MAX) {
			copy(x, strlen(x->s));
		} else if (*x->s == '<' && !starts) {
			write_arguments(x);
		} else if (strchr("([{", *x->s)) {
			const char *end = *x->s == '(' ? ")" : *x->s == '[' ? "]" : "}";

			copy(x, 1);
			write_until(x, end);
			copy(x, *x->s != 0);
		} else {
			copy(x, 1);
		}
	}
	x->depth--;
}

char *written_name(char *name)
{
	struct writing x = { .s = name };

	/* Most names have none of it. */
	if (!strstr(name, "std::") && !strstr(name, "> >"))
		return name;
	write_until(&x, "");
	free(name);
	return x.t.s;
}
