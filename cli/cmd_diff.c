/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What B reached that A did not, and what it lost. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "args.h"
#include "coverage.h"
#include "gather.h"
#include "paths.h"
#include "place_args.h"

struct totals {
	size_t gained, lost;
	size_t functions_lost;
};

/* What is in `have` and not in `other`, which may be NULL. */
static size_t print_words(const struct numset *have, const struct numset *other, char sign,
			  const char *what, const char *path)
{
	uint64_t *v = numset_sorted(have);
	size_t n = 0;

	for (size_t i = 0; i < numset_count(have); i++) {
		if (other && numset_find(other, v[i]))
			continue;
		printf("%c %s0x%" PRIx64 "%s", sign, what, v[i], *path ? " " : "");
		put_safe(stdout, path);
		putchar('\n');
		n++;
	}
	free(v);
	return n;
}

static size_t print_missing(const struct gathered_module *have, const struct gathered_module *other,
			    char sign)
{
	return print_words(&have->pcs, other ? &other->pcs : NULL, sign, "", have->path) +
	       print_words(&have->counters, other ? &other->counters : NULL, sign, "counter ",
			   have->path) +
	       print_words(&have->edges, other ? &other->edges : NULL, sign, "edge ", have->path);
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

static int coverage_of(struct reach *r, const struct words *images,
		       const struct place_args *places, const struct words *sources,
		       const char *dump, struct coverage **coverage)
{
	struct anycov_error err;
	struct evidence evidence;

	r->models = xcalloc(images->n, sizeof(struct model *));
	for (size_t i = 0; i < images->n; i++) {
		r->models[i] = model_open(images->v[i], &err);
		if (!r->models[i])
			return bad_data("%s", err.text);
		r->n_models++;
	}
	if (place_args_take(places, r) >= 0)
		return EXIT_USAGE;
	if (reach_add(r, dump, NULL, &err))
		return bad_data("%s", err.text);
	evidence = (struct evidence){ r->lost, !r->some_late, false };
	for (size_t i = 0; i < images->n; i++)
		coverage[i] = coverage_make(r->models[i], &evidence, sources);
	return EXIT_OK;
}

/* Both are made from one image: the same functions, files and lines in order. */
static void compare(const struct coverage *a, const struct coverage *b, struct totals *t)
{
	for (size_t i = 0; i < a->n_functions; i++) {
		const struct cov_function *f = &a->functions[i];

		if (f->ran != b->functions[i].ran)
			printf("%c function %s\n", f->ran ? '-' : '+', f->shown);
		t->functions_lost += f->ran && !b->functions[i].ran;
	}
	for (size_t i = 0; i < a->n_files; i++) {
		for (size_t j = a->files[i].first; j < a->files[i].first + a->files[i].n; j++) {
			bool in_a = state_ran(a->lines[j].state);
			bool in_b = state_ran(b->lines[j].state);

			if (in_a == in_b)
				continue;
			printf("%c ", in_a ? '-' : '+');
			put_safe(stdout, a->files[i].path);
			printf(":%" PRIu32 "\n", a->lines[j].line);
			t->gained += in_b;
			t->lost += in_a;
		}
	}
}

static int diff_lines(const struct words *images, const struct place_args *places,
		      const struct words *sources, const struct words *files, struct totals *t)
{
	struct reach reach[2] = { { 0 }, { 0 } };
	struct coverage **c = xcalloc(2 * images->n, sizeof(*c));
	int status = coverage_of(&reach[0], images, places, sources, files->v[0], c);

	if (status == EXIT_OK)
		status = coverage_of(&reach[1], images, places, sources, files->v[1],
				     c + images->n);
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
	struct words images = { 0 }, files = { 0 }, sources = { 0 };
	struct place_args places = { 0 };
	struct totals t = { 0 };
	bool gate = false;
	const struct arg table[] = {
		{ ARG_WORDS, 0, "image", "ELF", &images,
		  "the image that ran, to see functions and lines" },
		PLACE_ARGS(&places),
		SOURCE_MAP_ARG(&sources),
		{ ARG_FLAG, 0, "fail-on-loss", NULL, &gate, "exit 1 if B lost something" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	int status = args_parse(&(struct args){ table, NULL, false }, argc, argv, &files, NULL);

	if (status < 0 && files.n != 2)
		status = usage_error("give two dumps, for example: anycov diff before.dump after.dump");
	if (status < 0 && !images.n && (places.modules.n || places.kaslr))
		status = usage_error("--module and --kaslr place images; give --image");
	if (status < 0 && !images.n && sources.n)
		status = usage_error("--source-map is about lines; give --image");
	if (status < 0)
		status = source_map_check(&sources);
	if (status < 0)
		status = images.n ? diff_lines(&images, &places, &sources, &files, &t)
				  : diff_addresses(&files, &t);
	if (status == EXIT_OK && gate && (t.lost || t.functions_lost))
		status = bad_data("%s: lost what %s had reached (--fail-on-loss)", files.v[1],
				  files.v[0]);
	words_free(&images);
	words_free(&places.modules);
	words_free(&sources);
	words_free(&files);
	return status;
}
