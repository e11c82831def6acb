/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "common/options/glob.h"
#include "common/options/special_case_list.h"

/* One pair of braces in a glob, with its commas. */
struct brace {
	size_t open, close; /* of '{' and '}' */
	unsigned first_comma, n_commas;
};
struct braces {
	struct brace list[16]; /* at most 10, since the limit is 2^10 patterns */
	size_t commas[ANYCOV_GLOB_MAX_PATTERNS];
	unsigned n, n_commas;
	size_t patterns;
};

/* Returns the index of the ']' that closes the set opened at i, or n. */
static size_t set_end(const char *s, size_t n, size_t i)
{
	/* A ']' in first position is a member. */
	for (i += 2; i < n; i++)
		if (s[i] == ']')
			return i;
	return n;
}

static const char *check_set(const char *s, size_t n)
{
	if (n && (*s == '!' || *s == '^')) {
		s++;
		n--;
	}
	while (n >= 3) {
		if (s[1] != '-') {
			s++;
			n--;
			continue;
		}
		if ((unsigned char)s[0] > (unsigned char)s[2])
			return "reversed range in []";
		s += 3;
		n -= 3;
	}
	return NULL;
}

static const char *close_brace(struct braces *b, bool *open)
{
	struct brace *last = &b->list[b->n];

	if (!last->n_commas)
		return "fewer than two alternatives in {}";
	b->patterns *= last->n_commas + 1;
	if (b->patterns > ANYCOV_GLOB_MAX_PATTERNS)
		return "{} expands to more than 1024 patterns";
	b->n++;
	*open = false;
	return NULL;
}

/* Checks the glob and finds its braces.  Returns NULL or what is wrong. */
static const char *scan(const char *s, size_t n, struct braces *b)
{
	const char *wrong = NULL;
	bool open = false;

	b->n = b->n_commas = 0;
	b->patterns = 1;
	for (size_t i = 0; i < n && !wrong; i++) {
		if (s[i] == '\\') {
			if (++i == n)
				wrong = "'\\' at the end";
		} else if (s[i] == '[') {
			size_t end = set_end(s, n, i);

			if (end == n)
				return "missing ']'";
			wrong = check_set(s + i + 1, end - i - 1);
			i = end;
		} else if (s[i] == '{') {
			if (open)
				return "nested {}";
			open = true;
			b->list[b->n].open = i;
			b->list[b->n].first_comma = b->n_commas;
			b->list[b->n].n_commas = 0;
		} else if (s[i] == ',' && open) {
			if (b->n_commas == ANYCOV_GLOB_MAX_PATTERNS)
				return "{} expands to more than 1024 patterns";
			b->commas[b->n_commas++] = i;
			b->list[b->n].n_commas++;
		} else if (s[i] == '}' && open) {
			b->list[b->n].close = i;
			wrong = close_brace(b, &open);
		}
	}
	return wrong ? wrong : open ? "missing '}'" : NULL;
}

/* Returns pattern k of those that the braces expand to, allocated, or NULL. */
static char *expand(const char *s, size_t n, const struct braces *b, size_t k)
{
	char *out = malloc(n + 1);
	size_t from = 0, used = 0;

	if (!out)
		return NULL;
	for (unsigned i = 0; i < b->n; i++) {
		const struct brace *br = &b->list[i];
		const size_t *comma = b->commas + br->first_comma;
		unsigned which = k % (br->n_commas + 1);
		size_t start = which ? comma[which - 1] + 1 : br->open + 1;
		size_t end = which < br->n_commas ? comma[which] : br->close;

		k /= br->n_commas + 1;
		memcpy(out + used, s + from, br->open - from);
		used += br->open - from;
		memcpy(out + used, s + start, end - start);
		used += end - start;
		from = br->close + 1;
	}
	memcpy(out + used, s + from, n - from);
	out[used + n - from] = '\0';
	return out;
}

const char *anycov_glob_compile(struct anycov_glob *g, const char *glob, size_t length)
{
	struct braces *b = malloc(sizeof(*b));
	const char *wrong;

	g->n = 0;
	g->patterns = NULL;
	if (!b)
		return "out of memory";
	if (!length)
		wrong = "empty pattern";
	else if (memchr(glob, '\0', length))
		wrong = "contains a NUL byte";
	else
		wrong = scan(glob, length, b);
	if (!wrong && length * b->patterns > ANYCOV_GLOB_MAX_BYTES)
		wrong = "{} expands to more than 16 MiB";
	if (!wrong) {
		g->patterns = calloc(b->patterns, sizeof(*g->patterns));
		for (size_t k = 0; g->patterns && k < b->patterns; k++) {
			g->patterns[k] = expand(glob, length, b, k);
			if (!g->patterns[k])
				break;
			g->n++;
		}
		if (g->n != b->patterns) {
			anycov_glob_free(g);
			wrong = "out of memory";
		}
	}
	free(b);
	return wrong;
}

void anycov_glob_free(struct anycov_glob *g)
{
	for (unsigned i = 0; i < g->n; i++)
		free(g->patterns[i]);
	free(g->patterns);
	g->n = 0;
	g->patterns = NULL;
}

/* Returns true if c is a member of the set s[0..n). */
static bool in_set(const char *s, size_t n, unsigned char c)
{
	bool invert = n && (*s == '!' || *s == '^');
	bool found = false;

	if (invert) {
		s++;
		n--;
	}
	while (n) {
		if (n >= 3 && s[1] == '-') {
			found |= (unsigned char)s[0] <= c && c <= (unsigned char)s[2];
			s += 3;
			n -= 3;
		} else {
			found |= (unsigned char)*s == c;
			s++;
			n--;
		}
	}
	return found != invert;
}

/* Matches the pattern element at p, which is not '*', with c; sets next to its end. */
static bool match_one(const char *p, unsigned char c, const char **next)
{
	if (*p == '?') {
		*next = p + 1;
		return true;
	}
	if (*p == '[') {
		const char *end = strchr(p + 2, ']');

		*next = end + 1;
		return in_set(p + 1, (size_t)(end - p - 1), c);
	}
	if (*p == '\\')
		p++;
	*next = p + 1;
	return (unsigned char)*p == c;
}

/* Only the last '*' needs to be extended on a mismatch: extending an earlier one would
 * leave less text for the rest of the pattern. */
static bool match_pattern(const char *p, const char *t)
{
	const char *star = NULL, *retry = NULL, *next;

	while (*t) {
		if (*p == '*') {
			star = ++p;
			retry = t;
		} else if (*p && match_one(p, (unsigned char)*t, &next)) {
			p = next;
			t++;
		} else if (star) {
			p = star;
			t = ++retry;
		} else {
			return false;
		}
	}
	while (*p == '*')
		p++;
	return !*p;
}

bool anycov_glob_matches(const struct anycov_glob *g, const char *text)
{
	for (unsigned i = 0; i < g->n; i++)
		if (match_pattern(g->patterns[i], text))
			return true;
	return false;
}

bool anycov_glob_match(const char *glob, const char *text)
{
	struct anycov_glob g;
	bool yes;

	if (anycov_glob_compile(&g, glob, strlen(glob)))
		return false;
	yes = anycov_glob_matches(&g, text);
	anycov_glob_free(&g);
	return yes;
}
