/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli.h"

const char *cli_command = "";

static char *vxasprintf(const char *fmt, va_list ap)
{
	va_list again;
	char *s;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	s = xmalloc((size_t)n + 1);
	vsnprintf(s, (size_t)n + 1, fmt, again);
	va_end(again);
	return s;
}

void put_safe(FILE *f, const char *s)
{
	for (; *s; s++)
		putc(*(const unsigned char *)s < ' ' || *s == 127 ? '?' : *s, f);
}

static void say(const char *fmt, va_list ap)
{
	char *text = vxasprintf(fmt, ap);

	progress_end();
	fflush(stdout);
	fprintf(stderr, "anycov%s%s: ", *cli_command ? " " : "", cli_command);
	put_safe(stderr, text);
	putc('\n', stderr);
	free(text);
}

int bad_data(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	return EXIT_BAD_DATA;
}

int usage_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	return EXIT_USAGE;
}

void note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

static void out_of_memory(size_t n)
{
	bad_data("no memory for %zu bytes; give less input at once", n);
	exit(EXIT_BAD_DATA);
}

void *xrealloc(void *p, size_t n)
{
	void *q = realloc(p, n ? n : 1);

	if (!q)
		out_of_memory(n);
	return q;
}

void *xmalloc(size_t n)
{
	return xrealloc(NULL, n);
}

void *xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		out_of_memory(n * size);
	return p;
}

char *xstrndup(const char *s, size_t n)
{
	char *copy = xmalloc(n + 1);

	memcpy(copy, s, n);
	copy[n] = 0;
	return copy;
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = vxasprintf(fmt, ap);
	va_end(ap);
	return s;
}

void text_addn(struct text *t, const char *s, size_t n)
{
	if (t->room - t->n < n + 1) {
		t->room = (t->room + n + 1) * 2;
		t->s = xrealloc(t->s, t->room);
	}
	memcpy(t->s + t->n, s, n);
	t->n += n;
	t->s[t->n] = 0;
}

void text_add(struct text *t, const char *s)
{
	text_addn(t, s, strlen(s));
}

void text_addf(struct text *t, const char *fmt, ...)
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
	text_addn(t, s, (size_t)n);
	if (s != small)
		free(s);
}

void words_take(struct words *w, char *s)
{
	if (w->n + 1 >= w->room) {
		w->room = w->room ? w->room * 2 : 16;
		w->v = xrealloc(w->v, w->room * sizeof(*w->v));
	}
	w->v[w->n++] = s;
	w->v[w->n] = NULL;
}

void words_add(struct words *w, const char *s)
{
	words_take(w, xstrdup(s));
}

void words_free(struct words *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->v[i]);
	free(w->v);
	memset(w, 0, sizeof(*w));
}

void words_split(struct words *w, const char *s)
{
	struct text word = { 0 };
	bool in_word = false;
	char quote = 0;

	for (; *s; s++) {
		if (!quote && isspace((unsigned char)*s)) {
			if (in_word)
				words_add(w, word.s ? word.s : "");
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
			text_addn(&word, ++s, 1);
		else
			text_addn(&word, s, 1);
	}
	if (in_word)
		words_add(w, word.s ? word.s : "");
	free(word.s);
}

char *shell_quote(const char *s)
{
	struct text t = { 0 };

	if (*s && strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
			    "_-+=/.,:@%^") == strlen(s))
		return xstrdup(s);
	text_add(&t, "'");
	for (; *s; s++) {
		if (*s == '\'')
			text_add(&t, "'\\''");
		else
			text_addn(&t, s, 1);
	}
	text_add(&t, "'");
	return t.s;
}

/* A device or a pipe takes the words themselves: a rename would replace it. */
static int open_special(struct out_file *out, const char *path, struct anycov_error *err)
{
	out->f = fopen(path, "w");
	if (!out->f) {
		anycov_fail(err, "%s: cannot be written: %s", path, strerror(errno));
		return -1;
	}
	out->path = xstrdup(path);
	return 0;
}

/* The file that a path means: behind links, also if the last one's target is not there. */
static char *behind_links(const char *path)
{
	char *p = xstrdup(path);
	char target[4096];

	for (int hops = 0; hops < 40; hops++) {
		const char *slash = strrchr(p, '/');
		ssize_t n = readlink(p, target, sizeof(target) - 1);
		char *next;

		if (n < 0 || (size_t)n == sizeof(target) - 1)
			break;
		target[n] = 0;
		next = *target == '/' || !slash ? xstrdup(target) :
		       xasprintf("%.*s/%s", (int)(slash - p), p, target);
		free(p);
		p = next;
	}
	return p;
}

int out_open(struct out_file *out, const char *path, struct anycov_error *err)
{
	struct stat st;
	mode_t mask;
	int fd;

	memset(out, 0, sizeof(*out));
	if (!path || !strcmp(path, "-")) {
		out->f = stdout;
		return 0;
	}
	if (!stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return open_special(out, path, err);
	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return anycov_fail(err, "%s: is a folder; name a file in it", path);
	out->path = behind_links(path);
	out->temporary = xasprintf("%s.XXXXXX", out->path);
	fd = mkstemp(out->temporary);
	if (fd >= 0) {
		/* mkstemp() makes it private; an output has the usual mode. */
		mask = umask(0);
		umask(mask);
		if (fchmod(fd, 0666 & ~mask))
			errno = 0;
		out->f = fdopen(fd, "w");
	}
	if (out->f)
		return 0;
	anycov_fail(err, "%s: cannot be written: %s", path, strerror(errno));
	if (fd >= 0) {
		close(fd);
		unlink(out->temporary);
	}
	free(out->path);
	free(out->temporary);
	memset(out, 0, sizeof(*out));
	return -1;
}

void out_discard(struct out_file *out)
{
	if (out->path && out->f)
		fclose(out->f);
	if (out->temporary)
		unlink(out->temporary);
	free(out->path);
	free(out->temporary);
	memset(out, 0, sizeof(*out));
}

int out_commit(struct out_file *out, struct anycov_error *err)
{
	const char *name = out->path ? out->path : "standard output";
	bool bad = ferror(out->f) || fflush(out->f);

	if (out->path && !bad) {
		bad = fclose(out->f);
		out->f = NULL;
		bad = bad || (out->temporary && rename(out->temporary, out->path));
		if (!bad) {
			free(out->temporary);
			out->temporary = NULL;
		}
	}
	if (bad)
		anycov_fail(err, "%s: cannot be written: %s", name, strerror(errno));
	out_discard(out);
	return bad ? -1 : 0;
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
