/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/history/never_ran.h"
#include "coverage/history/changes.h"
#include "coverage/match/find_image.h"
#include "coverage/model/merge_images.h"
#include "coverage/match/read_inputs.h"
#include "coverage/model/source_text.h"
#include "cmd/diff_sources.h"

/* The recordings of one operand. */
struct side {
	struct match_result r;
	struct inputs in;
	struct coverage **parts;
	size_t n;
	struct coverage *all; /* of parts, or the only one */
};

static int read_side(struct side *s, const char *path, const struct diff_options *o)
{
	const struct input_options options = { .directories = &o->image_path };
	const struct string_list no_lists = { 0 };
	struct anycov_error err;
	int status;

	if (inputs_add(&s->in, path, &err))
		return input_error("%s", err.text);
	for (size_t i = 0; i < o->images.n; i++) {
		struct instrumented_image *m = instrumented_image_open(o->images.v[i], &err);

		if (!m)
			return input_error("%s", err.text);
		add_image(&s->r, m);
	}
	if (load_options_apply(&o->load_options, &s->r) >= 0)
		return EXIT_USAGE;
	status = read_inputs(&s->r, &s->in, &options);
	progress_end();
	if (status != EXIT_OK)
		return status;
	built_use_copies(&s->r, &no_lists);
	if (!s->r.n_images)
		return input_error("%s: no image was found; name it with --image", path);
	s->parts = xcalloc(s->r.n_images, sizeof(*s->parts));
	for (size_t i = 0; i < s->r.n_images; i++) {
		const struct recording e = recording_of(s->r.images[i], false);

		s->parts[s->n++] = coverage_make(s->r.images[i], &e, &o->sources, NULL);
	}
	s->all = s->n > 1 ? merge_images(s->parts, s->n, &o->sources, NULL) : s->parts[0];
	return EXIT_OK;
}

static void free_side(struct side *s)
{
	if (s->n > 1)
		coverage_free(s->all);
	for (size_t i = 0; i < s->n; i++)
		coverage_free(s->parts[i]);
	free(s->parts);
	match_free(&s->r);
	inputs_free(&s->in);
}

/* ---- the files of both ---- */

/* How the files of A are named in B, and what became of their lines. */
struct pairs {
	const struct coverage *a, *b;
	uint32_t *in_b;                    /* of each file of a: index in b, or MAP_NONE */
	uint32_t *in_a;                    /* the same of b */
	const struct changed_file **moved; /* of each file of b; NULL: its lines did not move */
	struct changes changes;            /* --old */
	struct changes *between;           /* of each file of b that has another path in a */
};

static void pair(struct pairs *p, uint32_t a, uint32_t b)
{
	if (p->in_b[a] != MAP_NONE || p->in_a[b] != MAP_NONE)
		return;
	p->in_b[a] = b;
	p->in_a[b] = a;
}

static uint64_t hash_text(const char *s)
{
	return fnv1a_update(FNV1A_OFFSET, s, strlen(s));
}

/* Pairs the files with one name, by what name() returns; only those whose name is unique. */
static void pair_by(struct pairs *p, const char *(*name)(const struct cov_file *f))
{
	const uint64_t several = UINT64_MAX;
	struct u64_map known = { 0 }, seen = { 0 };

	for (uint32_t i = 0; i < p->a->n_files; i++) {
		uint64_t *at;

		if (p->in_b[i] != MAP_NONE)
			continue;
		at = u64_map_get_or_add(&known, hash_text(name(&p->a->files[i])));
		*at = *at ? several : i + 1u;
	}
	for (uint32_t i = 0; i < p->b->n_files; i++)
		if (p->in_a[i] == MAP_NONE)
			++*u64_map_get_or_add(&seen, hash_text(name(&p->b->files[i])));
	for (uint32_t i = 0; i < p->b->n_files; i++) {
		uint64_t hash = hash_text(name(&p->b->files[i]));
		const uint64_t *at = u64_map_find(&known, hash), *n = u64_map_find(&seen, hash);

		if (p->in_a[i] == MAP_NONE && at && *at != several && n && *n == 1)
			pair(p, (uint32_t)(*at - 1), i);
	}
	u64_map_free(&known);
	u64_map_free(&seen);
}

static const char *name_full(const struct cov_file *f)
{
	return f->full;
}

static const char *name_path(const struct cov_file *f)
{
	return f->path;
}

static const char *name_base(const struct cov_file *f)
{
	return base_name(f->full);
}

