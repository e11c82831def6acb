/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/map/source_files.h"
#include "coverage/history/changes.h"
#include "coverage/history/line_marks.h"
#include "coverage/model/source_text.h"

struct marker {
	struct line_marks *m;
	const struct coverage *c;
	char *top; /* of the repository, or NULL */
};

static bool is_known(const struct source_contents *x)
{
	return x->known && !x->differ;
}

static bool is_text_of(const struct source_contents *x, const char *text)
{
	size_t n = strlen(text);

	return n == x->size && anycov_source_hash(ANYCOV_SOURCE_HASH_START, text, n) == x->hash;
}

/* Writes a text to a new file.  Returns its path, to be freed, or NULL. */
static char *write_temporary(const char *text)
{
	const char *directory = getenv("TMPDIR");
	char *path = xasprintf("%s/anycov-XXXXXX", directory && *directory ? directory : "/tmp");
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	bool is_written = f && fputs(text, f) >= 0;

	if (f)
		is_written &= !fclose(f);
	else if (fd >= 0)
		close(fd);
	if (is_written)
		return path;
	if (fd >= 0)
		unlink(path);
	free(path);
	return NULL;
}

/*
 * Finds out what became of the lines of a file since a text of it, in a file.  Returns false if
 * that cannot be found out.
 */
static bool compare_with(struct changes *ch, const char *old, const char *new)
{
	struct anycov_error err;

	/* The texts differ: no hunks are those of files that git takes for binary ones. */
	return old && new && !changes_between(ch, old, new, &err) && ch->n && ch->files[0].n_hunks;
}

/*
 * Returns the text of a file in the baseline's commit if it is what the baseline was made of; NULL:
 * it is not, or it is not known.  To be freed.
 */
static char *text_of_commit(const struct marker *x, const struct baseline_file *then,
			    const struct cov_file *now)
{
	const struct baseline *b = x->c->baseline;
	char *text = x->top ? changes_text_then(x->top, b->commit, now->full) : NULL;

	if (text &&
	    (is_known(&then->contents) ? is_text_of(&then->contents, text) : b->is_commit_given))
		return text;
	free(text);
	return NULL;
}

/* The same as compare_with(), since that text. */
static bool compare_with_commit(const struct marker *x, struct changes *ch,
				const struct baseline_file *then, const struct cov_file *now,
				const char *new)
{
	char *text = text_of_commit(x, then, now), *old = NULL;
	bool is_compared = text && is_text_of(&now->contents, text);

	if (text && !is_compared)
		old = write_temporary(text);
	if (old) {
		is_compared = compare_with(ch, old, new);
		unlink(old);
	}
	free(old);
	free(text);
	return is_compared;
}

/* Finds out what became of the lines of a file; *ch is empty if they did not move. */
static bool follow(const struct marker *x, struct changes *ch, const struct baseline_file *then,
		   const struct cov_file *now)
{
	struct cov_file before = *now;
	char *old = NULL, *new;
	bool is_followed;

	if (!is_known(&now->contents))
		return false;
	if (is_known(&then->contents) && then->contents.size == now->contents.size &&
	    then->contents.hash == now->contents.hash)
		return true;
	before.contents = then->contents;
	if (is_known(&then->contents))
		old = source_text_compiled(&before);
	new = source_text_compiled(now);
	is_followed = old ? compare_with(ch, old, new) : compare_with_commit(x, ch, then, now, new);
	free(old);
	free(new);
	return is_followed;
}

static enum line_mark mark_of(const struct cov_line *l, const struct baseline_file *then,
			      uint32_t old_line)
{
	const unsigned was = old_line ? baseline_state(then, old_line) : STATE_NONE;

	if (state_is_covered(l->state))
		return !old_line || was == STATE_NOT_COVERED ? MARK_GAINED : MARK_NONE;
	if (l->state != STATE_NOT_COVERED)
		return MARK_NONE;
	return !old_line ? MARK_FRESH : state_is_covered(was) ? MARK_LOST : MARK_NONE;
}

/* then NULL: the baseline does not have the file, all of whose lines are new. */
static void mark_lines(const struct marker *x, uint32_t index, const struct baseline_file *then,
		       const struct changes *ch)
{
	const struct cov_file *file = &x->c->files[index];
	struct file_marks *marks = &x->m->files[index];

	for (size_t i = file->first; i < file->first + file->n; i++) {
		const struct cov_line *l = &x->c->lines[i];
		uint32_t old = !then   ? 0
			       : ch->n ? changed_file_older_line(&ch->files[0], l->line)
				       : l->line;
		enum line_mark mark = mark_of(l, then, old);

		x->m->of_line[i] = (unsigned char)mark;
		marks->counts.n[mark]++;
		x->m->counts.n[mark]++;
		if (!marks->first[mark])
			marks->first[mark] = l->line;
	}
}

static void mark_file(const struct marker *x, uint32_t index)
{
	const struct cov_file *file = &x->c->files[index];
	const struct baseline_file *then = baseline_file(x->c->baseline, file->path);
	struct changes ch = { 0 };

	if (!then || follow(x, &ch, then, file)) {
		mark_lines(x, index, then, &ch);
	} else {
		x->m->files[index].is_unfollowed = true;
		if (!x->m->n_unfollowed++)
			x->m->example = file->path;
	}
	changes_free(&ch);
}

void line_marks_make(struct line_marks *m, const struct coverage *c)
{
	const struct marker x = { m, c, c->baseline->commit ? changes_top() : NULL };

	*m = (struct line_marks){ .of_line = xcalloc(c->n_lines, 1),
				  .files = xcalloc(c->n_files, sizeof(*m->files)) };
	for (size_t i = 0; i < c->n_files; i++) {
		progress("comparing sources", i, c->n_files);
		if (c->files[i].n)
			mark_file(&x, (uint32_t)i);
	}
	progress_end();
	free(x.top);
}

void line_marks_free(struct line_marks *m)
{
	free(m->of_line);
	free(m->files);
	memset(m, 0, sizeof(*m));
}
