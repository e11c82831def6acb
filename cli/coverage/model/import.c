/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/paths.h"
#include "coverage/model/import.h"

struct importing {
	struct coverage *c;
	struct u64_map known; /* hashes of the paths of files that anycov measured */
	size_t outside;       /* branches that are in no function */
};

static uint64_t hash_text(const char *s)
{
	return fnv1a_update(FNV1A_OFFSET, s, strlen(s));
}

static unsigned state_of(bool is_covered)
{
	return is_covered ? STATE_HIT : STATE_NOT_COVERED;
}

static void add_line(struct coverage *c, uint32_t file, uint32_t line, uint64_t count)
{
	const unsigned state = state_of(count);

	ARRAY_GROW(c->lines, c->n_lines, c->lines_room);
	c->lines[c->n_lines] = (struct cov_line){
		.file = file, .line = line, .state = (uint8_t)state, .executions = count
	};
	c->lines[c->n_lines++].blocks[state] = 1;
}

static struct cov_function *add_function(struct coverage *c, uint32_t file,
					 const struct foreign_function *from)
{
	struct cov_function *f;

	ARRAY_GROW(c->functions, c->n_functions, c->functions_room);
	f = &c->functions[c->n_functions++];
	*f = (struct cov_function){ .name = intern(from->name),
				    .display_name = display_name(from->name),
				    .file = file,
				    .line = from->line,
				    .executions = from->hits,
				    .covered = from->hits != 0,
				    .is_import = true,
				    .state = (uint8_t)state_of(from->hits),
				    .first_line = c->n_lines,
				    .first_import = c->n_imports };
	return f;
}

static int compare_functions(const void *a, const void *b)
{
	const struct foreign_function *x = *(const struct foreign_function *const *)a;
	const struct foreign_function *y = *(const struct foreign_function *const *)b;

	return x->line != y->line ? (x->line < y->line ? -1 : 1) : strcmp(x->name, y->name);
}

static int compare_outcomes(const void *a, const void *b)
{
	const struct foreign_outcome *x = a, *y = b;

	return x->line < y->line ? -1 : x->line > y->line;
}

/* Adds the lines from *at on that are before the next function. */
static void add_lines(struct coverage *c, uint32_t file, const struct foreign_file *from,
		      const uint64_t *lines, size_t *at, uint32_t end)
{
	for (; *at < u64_map_count(&from->lines) && lines[*at] < end; ++*at)
		add_line(c, file, (uint32_t)lines[*at],
			 *u64_map_find(&from->lines, lines[*at]) - 1);
}

/* Adds a branch, of which v[0] is an outcome; its others follow among those of the line. */
static void add_branch(struct coverage *c, const struct foreign_outcome *v, size_t n, bool *done)
{
	struct cov_branch b = { .line = v[0].line,
				.block = (uint32_t)c->n_imports,
				.state = STATE_NOT_COVERED,
				.first = c->n_import_outcomes };

	for (size_t i = 0; i < n && v[i].line == v[0].line; i++) {
		if (v[i].branch != v[0].branch)
			continue;
		done[i] = true;
		if (v[i].executed)
			b.state = STATE_HIT;
		ARRAY_GROW(c->import_outcomes, c->n_import_outcomes, c->import_outcomes_room);
		c->import_outcomes[c->n_import_outcomes++] =
			(struct cov_outcome){ .block = b.n,
					      .state = (uint8_t)state_of(v[i].taken) };
		b.n++;
	}
	ARRAY_GROW(c->imports, c->n_imports, c->imports_room);
	c->imports[c->n_imports++] = b;
}

/* Adds the branches from *at on that are before the next function; f NULL: they are in none. */
static void add_branches(struct importing *x, struct cov_function *f,
			 const struct foreign_outcome *v, size_t n, size_t *at, uint32_t end,
			 bool *done)
{
	for (; *at < n && v[*at].line < end; ++*at) {
		if (!f)
			x->outside++;
		else if (!done[*at])
			add_branch(x->c, v + *at, n - *at, done + *at);
	}
	if (f)
		f->n_imports = x->c->n_imports - f->first_import;
}

static void add_contents(struct importing *x, uint32_t file, struct foreign_file *from)
{
	const struct foreign_function **v = xcalloc(from->n_functions + 1, sizeof(*v));
	bool *done = xcalloc(from->n_outcomes + 1, sizeof(*done));
	uint64_t *lines = u64_map_sorted(&from->lines);
	size_t line = 0, outcome = 0;

	for (size_t i = 0; i < from->n_functions; i++)
		v[i] = &from->functions[i];
	qsort(v, from->n_functions, sizeof(*v), compare_functions);
	if (from->n_outcomes)
		sort_stable(from->outcomes, from->n_outcomes, sizeof(*from->outcomes),
			    compare_outcomes);
	for (size_t i = 0; i <= from->n_functions; i++) {
		uint32_t end = i < from->n_functions ? v[i]->line : UINT32_MAX;
		struct cov_function *f = i ? add_function(x->c, file, v[i - 1]) : NULL;

		/* Of an unknown place: no lines are known to be in it. */
		f = f && f->line ? f : NULL;
		add_lines(x->c, file, from, lines, &line, end);
		add_branches(x, f, from->outcomes, from->n_outcomes, &outcome, end, done);
		if (!f)
			continue;
		f->n_lines = x->c->n_lines - f->first_line;
		coverage_count_lines(x->c, f);
	}
	free(lines);
	free(done);
	free(v);
}

/* Returns whether anycov measured the file, too. */
static bool is_known(const struct importing *x, const char *path,
		     const struct string_list *source_map)
{
	char *mapped = source_map_apply(source_map, path);
	bool found = u64_map_find(&x->known, hash_text(mapped ? mapped : path)) != NULL;

	free(mapped);
	return found;
}

static void add_files(struct importing *x, const struct foreign *f,
		      const struct string_list *source_map)
{
	struct coverage *c = x->c;
	const char *example = NULL;
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++) {
		if (is_known(x, f->v[i].path, source_map)) {
			n++;
			example = example ? example : f->v[i].path;
			continue;
		}
		ARRAY_GROW(c->files, c->n_files, c->files_room);
		c->files[c->n_files++] =
			(struct cov_file){ .compiler_path = xstrdup(f->v[i].path) };
		add_contents(x, (uint32_t)c->n_files - 1, &f->v[i]);
	}
	if (n)
		warn("%s%s: anycov measured it, too; what other tools measured of it is left out",
		     example, n > 1 ? " and other sources" : "");
	if (x->outside)
		warn("%zu outcomes of branches that other tools measured are in no function, and "
		     "are left out",
		     x->outside);
}

struct coverage *import_coverage(const struct foreign *f, struct coverage *const *v, size_t n,
				 const struct string_list *source_map, struct selection *selection)
{
	struct importing x = { .c = xcalloc(1, sizeof(*x.c)) };
	struct instrumented_image *m = xcalloc(1, sizeof(*m));

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < v[i]->n_files; k++)
			u64_map_get_or_add(&x.known, hash_text(v[i]->files[k].full));
	m->merged = true;
	m->name = xstrdup("other tools");
	x.c->image = m->name;
	x.c->instrumented = x.c->owned = m;
	add_files(&x, f, source_map);
	coverage_finish(x.c, source_map, selection);
	u64_map_free(&x.known);
	return x.c;
}
