/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "anycov/map.h"
#include "base/paths.h"
#include "base/written_names.h"
#include "common/map/source_copies.h"
#include "coverage/model/select.h"
#include "coverage/model/source_text.h"

/* What is chosen of one struct coverage. */
struct choice {
	struct coverage *c;
	struct selection *s;
	uint8_t *files;          /* enum file_choice, by index in c->files */
	uint32_t *markers;       /* of a file: index in s->sources, or MAP_NONE */
	bool *functions;         /* by index in c->functions: --function takes it */
	bool *has_lines;         /* of a file, before the selection */
	bool any_edges;          /* EXCL_BR markers were found */
	struct u64_map excluded; /* lines that markers excluded: file and line */
};

/* Compiles patterns so that they match from the beginning of a line; or an error and NULL. */
static regex_t *compile(const struct string_list *patterns, const char *option)
{
	regex_t *v = xcalloc(patterns->n + 1, sizeof(*v));
	char what[256];
	int problem = 0;

	for (size_t i = 0; i < patterns->n && !problem; i++) {
		char *anchored = xasprintf("^(%s)", patterns->v[i]);

		problem = regcomp(&v[i], anchored, REG_EXTENDED);
		free(anchored);
		if (!problem)
			continue;
		regerror(problem, &v[i], what, sizeof(what));
		usage_error("%s %s: %s; give a POSIX extended regular expression", option,
			    patterns->v[i], what);
		while (i--)
			regfree(&v[i]);
		free(v);
		return NULL;
	}
	return v;
}

