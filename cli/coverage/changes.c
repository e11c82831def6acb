/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/child.h"
#include "coverage/changes.h"

bool is_source_name(const char *path)
{
	static const char *const ends[] = {
		".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".h",   ".hh", ".hpp", ".hxx",
		".inc", ".inl", ".ipp", ".tcc", ".m",   ".mm",  ".rs",  ".s",  ".S",   ".d",
		".go",  ".f",   ".f90", ".f95", ".F90", ".zig", ".adb", ".y",  ".l",   ".def",
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (ends_with(path, ends[i]))
			return true;
	return false;
}

/* Appends the character of an escape in a name that git quotes.  Returns what follows it. */
static const char *unescape(struct string_buffer *to, const char *s)
{
	static const char letters[] = "abtnvfr\"\\", values[] = "\a\b\t\n\v\f\r\"\\";
	const char *at = *s ? strchr(letters, *s) : NULL;
	char c = 0;

	if (at) {
		string_buffer_append_n(to, values + (at - letters), 1);
		return s + 1;
	}
	for (unsigned i = 0; i < 3 && *s >= '0' && *s <= '7'; i++)
		c = (char)((unsigned char)c * 8u + (unsigned char)(*s++ - '0'));
	string_buffer_append_n(to, &c, 1);
	return s;
}

/* Returns the name after "+++ ", without its b/, or NULL for /dev/null; to be freed. */
static char *new_name(const char *line, size_t n)
{
	struct string_buffer t = { 0 };
	const char *end = line + n;
	char *name;

	string_buffer_append(&t, "");
	if (n && *line == '"') {
		for (line++; line < end && *line != '"';) {
			if (*line == '\\')
				line = unescape(&t, line + 1);
			else
				string_buffer_append_n(&t, line++, 1);
		}
	} else {
		/* git ends names with blanks by a tab. */
		string_buffer_append_n(&t, line, n && line[n - 1] == '\t' ? n - 1 : n);
	}
	name = starts_with(t.s, "b/") ? xstrdup(t.s + 2) : NULL;
	free(t.s);
	return name;
}

static struct changed_file *add_file(struct changes *ch, char *path)
{
	ARRAY_GROW(ch->files, ch->n, ch->room);
	ch->files[ch->n] = (struct changed_file){ .path = path,
						  .file = MAP_NONE,
						  .is_source = is_source_name(path) };
	return &ch->files[ch->n++];
}

/* Parses "N" or "N,COUNT".  Returns what follows, or NULL. */
static const char *parse_range(const char *s, uint32_t *first, uint32_t *n)
{
	char *end;

	*first = (uint32_t)strtoul(s, &end, 10);
	*n = 1;
	if (end == s)
		return NULL;
	if (*end == ',') {
		s = end + 1;
		*n = (uint32_t)strtoul(s, &end, 10);
		if (end == s)
			return NULL;
	}
	return end;
}

/* Parses "@@ -1,2 +3,4 @@".  *skip: the lines of the hunk that follow. */
static bool parse_hunk(struct changed_file *f, const char *line, uint64_t *skip)
{
	uint32_t first, old, added;
	const char *s = parse_range(line + strlen("@@ -"), &first, &old);

	if (!s || !starts_with(s, " +") || !(s = parse_range(s + 2, &first, &added)) ||
	    !starts_with(s, " @@"))
		return false;
	*skip = (uint64_t)old + added;
	if (f && added) {
		ARRAY_GROW(f->v, f->n, f->room);
		f->v[f->n++] = (struct changed_lines){ first, first + added - 1 };
	}
	return true;
}

int changes_parse(struct changes *ch, const char *diff, struct anycov_error *err)
{
	struct changed_file *f = NULL;
	uint64_t skip = 0;

	for (const char *line = diff, *end; *line; line = *end ? end + 1 : end) {
		char *name;

		end = line + strcspn(line, "\n");
		/* Lines of a source may look like those of a diff. */
		if (skip && (*line == '+' || *line == '-')) {
			skip--;
		} else if (starts_with(line, "diff --git ")) {
			f = NULL;
			skip = 0;
		} else if (starts_with(line, "+++ ")) {
			name = new_name(line + 4, (size_t)(end - line) - 4);
			f = name ? add_file(ch, name) : NULL;
		} else if (starts_with(line, "@@ -")) {
			if (!parse_hunk(f, line, &skip))
				return anycov_error_set(err, "git diff: unexpected line: %.*s",
							(int)(end - line < 60 ? end - line : 60),
							line);
		}
	}
	return 0;
}

/* Runs git; returns its output without the last newline, or NULL; to be freed. */
static char *run_git(const char *a, const char *b, const char *c, const char *d)
{
	const char *const words[] = { "git", a, b, c, d, NULL };
	char *text = run_child(words);
	size_t n = text ? strlen(text) : 0;

	if (n && text[n - 1] == '\n')
		text[n - 1] = 0;
	return text;
}

/* Sets the commit to compare with, in full. */
static char *find_base(const char *ref, struct anycov_error *err)
{
	char *commit, *of_ref = xasprintf("%s^{commit}", ref), *base;

	commit = *ref == '-' ? NULL : run_git("rev-parse", "--verify", "-q", of_ref);
	free(of_ref);
	if (!commit) {
		anycov_error_set(err,
				 "--changes %s: not a commit of this repository; name a branch, "
				 "tag or commit (in CI: fetch it, with the commits since)",
				 ref);
		return NULL;
	}
	base = run_git("merge-base", commit, "HEAD", NULL);
	if (!base)
		anycov_error_set(err,
				 "--changes %s: has no commit in common with HEAD; fetch the "
				 "commits since it (a shallow clone lacks them)",
				 ref);
	free(commit);
	return base;
}

int changes_read(struct changes *ch, const char *ref, struct anycov_error *err)
{
	char *base, *diff;
	int status;

	memset(ch, 0, sizeof(*ch));
	ch->top = run_git("rev-parse", "--show-toplevel", NULL, NULL);
	if (!ch->top)
		return anycov_error_set(err,
					"--changes %s: git shows no working tree here; run it in "
					"the repository of the sources",
					ref);
	base = find_base(ref, err);
	if (!base)
		return -1;
	ch->ref = xstrdup(ref);
	ch->base = xstrndup(base, 12);
	{
		const char *const words[] = { "git",
					      "-C",
					      ch->top,
					      "-c",
					      "core.quotePath=false",
					      "diff",
					      "-U0",
					      "-M",
					      "--no-color",
					      "--no-ext-diff",
					      "--no-textconv",
					      "--inter-hunk-context=0",
					      "--src-prefix=a/",
					      "--dst-prefix=b/",
					      base,
					      "--",
					      NULL };

		diff = run_child(words);
	}
	free(base);
	if (!diff)
		return anycov_error_set(err, "--changes %s: git diff failed; run it to see why",
					ref);
	status = changes_parse(ch, diff, err);
	free(diff);
	return status;
}

/* Returns the file with this path, by name or after symbolic links, or MAP_NONE. */
static uint32_t find_file(const struct coverage *c, const char *full, const char *real)
{
	uint32_t found = MAP_NONE;

	for (uint32_t i = 0; i < c->n_files && found == MAP_NONE; i++)
		if (!strcmp(c->files[i].full, full))
			found = i;
	for (uint32_t i = 0; i < c->n_files && found == MAP_NONE && real; i++) {
		char *other;

		if (strcmp(base_name(c->files[i].full), base_name(real)))
			continue;
		other = realpath(c->files[i].full, NULL);
		if (other && !strcmp(other, real))
			found = i;
		free(other);
	}
	return found;
}

static void cover_file(struct changes *ch, struct changed_file *f, const struct coverage *c)
{
	const struct cov_file *file = &c->files[f->file];

	/* Both are in the order of the lines. */
	for (size_t i = file->first, k = 0; i < file->first + file->n; i++) {
		const struct cov_line *l = &c->lines[i];

		while (k < f->n && f->v[k].last < l->line)
			k++;
		if (k == f->n)
			break;
		if (l->line < f->v[k].first)
			continue;
		ARRAY_GROW(f->lines, f->n_lines, f->lines_room);
		f->lines[f->n_lines++] = *l;
		counts_add_state(&f->counts, l->state, l->reason);
	}
	counts_add(&ch->counts, &f->counts);
}

void changes_cover(struct changes *ch, const struct coverage *c)
{
	for (size_t i = 0; i < ch->n; i++) {
		struct changed_file *f = &ch->files[i];
		char *full = xasprintf("%s/%s", ch->top, f->path), *real = realpath(full, NULL);

		f->file = find_file(c, full, real);
		if (f->file != MAP_NONE && !c->files[f->file].n)
			f->file = MAP_NONE; /* left out */
		if (f->file != MAP_NONE)
			cover_file(ch, f, c);
		free(full);
		free(real);
	}
}

void changes_free(struct changes *ch)
{
	for (size_t i = 0; i < ch->n; i++) {
		free(ch->files[i].path);
		free(ch->files[i].v);
		free(ch->files[i].lines);
	}
	free(ch->files);
	free(ch->ref);
	free(ch->base);
	free(ch->top);
	memset(ch, 0, sizeof(*ch));
}
