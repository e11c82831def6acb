/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/paths.h"
#include "base/text_file.h"
#include "coverage/history/baseline.h"
#include "coverage/history/baseline_lines.h"
#include "coverage/history/foreign.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* of UTF-8 */

#define SCHEMA "anycov-report-3"
#define SCHEMA_BEFORE "anycov-report-2" /* other reasons, the same totals */
#define SCHEMA_OF_ANY "anycov-report-"

static uint64_t hash_path(const char *path)
{
	return lines_hash(path, strlen(path));
}

static int compare_files(const void *a, const void *b)
{
	const struct baseline_file *x = a, *y = b;

	return strcmp(x->path, y->path);
}

static int compare_lines(const void *a, const void *b)
{
	const struct baseline_line *x = a, *y = b;

	return (x->line > y->line) - (x->line < y->line);
}

static void sort_files(struct baseline *b)
{
	if (b->n)
		qsort(b->v, b->n, sizeof(*b->v), compare_files);
	for (size_t i = 0; i < b->n; i++)
		if (b->v[i].n)
			qsort(b->v[i].v, b->v[i].n, sizeof(*b->v[i].v), compare_lines);
}

void baseline_add_line(struct baseline_file *f, uint32_t line, unsigned state)
{
	ARRAY_GROW(f->v, f->n, f->room);
	f->v[f->n++] = (struct baseline_line){ line, (uint8_t)state };
}

unsigned baseline_state(const struct baseline_file *f, uint32_t line)
{
	const struct baseline_line key = { .line = line };
	const struct baseline_line *found =
		f->n ? bsearch(&key, f->v, f->n, sizeof(*f->v), compare_lines) : NULL;

	return found ? found->state : STATE_NONE;
}

static bool take_number(const json_t *from, const char *key, size_t *to)
{
	const json_t *j = json_object_get(from, key);

	if (!json_is_integer(j) || json_integer_value(j) < 0 || json_integer_value(j) > UINT32_MAX)
		return false;
	*to = (size_t)json_integer_value(j);
	return true;
}

/* Returns whether they are counts; null, which has none, is. */
static bool take_counts(const json_t *j, struct counts *to)
{
	memset(to, 0, sizeof(*to));
	if (json_is_null(j))
		return true;
	return take_number(j, "total", &to->total) && take_number(j, "covered", &to->covered) &&
	       take_number(j, "unknown", &to->unknown) && to->covered <= to->total &&
	       to->unknown <= to->total - to->covered;
}

/* Returns a state by its name, STATE_NONE for none. */
static unsigned state_of(const char *name)
{
	static const unsigned states[] = { STATE_HIT, STATE_NOT_COVERED, STATE_UNKNOWN };

	for (size_t i = 0; name && i < sizeof(states) / sizeof(*states); i++)
		if (!strcmp(name, state_name(states[i])))
			return states[i];
	return STATE_NONE;
}

/* Takes the lines; none are listed where only totals are. */
static bool take_lines(struct baseline_file *f, const json_t *lines)
{
	size_t i;
	const json_t *line;

	json_array_foreach(lines, i, line)
	{
		unsigned state = state_of(json_string_value(json_object_get(line, "state")));
		size_t number;

		if (state == STATE_NONE || !take_number(line, "line", &number) || !number)
			return false;
		baseline_add_line(f, (uint32_t)number, state);
	}
	return true;
}

/* Takes the size and the hash of a source; without them they are not known. */
static void take_contents(struct source_contents *to, const json_t *from)
{
	const char *hash = json_string_value(json_object_get(from, "hash"));
	size_t size;

	if (hash && take_number(from, "size", &size) && parse_u64(hash, &to->hash)) {
		to->size = size;
		to->known = true;
	}
}

