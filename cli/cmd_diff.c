/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What B reached that A did not, and what it lost. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "args.h"
#include "coverage.h"
#include "gather.h"

struct totals {
	size_t gained, lost;
};

/* Addresses of one module that are in `have` and not in `other`. */
static size_t print_missing(const struct gathered_module *have, const struct gathered_module *other,
			    char sign)
{
	uint64_t *pcs = numset_sorted(&have->pcs);
	size_t n = 0;

	for (size_t i = 0; i < numset_count(&have->pcs); i++) {
		if (other && numset_find(&other->pcs, pcs[i]))
			continue;
		printf("%c 0x%" PRIx64 "%s%s\n", sign, pcs[i], *have->path ? " " : "", have->path);
		n++;
	}
	free(pcs);
	return n;
}

static const struct gathered_module *same_module(const struct gathered *g,
						 const struct gathered_module *m)
{
	for (size_t i = 0; i < g->n; i++)
		if (!gather_compare(&g->v[i], m))
			return &g->v[i];
	return NULL;
}

static int diff_addresses(const struct words *files, struct totals *t)
{
	struct gathered a = { 0 }, b = { 0 };
	struct anycov_error err;
	int status = EXIT_OK;

	if (gather_add(&a, files->v[0], &err) || gather_add(&b, files->v[1], &err))
		status = bad_data("%s", err.text);
	if (status == EXIT_OK) {
		gather_sort(&a);
		gather_sort(&b);
		for (size_t i = 0; i < b.n; i++)
			t->gained += print_missing(&b.v[i], same_module(&a, &b.v[i]), '+');
		for (size_t i = 0; i < a.n; i++)
			t->lost += print_missing(&a.v[i], same_module(&b, &a.v[i]), '-');
		printf("%zu addresses gained, %zu lost\n", t->gained, t->lost);
	}
	gather_free(&a);
	gather_free(&b);
	return status;
}

static int coverage_of(struct reach *r, const struct words *images, const char *dump,
		       struct coverage **coverage)
{
	struct anycov_error err;

	r->models = xcalloc(images->n, sizeof(struct model *));
	for (size_t i = 0; i < images->n; i++) {
		r->models[i] = model_open(images->v[i], &err);
		if (!r->models[i])
			return bad_data("%s", err.text);
		r->n_models++;
	}
	if (reach_add(r, dump, NULL, &err))
		return bad_data("%s", err.text);
	for (size_t i = 0; i < images->n; i++)
		coverage[i] = coverage_make(r->models[i], r->lost);
	return EXIT_OK;
}

/* Both are made from one image: the same functions, files and lines in order. */
static void compare(const struct coverage *a, const struct coverage *b, struct totals *t)
{
	for (size_t i = 0; i < a->n_functions; i++) {
		const struct cov_function *f = &a->functions[i];

		if (f->ran != b->functions[i].ran)
			printf("%c function %s\n", f->ran ? '-' : '+', f->shown);
	}
	for (size_t i = 0; i < a->n_files; i++) {
		for (size_t j = a->files[i].first; j < a->files[i].first + a->files[i].n; j++) {
			bool in_a = state_ran(a->lines[j].state);
			bool in_b = state_ran(b->lines[j].state);

			if (in_a == in_b)
				continue;
			printf("%c %s:%" PRIu32 "\n", in_a ? '-' : '+', a->files[i].path,
			       a->lines[j].line);
			t->gained += in_b;
			t->lost += in_a;
		}
	}
}

static int diff_lines(const struct words *images, const struct words *files, struct totals *t)
{
	struct reach reach[2] = { { 0 }, { 0 } };
	struct coverage **c = xcalloc(2 * images->n, sizeof(*c));
	int status = coverage_of(&reach[0], images, files->v[0], c);

	if (status == EXIT_OK)
		status = coverage_of(&reach[1], images, files->v[1], c + images->n);
	if (status == EXIT_OK) {
		for (size_t i = 0; i < images->n; i++)
			compare(c[i], c[images->n + i], t);
		printf("%zu lines gained, %zu lost\n", t->gained, t->lost);
	}
	for (size_t i = 0; i < 2 * images->n; i++)
		coverage_free(c[i]);
	free(c);
	reach_free(&reach[0]);
	reach_free(&reach[1]);
	return status;
}

int cmd_diff(int argc, char **argv)
{
	struct words images = { 0 }, files = { 0 };
	struct totals t = { 0 };
	bool gate = false;
	const struct arg table[] = {
		{ ARG_WORDS, 0, "image", "ELF", &images,
		  "the image that ran, to see functions and lines" },
		{ ARG_FLAG, 0, "fail-on-loss", NULL, &gate, "exit 1 if B lost something" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	int status = args_parse(&(struct args){ table, NULL, false }, argc, argv, &files, NULL);

	if (status < 0 && files.n != 2)
		status = usage_error("give two dumps, for example: anycov diff before.dump after.dump");
	if (status < 0)
		status = images.n ? diff_lines(&images, &files, &t) : diff_addresses(&files, &t);
	if (status == EXIT_OK && gate && t.lost)
		status = bad_data("%s: lost what %s had reached (--fail-on-loss)", files.v[1],
				  files.v[0]);
	words_free(&images);
	words_free(&files);
	return status;
}
