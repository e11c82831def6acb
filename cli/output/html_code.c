/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/base.h"
#include "output/html_code.h"

/* Sorted. */
static const char *const keywords[] = {
	"_Alignas",
	"_Alignof",
	"_Atomic",
	"_Bool",
	"_Generic",
	"_Noreturn",
	"_Static_assert",
	"_Thread_local",
	"__asm__",
	"__attribute__",
	"__extension__",
	"__inline",
	"__inline__",
	"__restrict",
	"__volatile__",
	"alignas",
	"alignof",
	"asm",
	"auto",
	"bool",
	"break",
	"case",
	"catch",
	"char",
	"char16_t",
	"char32_t",
	"char8_t",
	"class",
	"co_await",
	"co_return",
	"co_yield",
	"concept",
	"const",
	"const_cast",
	"consteval",
	"constexpr",
	"constinit",
	"continue",
	"decltype",
	"default",
	"delete",
	"do",
	"double",
	"dynamic_cast",
	"else",
	"enum",
	"explicit",
	"export",
	"extern",
	"false",
	"final",
	"float",
	"for",
	"friend",
	"goto",
	"if",
	"inline",
	"int",
	"int16_t",
	"int32_t",
	"int64_t",
	"int8_t",
	"long",
	"mutable",
	"namespace",
	"new",
	"noexcept",
	"nullptr",
	"operator",
	"override",
	"private",
	"protected",
	"public",
	"register",
	"reinterpret_cast",
	"requires",
	"restrict",
	"return",
	"short",
	"signed",
	"size_t",
	"sizeof",
	"static",
	"static_assert",
	"static_cast",
	"struct",
	"switch",
	"template",
	"this",
	"thread_local",
	"throw",
	"true",
	"try",
	"typedef",
	"typeid",
	"typename",
	"typeof",
	"uint16_t",
	"uint32_t",
	"uint64_t",
	"uint8_t",
	"union",
	"unsigned",
	"using",
	"virtual",
	"void",
	"volatile",
	"wchar_t",
	"while",
};

struct word {
	const char *s;
	size_t n;
};

static int compare_word(const void *key, const void *element)
{
	const struct word *w = key;
	const char *keyword = *(const char *const *)element;
	int order = strncmp(w->s, keyword, w->n);

	return order ? order : -(int)(keyword[w->n] != 0);
}

static bool is_keyword(const char *s, size_t n)
{
	const struct word w = { s, n };

	return bsearch(&w, keywords, sizeof(keywords) / sizeof(*keywords), sizeof(*keywords),
		       compare_word) != NULL;
}

