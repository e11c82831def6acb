/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Functions are FN and FNDA records, which all versions read, or FNL and FNA, which lcov 1.x does
 * not know, and which have the ends of functions.  Not both: lcov 2.x would add up their counts.
 */
#include <inttypes.h>
#include "output/lcov.h"
#include "output/show.h"

void lcov_print_name(FILE *f, const char *name)
{
	print_sanitized(f, name);
	putc('\n', f);
}

/* Where a function is. */
struct place {
	uint32_t first, last; /* lines */
	uint64_t hits;
};

/*
 * Finds where a function is and returns whether it is listed.  genhtml 2.x refuses one that begins
 * at a line without a count, so that a function begins at its first listed line.
 */
static bool find_place(const struct coverage *c, const struct lcov_functions *v, size_t function,
		       struct place *p)
{
	const struct cov_function *fn = &c->functions[function];
	const struct cov_file *file;
	size_t low, high;

	if (!v->is_known(v, function, &p->hits))
		return false;
	file = &c->files[fn->file];
	low = file->first;
	high = file->first + file->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c->lines[middle].line < fn->line)
			low = middle + 1;
		else
			high = middle;
	}
	p->last = function_last_line(c, fn);
	for (; low < file->first + file->n && c->lines[low].line <= p->last; low++) {
		if (!v->is_line_known(v, low))
			continue;
		p->first = c->lines[low].line;
		return true;
	}
	return false;
}

/*
 * Finds the function of the source that `first` is the first instance of, and the end of its
 * instances.  Returns whether it is listed: one of them is.
 */
static bool find_source_function(const struct coverage *c, const struct lcov_functions *v,
				 size_t first, size_t *end, struct place *p)
{
	bool found = false;

	*end = first;
	do {
		struct place instance = { 0 };

		if (!find_place(c, v, *end, &instance))
			continue;
		if (!found)
			*p = (struct place){ .first = instance.first };
		p->hits += instance.hits;
		found = true;
	} while (++*end < v->end && is_instance_of_same(&c->functions[first], &c->functions[*end]));
	return found;
}

/*
 * Prints functions in the form that lcov 1.x reads, too.  It counts names, so that a function of
 * the source has that of its first instance, in each tracefile and test the same.
 */
static void functions_1(FILE *f, const struct coverage *c, const struct lcov_functions *v)
{
	size_t found = 0, hit = 0, next;
	struct place p;

	for (size_t i = v->first; i < v->end; i = next) {
		if (!find_source_function(c, v, i, &next, &p))
			continue;
		fprintf(f, "FN:%" PRIu32 ",", p.first);
		lcov_print_name(f, c->functions[i].name);
	}
	for (size_t i = v->first; i < v->end; i = next) {
		if (!find_source_function(c, v, i, &next, &p))
			continue;
		fprintf(f, "FNDA:%" PRIu64 ",", p.hits);
		lcov_print_name(f, c->functions[i].name);
		found++;
		hit += p.hits != 0;
	}
	fprintf(f, "FNF:%zu\nFNH:%zu\n", found, hit);
}

/* Prints functions as lcov 2.2 and later write them: those of one line are names of one function.
 */
static void functions_2(FILE *f, const struct coverage *c, const struct lcov_functions *v)
{
	size_t found = 0, hit = 0;

	for (size_t i = v->first, next; i < v->end; i = next) {
		struct place p = { 0 }, other;
		bool any_hit = false;

		next = i + 1;
		if (!find_place(c, v, i, &p))
			continue;
		for (; next < v->end && c->functions[next].line == c->functions[i].line; next++)
			if (find_place(c, v, next, &other) && other.last > p.last)
				p.last = other.last;
		fprintf(f, "FNL:%zu,%" PRIu32 ",%" PRIu32 "\n", found, p.first, p.last);
		for (size_t k = i; k < next; k++) {
			if (!find_place(c, v, k, &other))
				continue;
			fprintf(f, "FNA:%zu,%" PRIu64 ",", found, other.hits);
			lcov_print_name(f, c->functions[k].name);
			any_hit |= other.hits != 0;
		}
		found++;
		hit += any_hit;
	}
	fprintf(f, "FNF:%zu\nFNH:%zu\n", found, hit);
}

void lcov_print_functions(FILE *f, const struct coverage *c, const struct lcov_functions *v,
			  unsigned version)
{
	(version == 2 ? functions_2 : functions_1)(f, c, v);
}

size_t lcov_functions_end(const struct coverage *c, size_t first, uint32_t file)
{
	while (first < c->n_functions && c->functions[first].file == file)
		first++;
	return first;
}
