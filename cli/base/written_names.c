/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"
#include "base/written_names.h"

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

/* Returns what follows a word at s, or NULL. */
static const char *after(const char *s, const char *word)
{
	return starts_with(s, word) ? s + strlen(word) : NULL;
}

/* Copies a name without the namespaces in which libstdc++ and libc++ have their version. */
static char *without_versions(const char *s)
{
	static const char *const versions[] = { "__cxx11::", "__1::" };
	struct string_buffer t = { 0 };

	while (*s) {
		const char *rest = !t.n || !is_word(t.s[t.n - 1]) ? after(s, "std::") : NULL;

		if (!rest) {
			string_buffer_append_n(&t, s++, 1);
			continue;
		}
		string_buffer_append(&t, "std::");
		s = rest;
		for (size_t i = 0; i < sizeof(versions) / sizeof(*versions); i++)
			if (after(s, versions[i]))
				s = after(s, versions[i]);
	}
	return t.s;
}

/* Copies a name with ">>" for "> >". */
static char *without_gaps(const char *s)
{
	struct string_buffer t = { 0 };

	for (; *s; s++)
		if (*s != ' ' || s[1] != '>' || !t.n || t.s[t.n - 1] != '>' ||
		    ends_with(t.s, "operator>") || ends_with(t.s, "operator>>"))
			string_buffer_append_n(&t, s, 1);
	return t.s;
}

/* Returns the end of the argument of a template at s: its comma or ">", or NULL. */
static const char *argument_end(const char *s)
{
	size_t depth = 0;

	for (; *s; s++) {
		if (!depth && (*s == ',' || *s == '>'))
			return s;
		if (strchr("<([{", *s))
			depth++;
		else if (depth && strchr(">)]}", *s))
			depth--;
	}
	return NULL;
}

/* Returns the first argument of the template in whose arguments the end of t is, or NULL. */
static const char *first_argument(const struct string_buffer *t)
{
	size_t depth = 0;

	for (size_t i = t->n; i; i--) {
		if (strchr(">)]}", t->s[i - 1]))
			depth++;
		else if (!depth && t->s[i - 1] == '<')
			return t->s + i;
		else if (depth && strchr("<([{", t->s[i - 1]))
			depth--;
	}
	return NULL;
}

/* Returns what follows the default argument ", std::less<FIRST>" at s, or NULL. */
static const char *after_default(const struct string_buffer *t, const char *s)
{
	static const char *const of_first[] = { ", std::less<", ", std::default_delete<",
						", std::hash<", ", std::equal_to<",
						", std::char_traits<" };
	const char *inside = after(s, ", std::allocator<"), *end, *first, *first_end;

	/* Of a map it is not that of the first argument. */
	if (inside && (end = argument_end(inside)) && *end == '>')
		return end + 1;
	for (size_t i = 0; i < sizeof(of_first) / sizeof(*of_first); i++) {
		inside = after(s, of_first[i]);
		end = inside ? argument_end(inside) : NULL;
		first = end && *end == '>' ? first_argument(t) : NULL;
		if (!first)
			continue;
		first_end = argument_end(first);
		if (!first_end)
			first_end = t->s + t->n;
		if (first_end - first == end - inside &&
		    !memcmp(first, inside, (size_t)(end - inside)))
			return end + 1;
	}
	return NULL;
}

static char *without_defaults(const char *s)
{
	struct string_buffer t = { 0 };

	while (*s) {
		const char *rest = *s == ',' && t.n ? after_default(&t, s) : NULL;

		if (rest)
			s = rest;
		else
			string_buffer_append_n(&t, s++, 1);
	}
	return t.s;
}

/* Copies a name with std::string for std::basic_string<char>, and std::wstring for wchar_t. */
static char *with_short_names(const char *s)
{
	static const char basic[] = "std::basic_";
	struct string_buffer t = { 0 };

	while (*s) {
		const char *word = !t.n || !is_word(t.s[t.n - 1]) ? after(s, basic) : NULL;
		size_t n = 0;

		while (word && is_word(word[n]))
			n++;
		if (n && after(word + n, "<char>")) {
			string_buffer_appendf(&t, "std::%.*s", (int)n, word);
			s = after(word + n, "<char>");
		} else if (n && after(word + n, "<wchar_t>")) {
			string_buffer_appendf(&t, "std::w%.*s", (int)n, word);
			s = after(word + n, "<wchar_t>");
		} else {
			string_buffer_append_n(&t, s++, 1);
		}
	}
	return t.s;
}

char *written_name(char *name)
{
	/* An argument that had defaults itself is the default of the next turn. */
	char *(*const steps[])(const char *) = { without_versions, without_gaps,
						 without_defaults, without_defaults,
						 without_defaults, with_short_names };

	/* Most names have none of it. */
	if (!strstr(name, "std::") && !strstr(name, "> >"))
		return name;
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		char *next = steps[i](name);

		free(name);
		name = next;
	}
	return name;
}
