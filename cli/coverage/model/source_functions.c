/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/u64_map.h"
#include "base/written_names.h"
#include "coverage/model/source_functions.h"

static bool is_same_place(const struct cov_function *a, const struct cov_function *b)
{
	return a->line && a->file != MAP_NONE && a->file == b->file && a->line == b->line;
}

bool is_instance_of_same(const struct cov_function *a, const struct cov_function *b)
{
	return is_same_place(a, b) && a->source_name && b->source_name &&
	       !strcmp(a->source_name, b->source_name);
}

/* The key of a function by the first n characters of its name, and its file. */
static uint64_t name_key(const struct cov_function *f, size_t n)
{
	uint64_t hash = fnv1a_update(FNV1A_OFFSET, &f->file, sizeof(f->file));

	return fnv1a_update(hash, f->name, n);
}

/* Returns the length of the name of the function that an OpenMP construct is in; 0: it is none. */
static size_t construct_of(const struct cov_function *f)
{
	const char *suffix = strstr(f->name, "._omp_fn.");

	return suffix ? (size_t)(suffix - f->name) : 0;
}

static void place_construct(struct coverage *c, struct cov_function *f,
			    const struct u64_map *by_name)
{
	const uint64_t *of = u64_map_find(by_name, name_key(f, construct_of(f)));

	if (of)
		f->line = c->functions[*of].line;
}

void source_functions_place_constructs(struct coverage *c)
{
	struct u64_map by_name = { 0 };
	size_t first = 0;

	while (first < c->n_functions && !construct_of(&c->functions[first]))
		first++;
	for (size_t i = 0; i < c->n_functions && first < c->n_functions; i++)
		*u64_map_get_or_add(&by_name,
				    name_key(&c->functions[i], strlen(c->functions[i].name))) = i;
	for (size_t i = first; i < c->n_functions; i++)
		if (construct_of(&c->functions[i]))
			place_construct(c, &c->functions[i], &by_name);
	u64_map_free(&by_name);
}

static int compare_strings(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns how many different names of this form the functions v[] have. */
static size_t count_names(const struct coverage *c, const size_t *v, size_t n,
			  enum source_name_form form)
{
	char **names = xcalloc(n, sizeof(*names));
	size_t different = 0;

	for (size_t i = 0; i < n; i++)
		names[i] = source_name(c->functions[v[i]].name, form);
	qsort(names, n, sizeof(*names), compare_strings);
	for (size_t i = 0; i < n; i++)
		different += !i || strcmp(names[i - 1], names[i]) != 0;
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
	return different;
}

/*
 * Parameters of a template's instance are written with its arguments, so that its name has none,
 * and overloads that begin at one line have the same.  Those stay apart, each with its instances:
 * some have the same arguments and different parameters.
 */
static void keep_overloads_apart(struct coverage *c, const size_t *v, size_t n)
{
	if (n < 2 || count_names(c, v, n, SOURCE_NAME_ARGUMENTS) ==
			     count_names(c, v, n, SOURCE_NAME_PARAMETERS))
		return;
	for (size_t i = 0; i < n; i++) {
		struct cov_function *f = &c->functions[v[i]];

		free(f->source_name);
		f->source_name = source_name(f->name, SOURCE_NAME_PARAMETERS);
	}
}

static const struct coverage *sorting; /* qsort() has no context argument */

static int compare_sources(const void *a, const void *b)
{
	return strcmp(sorting->functions[*(const size_t *)a].source_name,
		      sorting->functions[*(const size_t *)b].source_name);
}

/* Names the functions v[], which begin at one line. */
static void name_of_line(struct coverage *c, const size_t *v, size_t n)
{
	size_t *order = xcalloc(n, sizeof(*order));

	memcpy(order, v, n * sizeof(*order));
	for (size_t i = 0; i < n; i++) {
		struct cov_function *f = &c->functions[v[i]];

		f->source_name = source_name(f->name, SOURCE_NAME);
	}
	sorting = c;
	qsort(order, n, sizeof(*order), compare_sources);
	for (size_t i = 0, next; i < n; i = next) {
		for (next = i + 1; next < n && !compare_sources(&order[i], &order[next]);)
			next++;
		keep_overloads_apart(c, order + i, next - i);
	}
	free(order);
}

bool source_functions_name(struct coverage *c, const size_t *v)
{
	bool any = false;

	for (size_t i = 0, next; i < c->n_functions; i = next) {
		const struct cov_function *f = &c->functions[v[i]];
		bool several = false;

		for (next = i + 1;
		     next < c->n_functions && is_same_place(f, &c->functions[v[next]]); next++)
			several |= strcmp(f->name, c->functions[v[next]].name) != 0;
		if (several)
			name_of_line(c, v + i, next - i);
		any |= several;
	}
	return any;
}

void source_functions_find(struct coverage *c, const size_t *v)
{
	size_t kept = 0;

	c->source_functions = xmalloc(c->n_functions * sizeof(*c->source_functions));
	for (size_t i = 0, next; i < c->n_functions; i = next) {
		const struct cov_function *f = &c->functions[v[i]];
		struct cov_source_function s = { .first = kept, .n = 1 };

		for (next = i + 1; next < c->n_functions; next++) {
			const struct cov_function *other = &c->functions[v[next]];

			if (other->display_name && !is_instance_of_same(f, other))
				break;
			s.n += other->display_name != NULL;
		}
		if (s.n > 1)
			s.sum.lines = coverage_union_lines(c, v + i, next - i);
		kept += s.n;
		c->source_functions[c->n_source_functions++] = s;
	}
}

static void add_instance(struct cov_function *sum, const struct cov_function *f)
{
	sum->executions += f->executions;
	sum->covered = sum->covered || f->covered;
	sum->no_debug = sum->no_debug && f->no_debug;
	sum->left_out = sum->left_out && f->left_out;
	state_improve(&sum->state, &sum->reason, f->state, f->reason);
	counts_add(&sum->blocks, &f->blocks);
	counts_add(&sum->edges, &f->edges);
	counts_add(&sum->branches, &f->branches);
	counts_add(&sum->throws, &f->throws);
	counts_add(&sum->conditions, &f->conditions);
}

void source_functions_count(struct coverage *c)
{
	for (size_t i = 0; i < c->n_source_functions; i++) {
		struct cov_source_function *s = &c->source_functions[i];
		struct counts lines = s->sum.lines;

		s->sum = c->functions[s->first];
		if (s->n > 1) {
			free(s->written);
			s->written = written_name(xstrdup(s->sum.source_name));
			s->sum.display_name = s->written;
			s->sum.lines = lines;
			s->sum.n_edges = 0;
		}
		for (size_t k = 1; k < s->n; k++)
			add_instance(&s->sum, &c->functions[s->first + k]);
		counts_add_state(&c->function_counts, s->sum.state, s->sum.reason);
	}
	for (size_t i = 0; i < c->n_functions; i++)
		counts_add_state(&c->instance_counts, c->functions[i].state,
				 c->functions[i].reason);
}

const char *instance_name(const struct coverage *c, const struct cov_source_function *s,
			  size_t instance)
{
	const struct cov_function *f = &c->functions[s->first + instance];

	for (size_t i = 0; i < s->n; i++)
		if (i != instance &&
		    !strcmp(f->display_name, c->functions[s->first + i].display_name))
			return f->name;
	return f->display_name;
}

void source_functions_free(struct coverage *c)
{
	for (size_t i = 0; i < c->n_source_functions; i++)
		free(c->source_functions[i].written);
	free(c->source_functions);
	c->source_functions = NULL;
	c->n_source_functions = 0;
}