int selection_begin(struct selection *s, const char *dir)
{
	char *here = getcwd(NULL, 0);
	const char *logical = getenv("PWD");
	struct stat a, b;

	if (here)
		string_list_add(&s->bases, here);
	/* Compilers record the path with symbolic links that the shell shows. */
	if (here && logical && *logical == '/' && strcmp(here, logical) && !stat(here, &a) &&
	    !stat(logical, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
		string_list_add(&s->bases, logical);
	if (dir)
		string_list_add(&s->bases, dir);
	free(here);
	s->line_regexes = compile(&s->line_patterns, "--exclude-lines-by-pattern");
	s->branch_regexes = compile(&s->branch_patterns, "--exclude-branches-by-pattern");
	return s->line_regexes && s->branch_regexes ? -1 : EXIT_USAGE;
}

/* Returns whether a pattern matches a path, or a directory that contains it. */
static bool matches(const char *pattern, const char *path)
{
	char *below;
	bool yes;

	if (!fnmatch(pattern, path, 0))
		return true;
	below = xasprintf("%s/*", pattern);
	yes = !fnmatch(below, path, 0);
	free(below);
	return yes;
}

/* Returns path relative to a directory that contains it, or NULL. */
static const char *relative_to(const char *dir, const char *path)
{
	size_t n = strlen(dir);

	if (!n || strncmp(dir, path, n))
		return NULL;
	return dir[n - 1] == '/' ? path + n : path[n] == '/' ? path + n + 1 : NULL;
}

/* glob: without a slash at its end. */
static bool pattern_takes(const struct selection *s, const char *glob, const struct cov_file *f)
{
	bool yes =
		matches(glob, f->full) || matches(glob, f->path) || matches(glob, f->compiler_path);
	char *pattern;

	/* Like .gitignore: a pattern without a directory is that of a name. */
	if (!yes && !strchr(glob, '/'))
		yes = !fnmatch(glob, base_name(f->full), 0);
	if (yes || *glob == '/')
		return yes;
	pattern = path_normalize(NULL, glob);
	for (size_t i = 0; i < s->bases.n && !yes; i++) {
		const char *relative = relative_to(s->bases.v[i], f->full);
		char *absolute;

		yes = relative && (!*pattern || matches(pattern, relative));
		if (yes || !starts_with(pattern, ".."))
			continue;
		absolute = path_normalize(s->bases.v[i], pattern);
		yes = matches(absolute, f->full);
		free(absolute);
	}
	free(pattern);
	return yes;
}

bool selection_file_matches(const struct selection *s, const char *glob, const struct cov_file *f)
{
	size_t n = strlen(glob);
	char *plain;
	bool yes;

	while (n > 1 && glob[n - 1] == '/')
		n--;
	plain = xstrndup(glob, n);
	yes = pattern_takes(s, plain, f);
	free(plain);
	return yes;
}

static bool any_takes(const struct selection *s, const struct string_list *globs, bool *used,
		      const struct cov_file *f)
{
	bool any = false;

	for (size_t i = 0; i < globs->n; i++) {
		bool yes = selection_file_matches(s, globs->v[i], f);

		any |= yes;
		if (used)
			used[i] |= yes;
		else if (any)
			break;
	}
	return any;
}

static enum file_choice choose_file(struct selection *s, const struct cov_file *f)
{
	bool included;

	if (f->is_other)
		return FILE_OTHER_BUILD;
	if (!s)
		return FILE_SELECTED;
	included = any_takes(s, &s->include, s->include_used, f);
	if ((s->include.n && !included) || any_takes(s, &s->exclude, NULL, f))
		return FILE_UNSELECTED;
	return included || !anycov_source_is_system(f->full) ? FILE_SELECTED : FILE_SYSTEM;
}

/* The parameters of a demangled name need not be given, which may be that of another demangler. */
bool function_matches(const char *glob, const char *name, const char *shown)
{
	char *plain, *written;
	bool yes;

	if (!fnmatch(glob, name, 0) || !fnmatch(glob, shown, 0))
		return true;
	plain = xstrndup(shown, strcspn(shown, "("));
	written = written_name(xstrdup(glob));
	yes = (*plain && !fnmatch(written, plain, 0)) || !fnmatch(written, shown, 0);
	free(written);
	free(plain);
	return yes;
}

bool function_means(const char *word, const char *name, const char *shown, bool own)
{
	char *last;
	bool yes;

	if (!own)
		return function_matches(word, name, shown);
	last = own_name(name);
	yes = !fnmatch(word, last, 0);
	free(last);
	if (!yes && strstr(word, "::")) {
		char *below = xasprintf("*::%s", word);

		yes = function_matches(below, name, shown);
		free(below);
	}
	return yes;
}

static bool takes_function(struct selection *s, const char *name, const char *shown)
{
	bool any = !s || !s->functions.n;

	for (size_t i = 0; s && i < s->functions.n; i++) {
		bool yes = function_matches(s->functions.v[i], name, shown);

		any |= yes;
		s->function_used[i] |= yes;
	}
	return any;
}

/* Returns the index of the markers of a file, which is read if it was not yet. */
static uint32_t markers_of(struct selection *s, const struct cov_file *f)
{
	uint64_t *known = u64_map_get_or_add(&s->by_path,
					     fnv1a_update(FNV1A_OFFSET, f->full, strlen(f->full)));
	struct markers *m;
	char *text;
	size_t n;

	if (*known)
		return (uint32_t)(*known - 1);
	ARRAY_GROW(s->sources, s->n_sources, s->sources_room);
	m = &s->sources[s->n_sources];
	*known = ++s->n_sources;
	memset(m, 0, sizeof(*m));
	text = source_text_read(f, &n);
	if (text && !s->no_markers)
		markers_read(m, text, n);
	if (text) {
		markers_add_matches(m, text, s->line_regexes, s->line_patterns.n, false);
		markers_add_matches(m, text, s->branch_regexes, s->branch_patterns.n, true);
	}
	if (m->problem)
		warn("%s:%s", f->full, m->problem);
	if (m->unsupported)
		warn("%s:%s", f->full, m->unsupported);
	free(text);
	return (uint32_t)(*known - 1);
}

/* Returns the markers of a file's source, or NULL. */
static const struct markers *markers_in(const struct choice *x, uint32_t file)
{
	return file == MAP_NONE || x->markers[file] == MAP_NONE ? NULL
								: &x->s->sources[x->markers[file]];
}

static bool is_marked(const struct choice *x, uint32_t file, uint32_t line)
{
	const struct markers *m = markers_in(x, file);

	return m && markers_exclude_line(m, line);
}

static bool is_marked_function(const struct choice *x, const struct cov_function *f)
{
	const struct markers *m = markers_in(x, f->file);

	return m && markers_exclude_function(m, f->line);
}

/* Notes a line that a marker excludes. */
static void exclude_line(struct choice *x, const struct cov_line *l)
{
	uint64_t *warned = u64_map_get_or_add(&x->excluded, (uint64_t)l->file << 32 | l->line);

	if (*warned || !state_is_covered(l->state) ||
	    !markers_unreachable(markers_in(x, l->file), l->line))
		return;
	*warned = 1;
	warn("%s:%u: was executed, though its marker says that it is unreachable",
	     x->c->files[l->file].full, (unsigned)l->line);
}

/* Adds the lines of v[0..n-1] that are selected to the lines kept. */
static size_t keep_lines(struct choice *x, size_t from, size_t end, size_t kept, bool wanted,
			 struct counts *dropped)
{
	struct coverage *c = x->c;

	for (size_t i = from; i < end; i++) {
		const struct cov_line *l = &c->lines[i];
		bool marked = is_marked(x, l->file, l->line);

		x->has_lines[l->file] = true;
		if (marked && wanted && x->files[l->file] == FILE_SELECTED)
			exclude_line(x, l);
		if (wanted && !marked && x->files[l->file] == FILE_SELECTED)
			c->lines[kept++] = *l;
		else
			counts_add_state(dropped, l->state, l->reason);
	}
	return kept;
}

/* Returns whether all lines of a block were excluded; one without lines is not. */
static bool block_excluded(const struct choice *x, const struct map_block *b)
{
	const struct map *map = x->c->instrumented->map;
	bool any = false, excluded = true;

	for (; b && excluded; b = map_next_part(map, b))
		for (uint32_t i = 0; i < b->lines.n && excluded; i++) {
			const struct map_line *l = &map->lines[b->lines.first + i];
			uint32_t file = x->c->file_of[l->file];

			any = true;
			excluded = x->files[file] != FILE_SELECTED || is_marked(x, file, l->line);
		}
	return any && excluded;
}

/* Returns whether an EXCL_BR marker excludes the edges of a block. */
static bool edges_excluded(const struct choice *x, const struct map_function *f,
			   const struct map_block *b)
{
	const struct map_line *l = branch_line(x->c->instrumented->map, f, b);
	const struct markers *m = l ? markers_in(x, x->c->file_of[l->file]) : NULL;

	return m && markers_exclude_edges(m, l->line);
}

/*
 * Of each block of a function: whether a block leads there that is no branch, so that the code is
 * after a branch rather than one of its arms.  To be freed.
 */
static bool *find_joins(const struct choice *x, const struct cov_function *f)
{
	const struct instrumented_image *m = x->c->instrumented;
	bool *joins = xcalloc(f->map->blocks + 1, sizeof(*joins));
	size_t end = f->first_edge + f->n_edges;

	for (size_t i = f->first_edge; i < end; i++) {
		const struct cov_edge *e = &x->c->edges[i];
		bool is_branch = (i > f->first_edge && e[-1].from == e->from) ||
				 (i + 1 < end && e[1].from == e->from);
		const struct map_block *to =
			map_block(m->map, (uint32_t)(f->map - m->map->functions), e->to);

		if (!is_branch && to)
			joins[to - m->map->blocks - f->map->first_block] = true;
	}
	return joins;
}

static void keep_blocks(const struct choice *x, struct cov_function *f)
{
	const struct instrumented_image *m = x->c->instrumented;
	size_t kept = f->first_edge, end = f->first_edge + f->n_edges;
	uint32_t number = (uint32_t)(f->map - m->map->functions);
	bool *joins = find_joins(x, f);

	memset(&f->blocks, 0, sizeof(f->blocks));
	for (size_t i = f->map->first_block; i < f->map->first_block + f->map->blocks; i++) {
		const struct map_block *b = &m->map->blocks[i];

		if (!(b->flags & (ANYCOV_MAP_BLOCK_EMPTY | MAP_BLOCK_PART)) &&
		    !block_excluded(x, b))
			counts_add_state(&f->blocks, m->states[i], m->reasons[i]);
	}
	memset(&f->edges, 0, sizeof(f->edges));
	for (size_t i = f->first_edge, next; i < end; i = next) {
		const struct map_block *from = map_block(m->map, number, x->c->edges[i].from);
		bool excluded =
			from && (block_excluded(x, from) || edges_excluded(x, f->map, from));
		size_t first = kept, n;
		bool lost = false;

		for (next = i; next < end && x->c->edges[next].from == x->c->edges[i].from; next++)
			;
		n = next - i;
		for (size_t k = i; k < next && !excluded; k++) {
			const struct cov_edge e = x->c->edges[k];
			const struct map_block *to = map_block(m->map, number, e.to);

			if (to && (n < 2 || !joins[to - m->map->blocks - f->map->first_block]) &&
			    block_excluded(x, to)) {
				lost |= !e.is_throw;
				continue;
			}
			x->c->edges[kept++] = e;
			counts_add_state(&f->edges, e.state, e.reason);
		}
		for (size_t k = first; k < kept; k++)
			x->c->edges[k].lost_sibling = lost;
	}
	f->n_edges = kept - f->first_edge;
	free(joins);
}

static void subtract(struct counts *t, const struct counts *less)
{
	t->total -= less->total;
	t->covered -= less->covered;
	t->hit -= less->hit;
	t->unknown -= less->unknown;
	for (unsigned r = 0; r < UNKNOWN_REASON_COUNT; r++)
		t->by_reason[r] -= less->by_reason[r];
}

/*
 * Returns whether a function without a file is left out.  One in a unit with debug information is
 * of the compiler's own headers, such as clang's _mm_add_epi32(), which are without.
 */
static bool has_no_source(const struct selection *s, const struct cov_function *f)
{
	return s && (s->include.n || (f->map && *f->map->dir && !s->functions.n));
}

/* Returns whether a function is reported, after its lines were selected. */
static bool keep_function(struct choice *x, size_t index, bool lost_lines,
			  const struct counts *dropped)
{
	struct cov_function *f = &x->c->functions[index];

	if (!x->functions[index] ||
	    (f->file == MAP_NONE ? has_no_source(x->s, f) : x->files[f->file] != FILE_SELECTED))
		return false;
	if (lost_lines && !f->n_lines)
		return false;
	if (!lost_lines && !x->any_edges)
		return true;
	if (lost_lines)
		coverage_count_lines(x->c, f);
	/* Without a map each line is that of one probe. */
	if (f->map && f->map->blocks)
		keep_blocks(x, f);
	else
		subtract(&f->blocks, dropped);
	return true;
}

static void keep_functions(struct choice *x, struct unselected *u)
{
	struct coverage *c = x->c;
	struct counts blocks = { 0 }, edges = { 0 }, none = { 0 };
	size_t lines = 0, at = 0, kept = 0;

	for (size_t i = 0; i < c->n_functions; i++) {
		struct cov_function *f = &c->functions[i];
		size_t had = f->n_lines, end = f->first_line + had;
		struct counts dropped = { 0 };

		/* Lines between those of functions: of images without a map. */
		lines = keep_lines(x, at, f->first_line, lines, true, &none);
		f->n_lines =
			keep_lines(x, f->first_line, end, lines, x->functions[i], &dropped) - lines;
		f->first_line = lines;
		lines += f->n_lines;
		at = end;
		if (!keep_function(x, i, f->n_lines != had, &dropped)) {
			u->functions +=
				f->file == MAP_NONE || x->files[f->file] != FILE_OTHER_BUILD;
			free(f->display_name);
			continue;
		}
		counts_add(&blocks, &f->blocks);
		counts_add(&edges, &f->edges);
		c->functions[kept++] = *f;
	}
	c->n_lines = keep_lines(x, at, c->n_lines, lines, true, &none);
	c->n_functions = kept;
	c->block_counts = blocks;
	c->edge_counts = edges;
}

static bool reads_no_source(const struct selection *s)
{
	return s->no_markers && !s->line_patterns.n && !s->branch_patterns.n;
}

static void choose_files(struct choice *x)
{
	for (size_t i = 0; i < x->c->n_files; i++) {
		progress("reading sources", i, x->c->n_files);
		x->files[i] = (uint8_t)choose_file(x->s, &x->c->files[i]);
		x->markers[i] = MAP_NONE;
		if (x->files[i] != FILE_SELECTED || !x->s || reads_no_source(x->s))
			continue;
		x->markers[i] = markers_of(x->s, &x->c->files[i]);
		x->any_edges |= x->s->sources[x->markers[i]].edges.n != 0;
	}
}

static void make_used(struct selection *s)
{
	if (s && !s->include_used) {
		s->include_used = xcalloc(s->include.n, sizeof(bool));
		s->function_used = xcalloc(s->functions.n, sizeof(bool));
	}
}

void select_coverage(struct coverage *c, struct selection *s)
{
	struct choice x = { .c = c, .s = s };
	struct unselected *u = &c->unselected;

	make_used(s);
	x.files = xcalloc(c->n_files, sizeof(*x.files));
	x.markers = xcalloc(c->n_files, sizeof(*x.markers));
	x.has_lines = xcalloc(c->n_files, sizeof(*x.has_lines));
	x.functions = xcalloc(c->n_functions, sizeof(*x.functions));
	choose_files(&x);
	for (size_t i = 0; i < c->n_functions; i++)
		x.functions[i] =
			takes_function(s, c->functions[i].name, c->functions[i].display_name) &&
			!is_marked_function(&x, &c->functions[i]);
	keep_functions(&x, u);
	u->lines = u64_map_count(&x.excluded);
	for (size_t i = 0; i < c->n_files; i++) {
		u->files += x.has_lines[i] && x.files[i] == FILE_UNSELECTED;
		u->system_files += x.has_lines[i] && x.files[i] == FILE_SYSTEM;
	}
	u64_map_free(&x.excluded);
	free(x.files);
	free(x.markers);
	free(x.has_lines);
	free(x.functions);
}

bool selection_has_code(struct selection *s, const struct coverage *c, struct source_location at,
			const char *function)
{
	uint32_t index = at.file ? coverage_file(c, at.file) : MAP_NONE;
	char *shown = display_name(function);
	bool yes;

	make_used(s);
	yes = takes_function(s, function, shown);
	free(shown);
	if (!yes || index == MAP_NONE)
		return yes && !s->include.n;
	if (choose_file(s, &c->files[index]) != FILE_SELECTED)
		return false;
	return reads_no_source(s) || at.line <= 0 ||
	       !markers_exclude_line(&s->sources[markers_of(s, &c->files[index])],
				     (uint32_t)at.line);
}

char *selection_unused(const struct selection *s)
{
	for (size_t i = 0; i < s->include.n && s->include_used; i++)
		if (!s->include_used[i])
			return xasprintf("--include %s", s->include.v[i]);
	for (size_t i = 0; i < s->functions.n && s->function_used; i++)
		if (!s->function_used[i])
			return xasprintf("--function %s", s->functions.v[i]);
	return NULL;
}

static void free_regexes(regex_t *v, size_t n)
{
	for (size_t i = 0; v && i < n; i++)
		regfree(&v[i]);
	free(v);
}

void selection_free(struct selection *s)
{
	free_regexes(s->line_regexes, s->line_patterns.n);
	free_regexes(s->branch_regexes, s->branch_patterns.n);
	for (size_t i = 0; i < s->n_sources; i++)
		markers_free(&s->sources[i]);
	free(s->sources);
	free(s->include_used);
	free(s->function_used);
	u64_map_free(&s->by_path);
	string_list_free(&s->include);
	string_list_free(&s->exclude);
	string_list_free(&s->functions);
	string_list_free(&s->bases);
	memset(s, 0, sizeof(*s));
}
