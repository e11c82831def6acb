/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "coverage/history/blame.h"
#include "coverage/history/changes.h"
#include "coverage/model/source_text.h"

/* Returns the index of a commit by its name, which is added if it is new. */
static size_t find_commit(struct blame *b, const char *name, size_t n)
{
	uint64_t *at = u64_map_get_or_add(&b->by_name, fnv1a_update(FNV1A_OFFSET, name, n));

	if (!*at) {
		ARRAY_GROW(b->v, b->n, b->room);
		b->v[b->n] = (struct blame_commit){ .author = xstrdup("") };
		*at = ++b->n;
	}
	return (size_t)(*at - 1);
}

/* Parses "COMMIT OLD-LINE LINE [N]".  Returns whether it is that. */
static bool take_head(struct blame *b, const char *s, size_t *commit, uint32_t *line)
{
	size_t n = strspn(s, "0123456789abcdef");
	char *end;
	unsigned long number;

	if (n < 40 || s[n] != ' ')
		return false;
	strtoul(s + n, &end, 10);
	if (*end != ' ')
		return false;
	number = strtoul(end, &end, 10);
	*commit = find_commit(b, s, n);
	*line = number <= UINT32_MAX ? (uint32_t)number : 0;
	return true;
}

/* Takes a line of what git prints of a commit. */
static void take_field(struct blame_commit *c, const char *s, size_t n)
{
	static const char author[] = "author ", time[] = "author-time ", boundary[] = "boundary";

	if (starts_with(s, author)) {
		free(c->author);
		c->author = xstrndup(s + strlen(author), n - strlen(author));
	} else if (starts_with(s, time)) {
		c->time = strtoll(s + strlen(time), NULL, 10);
	} else if (n == strlen(boundary) && !strncmp(s, boundary, n)) {
		c->is_boundary = true;
	}
}

void blame_parse(struct blame *b, const struct coverage *c, uint32_t file, const char *text)
{
	size_t commit = SIZE_MAX;
	uint32_t number = 0;

	for (const char *s = text, *end; *s; s = *end ? end + 1 : end) {
		const struct cov_line *l;

		end = s + strcspn(s, "\n");
		if (*s != '\t') {
			if (!take_head(b, s, &commit, &number) && commit != SIZE_MAX)
				take_field(&b->v[commit], s, (size_t)(end - s));
			continue;
		}
		l = commit == SIZE_MAX || !number ? NULL : coverage_line(c, file, number);
		if (l && l->state == STATE_NOT_COVERED)
			b->of_line[l - c->lines] = (uint32_t)commit + 1;
	}
}

static bool has_missed(const struct cov_file *f)
{
	return f->n && counts_not_covered(&f->lines);
}

int blame_read(struct blame *b, const struct coverage *c, struct anycov_error *err)
{
	char *top = changes_top();

	*b = (struct blame){ .of_line = xcalloc(c->n_lines, sizeof(*b->of_line)) };
	if (!top)
		return anycov_error_set(err, "--blame: git shows no working tree here; run it in "
					     "the repository of the sources");
	b->is_shallow = changes_is_shallow(top);
	for (uint32_t i = 0; i < c->n_files; i++) {
		char *text;

		progress("reading authors", i, c->n_files);
		/* Of another text the lines have other numbers. */
		if (!has_missed(&c->files[i]) || !source_is_same(&c->files[i]))
			continue;
		text = changes_blame(top, c->files[i].full);
		if (text)
			blame_parse(b, c, i, text);
		free(text);
	}
	progress_end();
	free(top);
	return 0;
}

const struct blame_commit *blame_of(const struct blame *b, size_t line)
{
	const struct blame_commit *c = b->of_line[line] ? &b->v[b->of_line[line] - 1] : NULL;

	return c && !(c->is_boundary && b->is_shallow) ? c : NULL;
}

void blame_free(struct blame *b)
{
	for (size_t i = 0; i < b->n; i++)
		free(b->v[i].author);
	free(b->v);
	free(b->of_line);
	u64_map_free(&b->by_name);
	memset(b, 0, sizeof(*b));
}