/* Pairs the files that git shows as changed or renamed since the commit of --old. */
static void pair_changed(struct pairs *p)
{
	for (size_t i = 0; i < p->changes.n; i++) {
		const struct changed_file *f = &p->changes.files[i];
		uint32_t b = changes_find_file(&p->changes, p->b, f->path);
		uint32_t a =
			f->old_path ? changes_find_file(&p->changes, p->a, f->old_path) : MAP_NONE;

		if (b == MAP_NONE)
			continue;
		p->moved[b] = f;
		if (a != MAP_NONE)
			pair(p, a, b);
	}
}

static bool is_known(const struct source_contents *c)
{
	return c->known && !c->differ;
}

/* Returns the path of the text of a file as it was compiled, or NULL; to be freed. */
static char *text_of(const struct cov_file *f)
{
	return is_known(&f->contents) ? source_text_compiled(f) : xstrdup(f->full);
}

/* Returns whether two files may have different texts. */
static bool may_differ(const struct cov_file *x, const struct cov_file *y)
{
	if (is_known(&x->contents) && is_known(&y->contents))
		return x->contents.size != y->contents.size || x->contents.hash != y->contents.hash;
	return strcmp(x->full, y->full);
}

static int compare_text(struct pairs *p, const struct cov_file *x, uint32_t file)
{
	char *old = text_of(x), *new = text_of(&p->b->files[file]);
	struct anycov_error err;
	int status = -1;

	if (old && new)
		status = changes_between(&p->between[file], old, new, &err);
	if (!status && p->between[file].n)
		p->moved[file] = &p->between[file].files[0];
	free(old);
	free(new);
	return status;
}

/* Compares the texts of files of two trees, or of one tree that changed between the builds. */
static void compare_texts(struct pairs *p)
{
	const char *example = NULL;
	size_t n = 0;

	for (uint32_t i = 0; i < p->b->n_files; i++) {
		const struct cov_file *x;

		if (p->in_a[i] == MAP_NONE || p->moved[i])
			continue;
		x = &p->a->files[p->in_a[i]];
		if (!may_differ(x, &p->b->files[i]))
			continue;
		progress("comparing sources", i, p->b->n_files);
		if (compare_text(p, x, i) && !n++)
			example = p->b->files[i].path;
	}
	progress_end();
	if (n)
		warn("%s%s: changed between the two builds, and the text of one of them cannot be "
		     "read: lines with one number are taken for the same; give --old COMMIT",
		     example, n > 1 ? " and other sources" : "");
}

static int make_pairs(struct pairs *p, const struct coverage *a, const struct coverage *b,
		      const char *old)
{
	struct anycov_error err;

	*p = (struct pairs){ .a = a,
			     .b = b,
			     .in_b = xcalloc(a->n_files, sizeof(*p->in_b)),
			     .in_a = xcalloc(b->n_files, sizeof(*p->in_a)),
			     .moved = xcalloc(b->n_files, sizeof(*p->moved)),
			     .between = xcalloc(b->n_files, sizeof(*p->between)) };
	memset(p->in_b, 0xff, a->n_files * sizeof(*p->in_b));
	memset(p->in_a, 0xff, b->n_files * sizeof(*p->in_a));
	if (old && changes_read_since(&p->changes, old, &err))
		return input_error("%s", err.text);
	if (old)
		pair_changed(p);
	pair_by(p, name_full);
	pair_by(p, name_path);
	pair_by(p, name_base);
	compare_texts(p);
	return EXIT_OK;
}

static void free_pairs(struct pairs *p)
{
	for (size_t i = 0; i < p->b->n_files; i++)
		changes_free(&p->between[i]);
	changes_free(&p->changes);
	free(p->in_a);
	free(p->in_b);
	free(p->moved);
	free(p->between);
}

/* ---- the differences ---- */

/* What is printed, most urgent first. */
struct rows {
	struct string_list lost, fresh, gained;
};

static bool is_not_covered(unsigned state)
{
	return state == STATE_NOT_COVERED;
}

static void add_row(struct string_list *to, char sign, const char *path, uint32_t line,
		    uint32_t was)
{
	char *moved = was && was != line ? xasprintf(" (was %" PRIu32 ")", was) : xstrdup("");

	string_list_add_owned(to, xasprintf("%c %s:%" PRIu32 "%s", sign, path, line, moved));
	free(moved);
}

/* a: the line in A, NULL: only B has it; line: its number in B. */
static void compare_line(const char *path, const struct cov_line *a, const struct cov_line *b,
			 bool is_new, struct rows *rows, struct diff_totals *t)
{
	bool in_a = a && state_is_covered(a->state), in_b = b && state_is_covered(b->state);
	bool not_a = !a || is_not_covered(a->state), not_b = b && is_not_covered(b->state);

	if (in_b && not_a) {
		add_row(&rows->gained, '+', path, b->line, a ? a->line : 0);
		t->gained++;
	} else if (in_a && not_b) {
		add_row(&rows->lost, '-', path, b->line, a->line);
		t->lost++;
	} else if (!a && not_b && is_new) {
		add_row(&rows->fresh, '*', path, b->line, 0);
		t->fresh++;
	} else if (in_a != in_b && a && b) {
		t->unknown++;
	}
}