void code_begin(struct code_lexer *l, const char *path)
{
	memset(l, 0, sizeof(*l));
	l->assembler = ends_with(path, ".S") || ends_with(path, ".s") || ends_with(path, ".asm");
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* The following return the end of what begins at, or goes on from, s[i]. */

static size_t comment_end(struct code_lexer *l, const char *s, size_t n, size_t i)
{
	const char *end = i < n ? memmem(s + i, n - i, "*/", 2) : NULL;

	l->open = end ? 0 : CODE_COMMENT;
	return end ? (size_t)(end - s) + 2 : n;
}

static size_t line_comment_end(struct code_lexer *l, const char *s, size_t n)
{
	l->line_comment = n && s[n - 1] == '\\';
	l->open = l->line_comment ? CODE_COMMENT : 0;
	return n;
}

static size_t raw_string_end(struct code_lexer *l, const char *s, size_t n, size_t i)
{
	const char *end = i < n ? memmem(s + i, n - i, l->raw_end, strlen(l->raw_end)) : NULL;

	l->open = end ? 0 : CODE_STRING;
	return end ? (size_t)(end - s) + strlen(l->raw_end) : n;
}

/* s[i] follows the quote. */
static size_t string_end(struct code_lexer *l, const char *s, size_t n, size_t i)
{
	while (i < n && s[i] != '"')
		i += s[i] == '\\' && i + 1 < n ? 2 : 1;
	l->open = i >= n && n && s[n - 1] == '\\' ? CODE_STRING : 0;
	l->raw_end[0] = 0;
	return i < n ? i + 1 : n;
}

/* s[i] follows the opening quote of R"delimiter( ... )delimiter". */
static size_t raw_string(struct code_lexer *l, const char *s, size_t n, size_t i)
{
	size_t length = 0;

	while (i + length < n && length < 16 && s[i + length] != '(' && s[i + length] != '"')
		length++;
	if (i + length >= n || s[i + length] != '(')
		return string_end(l, s, n, i);
	l->raw_end[0] = ')';
	memcpy(l->raw_end + 1, s + i, length);
	l->raw_end[length + 1] = '"';
	l->raw_end[length + 2] = 0;
	return raw_string_end(l, s, n, i + length);
}

/* A character constant; a quote without another one, as in Rust's lifetimes, is none. */
static size_t character_end(const char *s, size_t n, size_t i)
{
	size_t at = i + 1;

	while (at < n && at < i + 16 && s[at] != '\'')
		at += s[at] == '\\' && at + 1 < n ? 2 : 1;
	return at < n && s[at] == '\'' ? at + 1 : i;
}

static size_t number_end(const char *s, size_t n, size_t i)
{
	while (i < n && (is_word(s[i]) || s[i] == '.' ||
			 (s[i] == '\'' && i + 1 < n && isalnum((unsigned char)s[i + 1])) ||
			 (strchr("+-", s[i]) && strchr("eEpP", s[i - 1]))))
		i++;
	return i;
}

static size_t word_end(const char *s, size_t n, size_t i)
{
	while (i < n && is_word(s[i]))
		i++;
	return i;
}

/* Returns whether '#' or '@' at s[i] begins a comment of an assembler. */
static bool is_assembler_comment(const char *s, size_t n, size_t i, bool first)
{
	static const char *const directives[] = { "include", "if",    "el",     "endif", "define",
						  "undef",   "error", "pragma", "line" };
	size_t at = i + 1;

	if (s[i] == '@')
		return i + 1 == n || s[i + 1] == ' ';
	if (s[i] != '#' || (!first && (i + 1 == n || s[i + 1] != ' ')))
		return false;
	while (at < n && s[at] == ' ')
		at++;
	for (size_t k = 0; k < sizeof(directives) / sizeof(*directives); k++)
		if (n - at >= strlen(directives[k]) &&
		    !strncmp(s + at, directives[k], strlen(directives[k])))
			return false;
	return true;
}

/* Classifies the word s[i..end-1]. */
static unsigned word_class(const struct code_lexer *l, const char *s, size_t n, size_t i,
			   size_t end, bool first)
{
	if (!l->assembler)
		return is_keyword(s + i, end - i) ? CODE_KEYWORD : CODE_PLAIN;
	if (end < n && s[end] == ':' && first)
		return CODE_LABEL;
	return i && s[i - 1] == '.' && first ? CODE_DIRECTIVE
	       : i && s[i - 1] == '%'        ? CODE_NUMBER
	       : first                       ? CODE_KEYWORD
					     : CODE_PLAIN;
}

/* Returns the end of what goes on from the line before, 0 if nothing does. */
static size_t go_on(struct code_lexer *l, const char *s, size_t n)
{
	if (l->open == CODE_STRING)
		return l->raw_end[0] ? raw_string_end(l, s, n, 0) : string_end(l, s, n, 0);
	if (l->open == CODE_COMMENT)
		return l->line_comment ? line_comment_end(l, s, n) : comment_end(l, s, n, 0);
	return 0;
}

/* Returns the end of the token at s[i], and its class. */
static size_t token(struct code_lexer *l, const char *s, size_t n, size_t i, bool first,
		    unsigned *class)
{
	const char next = i + 1 < n ? s[i + 1] : 0;
	size_t end;

	*class = CODE_COMMENT;
	if (s[i] == '/' && next == '*') {
		l->line_comment = false;
		return comment_end(l, s, n, i + 2);
	}
	if (s[i] == '/' && next == '/')
		return line_comment_end(l, s, n);
	if (l->assembler && is_assembler_comment(s, n, i, first))
		return n;
	*class = CODE_STRING;
	if (s[i] == 'R' && next == '"' && !l->assembler)
		return raw_string(l, s, n, i + 2);
	if (s[i] == '"')
		return string_end(l, s, n, i + 1);
	if (s[i] == '\'' && (end = character_end(s, n, i)) > i)
		return end;
	*class = CODE_NUMBER;
	if (isdigit((unsigned char)s[i]) || (s[i] == '.' && isdigit((unsigned char)next)))
		return number_end(s, n, i + 1);
	*class = CODE_DIRECTIVE;
	if (s[i] == '#' && first) {
		for (end = i + 1; end < n && (s[end] == ' ' || s[end] == '\t');)
			end++;
		return word_end(s, n, end);
	}
	if (is_word(s[i])) {
		end = word_end(s, n, i);
		*class = word_class(l, s, n, i, end, first);
		return end;
	}
	*class = CODE_PLAIN;
	return i + 1;
}

void code_line(struct code_lexer *l, const char *s, size_t n, unsigned char *classes)
{
	unsigned class = l->open;
	size_t i = l->open ? go_on(l, s, n) : 0;
	bool first = true;

	memset(classes, (int)class, i);
	while (i < n) {
		size_t end = token(l, s, n, i, first, &class);

		memset(classes + i, (int)class, end - i);
		first = first &&
			(isspace((unsigned char)s[i]) ||
			 (l->assembler && (s[i] == '.' || class == CODE_LABEL || s[i] == ':')));
		i = end;
	}
}