static bool take_files(struct baseline *b, const json_t *files)
{
	size_t i;
	const json_t *file;

	if (!json_is_array(files))
		return false;
	json_array_foreach(files, i, file)
	{
		const char *path = json_string_value(json_object_get(file, "path"));
		struct baseline_file *f;

		if (!path)
			return false;
		ARRAY_GROW(b->v, b->n, b->room);
		f = &b->v[b->n++];
		*f = (struct baseline_file){ .path = xstrdup(path) };
		take_contents(&f->contents, json_object_get(file, "contents"));
		if (!take_counts(json_object_get(file, "lines_total"), &f->lines) ||
		    !take_lines(f, json_object_get(file, "lines")))
			return false;
	}
	return true;
}

/* Takes the name of a commit, which is given to git: nothing but hexadecimal digits. */
static void take_commit(struct baseline *b, const char *commit)
{
	size_t n = commit ? strlen(commit) : 0;

	if (n && n == strspn(commit, "0123456789abcdef"))
		b->commit = xstrdup(commit);
}

static int take_document(struct baseline *b, const json_t *top, struct anycov_error *err)
{
	const char *schema = json_string_value(json_object_get(top, "schema"));
	const json_t *images = json_object_get(top, "images");
	const json_t *all = json_object_get(top, "merged");

	if (!schema || !starts_with(schema, SCHEMA_OF_ANY))
		return anycov_error_set(err,
					"%s: not a report; write one with 'anycov report --json -o "
					"FILE'",
					b->path);
	if (strcmp(schema, SCHEMA) && strcmp(schema, SCHEMA_BEFORE))
		return anycov_error_set(err,
					"%s: a report of another version of anycov (%.40s, not "
					"%s); write it again",
					b->path, schema, SCHEMA);
	if (!all)
		all = json_array_get(images, 0);
	if (json_is_array(images) && !all)
		return anycov_error_set(err, "%s: contains comparisons, no coverage", b->path);
	if (!take_counts(json_object_get(all, "lines_total"), &b->lines) ||
	    !take_counts(json_object_get(all, "functions_total"), &b->functions) ||
	    !take_counts(json_object_get(all, "branches_total"), &b->branches) ||
	    !take_files(b, json_object_get(all, "files")))
		return anycov_error_set(err, "%s: damaged: no counts of files", b->path);
	take_commit(b, json_string_value(json_object_get(top, "commit")));
	return 0;
}

static int read_json(struct baseline *b, const char *text, size_t n, struct anycov_error *err)
{
	json_error_t at;
	json_t *top = json_loadb(text, n, JSON_REJECT_DUPLICATES, &at);
	int status;

	if (top) {
		status = take_document(b, top, err);
		json_decref(top);
		return status;
	}
	anycov_error_set(err,
			 "%s:%d: cannot be read as JSON (%s), and is no tracefile of lcov, XML or "
			 "recording; write it with 'anycov report --json -o FILE'",
			 b->path, at.line > 0 ? at.line : 0, at.text);
	for (char *p = err->text; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 127)
			*p = '?';
	return -1;
}

int baseline_read(struct baseline *b, const char *path, struct anycov_error *err)
{
	struct stat st;
	const char *s;
	char *text;
	int status;
	size_t n;

	memset(b, 0, sizeof(*b));
	b->path = !stat(path, &st) && S_ISDIR(st.st_mode) ? xasprintf("%s/" BASELINE_NAME, path)
							  : xstrdup(path);
	text = text_file_read(b->path, &n);
	if (!text) {
		anycov_error_set(err,
				 "%s: cannot read: %s; write it with 'anycov report --json -o "
				 "FILE'",
				 b->path, strerror(errno));
		baseline_free(b);
		return -1;
	}
	s = text + (starts_with(text, BYTE_ORDER_MARK) ? strlen(BYTE_ORDER_MARK) : 0);
	s += strspn(s, " \t\r\n");
	if (*s == '<')
		status = baseline_read_cobertura(b, s, n - (size_t)(s - text), err);
	else if (foreign_is_lcov(s))
		status = baseline_read_lcov(b, text, n, err);
	else
		status = read_json(b, text, n, err);
	free(text);
	if (status)
		baseline_free(b);
	else
		sort_files(b);
	return status;
}

