/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/find_image.h"
#include "coverage/merge_images.h"
#include "coverage/read_inputs.h"
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

static bool is_not_covered(unsigned state)
{
	return state == STATE_NOT_COVERED;
}

static void print_line(char sign, const char *path, uint32_t line)
{
	printf("%c ", sign);
	print_sanitized(stdout, path);
	printf(":%" PRIu32 "\n", line);
}

/* Either is NULL if only the other build has the line. */
static void compare_line(const char *path, const struct cov_line *a, const struct cov_line *b,
			 struct diff_totals *t)
{
	bool in_a = a && state_is_covered(a->state), in_b = b && state_is_covered(b->state);
	bool not_a = !a || is_not_covered(a->state), not_b = b && is_not_covered(b->state);

	if (in_b && not_a) {
		print_line('+', path, b->line);
		t->gained++;
	} else if (in_a && not_b) {
		print_line('-', path, a->line);
		t->lost++;
	} else if (in_a != in_b && a && b) {
		t->unknown++;
	}
}

static void compare_file(const struct coverage *a, const struct cov_file *x,
			 const struct coverage *b, const struct cov_file *y, struct diff_totals *t)
{
	const struct cov_line *p = x ? a->lines + x->first : NULL, *p_end = x ? p + x->n : NULL;
	const struct cov_line *q = y ? b->lines + y->first : NULL, *q_end = y ? q + y->n : NULL;
	const struct cov_file *either = y ? y : x;
	const char *path = either ? either->path : "";

	while (p < p_end || q < q_end) {
		bool take_p = p < p_end && (q >= q_end || p->line <= q->line);
		bool take_q = q < q_end && (p >= p_end || q->line <= p->line);

		compare_line(path, take_p ? p : NULL, take_q ? q : NULL, t);
		p += take_p;
		q += take_q;
	}
}

/* Files are sorted by path. */
static void compare_lines(const struct coverage *a, const struct coverage *b, struct diff_totals *t)
{
	size_t i = 0, j = 0;

	while (i < a->n_files || j < b->n_files) {
		int order = i == a->n_files   ? 1
			    : j == b->n_files ? -1
					      : strcmp(a->files[i].path, b->files[j].path);

		compare_file(a, order <= 0 ? &a->files[i] : NULL, b,
			     order >= 0 ? &b->files[j] : NULL, t);
		i += order <= 0;
		j += order >= 0;
	}
}

static uint64_t key_of(const struct coverage *c, const struct cov_function *f)
{
	const char *path = f->file == MAP_NONE ? "" : c->files[f->file].path;
	uint64_t hash = fnv1a_update(FNV1A_OFFSET, path, strlen(path) + 1);

	return fnv1a_update(hash, f->name, strlen(f->name));
}

/* Functions by name and file: value 1 + whether it is covered. */
static void compare_functions(const struct coverage *a, const struct coverage *b,
			      struct diff_totals *t)
{
	struct u64_map known = { 0 };

	for (size_t i = 0; i < a->n_functions; i++) {
		uint64_t *value = u64_map_get_or_add(&known, key_of(a, &a->functions[i]));

		if (*value < 1u + a->functions[i].covered)
			*value = 1u + a->functions[i].covered;
	}
	for (size_t i = 0; i < b->n_functions; i++) {
		const struct cov_function *f = &b->functions[i];
		const uint64_t *value = u64_map_find(&known, key_of(b, f));
		bool in_a = value && *value == 2;

		if (f->covered && !in_a)
			printf("+ function %s\n", f->display_name);
		if (!in_a || f->covered || !is_not_covered(f->state))
			continue;
		printf("- function %s\n", f->display_name);
		t->functions_lost++;
	}
	u64_map_free(&known);
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
		compare_functions(x.all, y.all, t);
		compare_lines(x.all, y.all, t);
		printf("%zu %s newly covered, %zu no longer covered", t->gained,
		       plural(t->gained, "line", "lines"), t->lost);
		if (t->unknown)
			printf(", %zu unknown in one of both", t->unknown);
		putchar('\n');
		if (x.r.skipped || y.r.skipped || x.r.unlinked || y.r.unlinked)
			status = EXIT_INCOMPLETE;
	}
	free_side(&x);
	free_side(&y);
	return status;
}