static void compare_file(const struct pairs *p, uint32_t file, struct rows *rows,
			 struct diff_totals *t)
{
	const struct cov_file *y = &p->b->files[file];
	const struct cov_file *x = p->in_a[file] == MAP_NONE ? NULL : &p->a->files[p->in_a[file]];
	const struct changed_file *moved = p->moved[file];
	const struct cov_line *at = x ? p->a->lines + x->first : NULL;
	const struct cov_line *end = x ? at + x->n : NULL;

	for (size_t i = y->first; i < y->first + y->n; i++) {
		const struct cov_line *line = &p->b->lines[i];
		uint32_t number = 0;

		/* Lines of A that were changed or removed have no number in B. */
		for (; at < end; at++) {
			number = moved ? changed_file_line(moved, at->line) : at->line;
			if (number >= line->line)
				break;
		}
		compare_line(y->path, at < end && number == line->line ? at : NULL, line,
			     moved && changed_file_is_new(moved, line->line), rows, t);
	}
}

static uint64_t key_of(uint32_t file, const char *path, const struct cov_function *f)
{
	uint64_t hash = file == MAP_NONE ? fnv1a_update(FNV1A_OFFSET, path, strlen(path))
					 : fnv1a_update(FNV1A_OFFSET, &file, sizeof(file));

	return fnv1a_update(hash, f->name, strlen(f->name));
}

/* Functions by name and file: value 1 + whether it is covered. */
static void compare_functions(const struct pairs *p, struct rows *rows, struct diff_totals *t)
{
	struct u64_map known = { 0 };

	for (size_t i = 0; i < p->a->n_functions; i++) {
		const struct cov_function *f = &p->a->functions[i];
		uint32_t file = f->file == MAP_NONE ? MAP_NONE : p->in_b[f->file];
		const char *path = f->file == MAP_NONE ? "" : p->a->files[f->file].path;
		uint64_t *value = u64_map_get_or_add(&known, key_of(file, path, f));

		if (*value < 1u + f->covered)
			*value = 1u + f->covered;
	}
	for (size_t i = 0; i < p->b->n_functions; i++) {
		const struct cov_function *f = &p->b->functions[i];
		const uint64_t *value = u64_map_find(&known, key_of(f->file, "", f));
		bool in_a = value && *value == 2;

		if (f->covered && !in_a)
			string_list_add_owned(&rows->gained,
					      xasprintf("+ function %s", f->display_name));
		if (!in_a || f->covered || !is_not_covered(f->state))
			continue;
		string_list_add_owned(&rows->lost, xasprintf("- function %s", f->display_name));
		t->functions_lost++;
	}
	u64_map_free(&known);
}

static void print_rows(struct string_list *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		print_sanitized(stdout, rows->v[i]);
		putchar('\n');
	}
	string_list_free(rows);
}

static void print_totals(const struct diff_totals *t)
{
	printf("%zu %s newly covered, %zu no longer covered", t->gained,
	       plural(t->gained, "line", "lines"), t->lost);
	if (t->fresh)
		printf(", %zu new and not covered", t->fresh);
	if (t->unknown)
		printf(", %zu unknown in one of both", t->unknown);
	putchar('\n');
}

static int compare(const struct coverage *a, const struct coverage *b, const char *old,
		   struct diff_totals *t)
{
	struct rows rows = { 0 };
	struct pairs p;
	int status = make_pairs(&p, a, b, old);

	if (status == EXIT_OK) {
		compare_functions(&p, &rows, t);
		for (uint32_t i = 0; i < b->n_files; i++)
			compare_file(&p, i, &rows, t);
		print_rows(&rows.lost);
		print_rows(&rows.fresh);
		print_rows(&rows.gained);
		print_totals(t);
	}
	free_pairs(&p);
	return status;
}

int diff_sources(const char *a, const char *b, const struct diff_options *o, struct diff_totals *t)
{
	struct side x, y;
	int status;

	memset(&x, 0, sizeof(x));
	memset(&y, 0, sizeof(y));
	status = read_side(&x, a, o);
	if (status == EXIT_OK)
		status = read_side(&y, b, o);
	if (status == EXIT_OK) {
		status = compare(x.all, y.all, o->old, t);
		if (status == EXIT_OK &&
		    (x.r.skipped || y.r.skipped || x.r.unlinked || y.r.unlinked))
			status = EXIT_INCOMPLETE;
	}
	free_side(&x);
	free_side(&y);
	return status;
}