void baseline_take(struct baseline *b, const char *path, const struct coverage *c)
{
	*b = (struct baseline){ .path = xstrdup(path),
				.lines = c->line_counts,
				.functions = c->function_counts };
	if (c->from_map)
		b->branches = c->branch_counts;
	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *file = &c->files[i];

		if (!file->n)
			continue;
		ARRAY_GROW(b->v, b->n, b->room);
		b->v[b->n] = (struct baseline_file){ .path = xstrdup(file->path),
						     .full = xstrdup(file->full),
						     .contents = file->contents,
						     .lines = file->lines };
		for (size_t k = file->first; k < file->first + file->n; k++)
			baseline_add_line(&b->v[b->n], c->lines[k].line, c->lines[k].state);
		b->n++;
	}
	sort_files(b);
}

/* Returns the index of the first file whose path is not less than path[0..n-1]. */
static size_t lower_bound(const struct baseline *b, const char *path, size_t n)
{
	size_t low = 0, high = b->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strncmp(b->v[middle].path, path, n) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct baseline_file *baseline_file(const struct baseline *b, const char *path)
{
	size_t i = lower_bound(b, path, strlen(path) + 1);

	return i < b->n && !strcmp(b->v[i].path, path) ? &b->v[i] : NULL;
}

size_t baseline_below(const struct baseline *b, const char *path, size_t n, struct counts *lines)
{
	size_t first = lower_bound(b, path, n), i;

	for (i = first; i < b->n && !strncmp(b->v[i].path, path, n); i++)
		counts_add(lines, &b->v[i].lines);
	return i - first;
}

/* Gives files the paths that c shows, if they have another one of the same file. */
static void rename_files(struct baseline *b, const struct coverage *c,
			 const struct string_list *source_map)
{
	struct u64_map by_full = { 0 };

	for (size_t i = 0; i < c->n_files; i++)
		if (c->files[i].n)
			*u64_map_get_or_add(&by_full, hash_path(c->files[i].full)) = i + 1;
	for (size_t i = 0; i < b->n; i++) {
		const char *full = b->v[i].full ? b->v[i].full : b->v[i].path;
		char *mapped = source_map_apply(source_map, full);
		const uint64_t *at = u64_map_find(&by_full, hash_path(mapped ? mapped : full));

		if (at && !strcmp(c->files[*at - 1].full, mapped ? mapped : full)) {
			free(b->v[i].path);
			b->v[i].path = xstrdup(c->files[*at - 1].path);
		}
		free(mapped);
	}
	u64_map_free(&by_full);
	sort_files(b);
}

int baseline_compare(struct baseline *b, const struct coverage *c,
		     const struct string_list *source_map, struct anycov_error *err)
{
	const char *example = NULL;
	size_t n = 0;

	rename_files(b, c, source_map);
	b->n_new = 0;
	b->n_vanished = b->n;
	for (size_t i = 0; i < c->n_files; i++) {
		const struct baseline_file *f;

		if (!c->files[i].n)
			continue;
		n++;
		example = example ? example : c->files[i].path;
		f = baseline_file(b, c->files[i].path);
		b->n_new += !f;
		if (f && !f->present) {
			b->v[f - b->v].present = true;
			b->n_vanished--;
		}
	}
	if (n && n == b->n_new)
		return anycov_error_set(err,
					"%s: contains none of the %zu files of this report, such "
					"as %s; choose a baseline of the same sources, with the "
					"same --source-map",
					b->path, n, example);
	return 0;
}

double baseline_points(const struct counts *now, const struct counts *then)
{
	double share = now->total ? 100.0 * (double)now->covered / (double)now->total : 0;

	return share - (then->total ? 100.0 * (double)then->covered / (double)then->total : 0);
}

static void baseline_file_free(struct baseline_file *f)
{
	free(f->path);
	free(f->full);
	free(f->v);
}

void baseline_free(struct baseline *b)
{
	for (size_t i = 0; i < b->n; i++)
		baseline_file_free(&b->v[i]);
	free(b->v);
	free(b->commit);
	free(b->path);
	memset(b, 0, sizeof(*b));
}
