/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/base.h"

void print_sanitized(FILE *f, const char *s)
{
	for (size_t left = strlen(s), n; left; s += n, left -= n) {
		const unsigned char *c = (const unsigned char *)s;
		bool is_control = *c < ' ' || *c == 127 || (c[0] == 0xc2 && c[1] < 0xa0);

		n = utf8_length(s, left);
		if (n && !is_control)
			fwrite(s, 1, n, f);
		else
			putc('?', f);
		n += !n;
	}
}

const char *plural(uint64_t n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

void string_buffer_append_n(struct string_buffer *t, const char *s, size_t n)
{
	if (t->room - t->n < n + 1) {
		t->room = (t->room + n + 1) * 2;
		t->s = xrealloc(t->s, t->room);
	}
	memcpy(t->s + t->n, s, n);
	t->n += n;
	t->s[t->n] = 0;
}

void string_buffer_append(struct string_buffer *t, const char *s)
{
	string_buffer_append_n(t, s, strlen(s));
}

void string_buffer_appendf(struct string_buffer *t, const char *fmt, ...)
{
	va_list ap;
	char small[256], *s = small;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(small, sizeof(small), fmt, ap);
	va_end(ap);
	if ((size_t)n >= sizeof(small)) {
		s = xmalloc((size_t)n + 1);
		va_start(ap, fmt);
		vsnprintf(s, (size_t)n + 1, fmt, ap);
		va_end(ap);
	}
	string_buffer_append_n(t, s, (size_t)n);
	if (s != small)
		free(s);
}

void string_list_add_owned(struct string_list *w, char *s)
{
	if (w->n + 1 >= w->room) {
		w->room = w->room ? w->room * 2 : 16;
		w->v = xrealloc(w->v, w->room * sizeof(*w->v));
	}
	w->v[w->n++] = s;
	w->v[w->n] = NULL;
}

void string_list_add(struct string_list *w, const char *s)
{
	string_list_add_owned(w, xstrdup(s));
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void string_list_sort(struct string_list *w)
{
	size_t n = 0;

	if (w->n)
		qsort(w->v, w->n, sizeof(*w->v), compare_texts);
	for (size_t i = 0; i < w->n; i++) {
		if (n && !strcmp(w->v[n - 1], w->v[i]))
			free(w->v[i]);
		else
			w->v[n++] = w->v[i];
	}
	w->n = n;
}

bool string_list_has(const struct string_list *w, const char *s)
{
	return w->n && bsearch(&s, w->v, w->n, sizeof(*w->v), compare_texts) != NULL;
}

void string_list_free(struct string_list *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->v[i]);
	free(w->v);
	memset(w, 0, sizeof(*w));
}

void string_list_split(struct string_list *w, const char *s)
{
	struct string_buffer word = { 0 };
	bool in_word = false;
	char quote = 0;

	for (; *s; s++) {
		if (!quote && isspace((unsigned char)*s)) {
			if (in_word)
				string_list_add(w, word.s ? word.s : "");
			word.n = 0;
			if (word.s)
				word.s[0] = 0;
			in_word = false;
			continue;
		}
		in_word = true;
		if (*s == quote)
			quote = 0;
		else if (!quote && (*s == '\'' || *s == '"'))
			quote = *s;
		else if (*s == '\\' && quote != '\'' && s[1])
			string_buffer_append_n(&word, ++s, 1);
		else
			string_buffer_append_n(&word, s, 1);
	}
	if (in_word)
		string_list_add(w, word.s ? word.s : "");
	free(word.s);
}

char *shell_quote(const char *s)
{
	struct string_buffer t = { 0 };

	if (*s && strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
			    "_-+=/.,:@%^") == strlen(s))
		return xstrdup(s);
	string_buffer_append(&t, "'");
	for (; *s; s++) {
		if (*s == '\'')
			string_buffer_append(&t, "'\\''");
		else
			string_buffer_append_n(&t, s, 1);
	}
	string_buffer_append(&t, "'");
	return t.s;
}

const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool starts_with(const char *s, const char *start)
{
	return !strncmp(s, start, strlen(start));
}

bool ends_with(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && !strcmp(s + n - m, end);
}

bool parse_u64(const char *s, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)*s))
		return false;
	errno = 0;
	*value = strtoull(s, &end, 0);
	return !errno && !*end;
}
