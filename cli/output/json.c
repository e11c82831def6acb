/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * JSON, by jansson, which is small, in every distribution, and checks its input.  Long
 * arrays are written element by element to save memory.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "coverage/mcdc/mcdc.h"
#include "coverage/model/source_text.h"
#include "output/out_tests.h"
#include "output/output.h"
#include "output/trend.h"

static json_t *counts(const struct counts *t)
{
	return json_pack("{s:I,s:I,s:I,s:I,s:I}", "total", (json_int_t)t->total, "covered",
			 (json_int_t)t->covered, "inferred", (json_int_t)(t->covered - t->hit),
			 "not_covered", (json_int_t)counts_not_covered(t), "unknown",
			 (json_int_t)t->unknown);
}

/* Writes a value and frees it. */
static void value(FILE *f, json_t *j)
{
	json_dumpf(j, f, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENCODE_ANY);
	json_decref(j);
}

static void element(FILE *f, json_t *j, size_t i)
{
	fprintf(f, "%s\n    ", i ? "," : "");
	value(f, j);
}

static void member(FILE *f, const char *key, json_t *j)
{
	fprintf(f, ",\n   \"%s\": ", key);
	value(f, j);
}

/* By enum source_state. */
static const char *const source_words[] = { NULL, "same", "changed", "missing" };

/* Adds the state of a thing, how it is known and why it is not. */
static void add_state(json_t *to, unsigned state, unsigned reason)
{
	json_object_set_new(to, "state", json_string(state_name(state)));
	if (state == STATE_INFERRED)
		json_object_set_new(to, "inferred", json_true());
	if (state == STATE_UNKNOWN)
		json_object_set_new(to, "reason", json_string(unknown_name(reason)));
}

static json_t *outcomes(const struct coverage *c, const struct cov_branch *b)
{
	json_t *list = json_array();

	for (size_t i = b->first; i < b->first + b->n; i++) {
		const struct cov_outcome *o = &c->outcomes[i];
		json_t *j = json_object();

		if (o->line)
			json_object_set_new(j, "line", json_integer(o->line));
		if (o->is_throw)
			json_object_set_new(j, "throw", json_true());
		add_state(j, o->state, o->reason);
		json_array_append_new(list, j);
	}
	return list;
}

/* Returns the branches of a line, or NULL; *at: the first of the file's that may be of it. */
static json_t *line_branches(const struct coverage *c, const struct cov_file *file, uint32_t line,
			     size_t *at)
{
	json_t *list = NULL;

	for (; *at < file->first_branch + file->n_branches && c->branches[*at].line <= line;
	     ++*at) {
		const struct cov_branch *b = &c->branches[*at];
		json_t *j = json_object();

		list = list ? list : json_array();
		json_object_set_new(j, "function", json_text(c->functions[b->function].name));
		json_object_set_new(j, "outcomes", outcomes(c, b));
		json_array_append_new(list, j);
	}
	return list;
}

static json_t *outcome(const struct cov_condition *t, unsigned value)
{
	json_t *j = json_object();

	add_state(j, t->state[value], t->reason[value]);
	return j;
}

/* Returns the decisions of a line, or NULL; *at: as above. */
static json_t *line_decisions(const struct coverage *c, const struct cov_file *file, uint32_t line,
			      size_t *at)
{
	json_t *list = NULL;

	for (; *at < file->first_decision + file->n_decisions && c->decisions[*at].line <= line;
	     ++*at) {
		const struct cov_decision *d = &c->decisions[*at];
		json_t *j = json_object(), *conditions = json_array();

		list = list ? list : json_array();
		json_object_set_new(j, "function", json_text(c->functions[d->function].name));
		json_object_set_new(j, "matched", json_boolean(d->is_matched));
		for (size_t i = d->first; i < d->first + d->n; i++) {
			const struct cov_condition *t = &c->conditions[i];
			json_t *x = json_pack("{s:I}", "line", (json_int_t)t->line);

			if (t->text)
				json_object_set_new(x, "text", json_text(t->text));
			json_object_set_new(x, "values_known", json_boolean(t->knows_values));
			json_object_set_new(x, "false", outcome(t, 0));
			json_object_set_new(x, "true", outcome(t, 1));
			json_array_append_new(conditions, x);
		}
		json_object_set_new(j, "conditions", conditions);
		json_array_append_new(list, j);
	}
	return list;
}

static json_t *file_lines(const struct coverage *c, const struct cov_file *file)
{
	json_t *lines = json_array();
	size_t branch = file->first_branch, decision = file->first_decision;

	for (size_t i = file->first; i < file->first + file->n; i++) {
		const struct cov_line *l = &c->lines[i];
		json_t *j = json_pack("{s:I}", "line", (json_int_t)l->line);
		json_t *branches, *decisions;

		add_state(j, l->state, l->reason);
		json_object_set_new(j, "hits", json_integer((json_int_t)cov_line_hits(l)));
		if (c->tests)
			json_object_set_new(j, "tests", json_tests_of_line(c->tests, i));
		branches = line_branches(c, file, l->line, &branch);
		if (branches)
			json_object_set_new(j, "branches", branches);
		decisions = line_decisions(c, file, l->line, &decision);
		if (decisions)
			json_object_set_new(j, "decisions", decisions);
		json_array_append_new(lines, j);
	}
	return lines;
}

static json_t *edge_list(const struct coverage *c, const struct cov_function *fn)
{
	json_t *list = json_array();

	for (size_t i = fn->first_edge; i < fn->first_edge + fn->n_edges; i++) {
		const struct cov_edge *e = &c->edges[i];
		struct source_location from = block_location(c->instrumented, fn->map, e->from);
		struct source_location to = block_location(c->instrumented, fn->map, e->to);
		json_t *j =
			json_pack("{s:I,s:I,s:i,s:i}", "from", (json_int_t)e->from, "to",
				  (json_int_t)e->to, "from_line", from.line, "to_line", to.line);

		add_state(j, e->state, e->reason);
		json_array_append_new(list, j);
	}
	return list;
}

static json_t *start_text(const struct coverage *c, const struct cov_function *fn)
{
	char *address = image_start_text(c->instrumented->img, fn->address);
	json_t *j = json_text(address);

	free(address);
	return j;
}

/* What was read of flags. */
static json_t *flags_read(const struct coverage *c)
{
	const struct image_records *r = &c->instrumented->records;

	return json_pack("{s:I,s:I,s:I,s:b}", "files", (json_int_t)r->flag_files, "memories",
			 (json_int_t)r->memories, "started", (json_int_t)r->started, "copied",
			 r->copied);
}

/* Why something is unknown, with what and what to do: the sentences of the text report. */
static json_t *reasons(const struct coverage *c)
{
	json_t *list = json_array();

	for (unsigned r = UNKNOWN_NONE + 1; r < UNKNOWN_REASON_COUNT; r++) {
		const size_t lines_of = coverage_lines_of(c, r);
		char *why;
		json_t *j;

		if (!coverage_has_unknown(c, r))
			continue;
		why = unknown_text(c, r);
		j = json_pack("{s:s,s:b,s:I,s:I,s:I,s:I}", "reason", unknown_name(r), "lost",
			      unknown_is_loss(r), "functions",
			      (json_int_t)c->function_counts.by_reason[r], "lines",
			      (json_int_t)c->line_counts.by_reason[r], "blocks",
			      (json_int_t)c->block_counts.by_reason[r], "edges",
			      (json_int_t)c->edge_counts.by_reason[r]);
		if (mcdc_is_enabled())
			json_object_set_new(
				j, "conditions",
				json_integer((json_int_t)c->condition_counts.by_reason[r]));
		if (lines_of)
			json_object_set_new(j, "lines_of_functions",
					    json_integer((json_int_t)lines_of));
		json_object_set_new(j, "text", json_text(why));
		json_object_set_new(j, "help", json_text(unknown_help(c, r)));
		json_array_append_new(list, j);
		free(why);
	}
	return list;
}

/* Adds what functions and instances of several have. */
static json_t *function_counts(json_t *j, const struct coverage *c, const struct cov_function *fn,
			       bool with_edges)
{
	json_object_set_new(
		j, "file", fn->file == MAP_NONE ? json_null() : json_text(c->files[fn->file].path));
	json_object_set_new(j, "line", json_integer(fn->line));
	if (fn->no_debug && fn->address)
		json_object_set_new(j, "address", start_text(c, fn));
	add_state(j, fn->state, fn->reason);
	if (fn->left_out)
		json_object_set_new(j, "dropped_by",
				    json_string(fn->map->had_code ? "linker" : "compiler"));
	json_object_set_new(j, "blocks", counts(&fn->blocks));
	json_object_set_new(j, "lines", counts(&fn->lines));
	if (c->from_map)
		json_object_set_new(j, "edges", counts(&fn->edges));
	if (c->from_map)
		json_object_set_new(j, "branches", counts(&fn->branches));
	if (c->from_map && mcdc_is_enabled())
		json_object_set_new(j, "conditions", counts(&fn->conditions));
	if (c->from_map && with_edges)
		json_object_set_new(j, "edge_list", edge_list(c, fn));
	return j;
}

static json_t *instance_object(const struct coverage *c, const struct cov_function *fn,
			       bool with_edges)
{
	json_t *j = json_pack("{s:o}", "name", json_text(fn->name));

	if (strcmp(fn->name, fn->display_name))
		json_object_set_new(j, "demangled", json_text(fn->display_name));
	return function_counts(j, c, fn, with_edges);
}

static json_t *function_object(const struct coverage *c, const struct cov_source_function *s,
			       bool with_edges)
{
	json_t *j, *instances;

	if (s->n == 1)
		return instance_object(c, &s->sum, with_edges);
	instances = json_array();
	for (size_t i = s->first; i < s->first + s->n; i++)
		json_array_append_new(instances, instance_object(c, &c->functions[i], with_edges));
	j = json_pack("{s:o}", "name", json_text(s->sum.display_name));
	function_counts(j, c, &s->sum, false);
	json_object_set_new(j, "instances", instances);
	return j;
}

static json_t *file_object(const struct coverage *c, const struct cov_file *file)
{
	json_t *j = json_object();

	json_object_set_new(j, "path", json_text(file->path));
	if (file->dir && file->path[0] != '/')
		json_object_set_new(j, "directory", json_text(file->dir));
	if (file->source != SOURCE_UNKNOWN)
		json_object_set_new(j, "source", json_string(source_words[file->source]));
	if (file->contents.known && !file->contents.differ)
		json_object_set_new(j, "contents",
				    json_pack("{s:I,s:o}", "size", (json_int_t)file->contents.size,
					      "hash", json_hex(file->contents.hash)));
	if (file->is_other)
		json_object_set_new(j, "left_out", json_true());
	if (file->n_left_out)
		json_object_set_new(j, "builds_left_out", json_integer(file->n_left_out));
	json_object_set_new(j, "lines_total", counts(&file->lines));
	if (c->from_map)
		json_object_set_new(j, "branches_total", counts(&file->branches));
	if (c->from_map && mcdc_is_enabled())
		json_object_set_new(j, "conditions_total", counts(&file->conditions));
	json_object_set_new(j, "lines", file_lines(c, file));
	return j;
}

/* Writes the functions and files of an image. */
static void contents(FILE *f, const struct coverage *c, bool with_edges)
{
	size_t n = 0;

	fprintf(f, ",\n   \"functions\": [");
	for (size_t i = 0; i < c->n_source_functions; i++)
		element(f, function_object(c, &c->source_functions[i], with_edges), i);
	fprintf(f, "],\n   \"files\": [");
	for (size_t i = 0; i < c->n_files; i++)
		if (c->files[i].n)
			element(f, file_object(c, &c->files[i]), n++);
	fprintf(f, "]");
}

/* Writes the begin of an image; "}" is missing. */
static void totals(FILE *f, const struct coverage *c)
{
	char *left_out = unselected_text(&c->unselected);

	fprintf(f, "{\n   \"image\": ");
	value(f, json_text(c->image));
	member(f, "map", json_boolean(c->from_map));
	member(f, "functions_total", counts(&c->function_counts));
	member(f, "instances_total", counts(&c->instance_counts));
	member(f, "lines_total", counts(&c->line_counts));
	member(f, "blocks_total", counts(&c->block_counts));
	member(f, "edges_total", c->from_map ? counts(&c->edge_counts) : json_null());
	member(f, "branches_total", c->from_map ? counts(&c->branch_counts) : json_null());
	if (mcdc_is_enabled())
		member(f, "conditions_total",
		       mcdc_is_known(c) ? counts(&c->condition_counts) : json_null());
	member(f, "unknown", reasons(c));
	if (c->instrumented->records.flag_files || c->instrumented->records.memories)
		member(f, "flags", flags_read(c));
	if (c->instrumented->records.logs)
		member(f, "execution_logs",
		       json_integer((json_int_t)c->instrumented->records.logs));
	if (c->instrumented->records.never_ran)
		member(f, "never_ran", json_true());
	if (left_out)
		member(f, "left_out", json_text(left_out));
	free(left_out);
}

static void comparisons(FILE *f, struct match_result *r)
{
	size_t n;
	struct cmp_row *rows = cmp_rows(r, &n);

	fprintf(f, ",\n \"comparisons\": [");
	for (size_t i = 0; i < n; i++) {
		const struct instrumented_image *m = r->images[rows[i].image];
		json_t *j = json_object(), *values = json_array();

		json_object_set_new(j, "pc", json_hex(rows[i].pc));
		if (rows[i].probe != SIZE_MAX) {
			const struct image_probe *s = &m->probes[rows[i].probe];
			const char *inlined = image_inlined_at(m->img, s->return_address - 1);
			struct source_location p = probe_location(m, s);

			if (inlined)
				json_object_set_new(j, "inlined", json_text(inlined));
			json_object_set_new(j, "function", json_text(probe_function(m, s)));
			if (p.file) {
				json_object_set_new(j, "file", json_text(p.file));
				json_object_set_new(j, "line", json_integer(p.line));
			}
		}
		json_object_set_new(j, "bytes", json_integer(cmp_bytes(rows[i].type)));
		json_object_set_new(j, "float", json_boolean(rows[i].type & 8));
		json_object_set_new(j, "records", json_integer((json_int_t)rows[i].hits));
		json_object_set_new(j, "equal", json_boolean(rows[i].equal));
		json_object_set_new(j, "constant",
				    rows[i].is_const ? json_hex(rows[i].constant) : json_null());
		for (size_t k = 0; k < rows[i].n; k++) {
			const struct comparison *c = &r->cmps.v[rows[i].first + k];

			if (rows[i].is_const)
				json_array_append_new(values, json_hex(c->arg2));
			else
				json_array_append_new(values, json_pack("[o,o]", json_hex(c->arg1),
									json_hex(c->arg2)));
		}
		json_object_set_new(j, "values", values);
		element(f, j, i);
	}
	fprintf(f, "]");
	free(rows);
}

/* Writes the functions and files of image i. */
static int contents_of(FILE *f, const struct json_images *images, size_t i, bool with_edges)
{
	struct coverage *c = images->whole ? images->whole(images->context, i) : images->v[i];

	if (!c)
		return -1;
	contents(f, c, with_edges);
	if (images->whole)
		images->free_whole(images->context, i, c);
	return 0;
}

/*
 * Writes the images, and all of them together if they are several.  Most of what many images
 * contain is in all of them.
 */
static int write_images(FILE *f, const struct json_images *images, const struct coverage *merged,
			bool with_edges)
{
	int status = 0;

	fprintf(f, ",\n \"images\": [");
	for (size_t i = 0; i < images->n && !status; i++) {
		fprintf(f, "%s\n  ", i ? "," : "");
		totals(f, images->v[i]);
		if (images->each || !merged)
			status = contents_of(f, images, i, with_edges);
		fprintf(f, "}");
	}
	fprintf(f, "]");
	if (merged && !status) {
		fprintf(f, ",\n \"merged\": ");
		totals(f, merged);
		contents(f, merged, with_edges);
		fprintf(f, "}");
	}
	return status;
}

/* Writes the names of tests and the comparison to an earlier report. */
static void write_history(FILE *f, const struct coverage *c)
{
	if (c->tests) {
		fprintf(f, ",\n \"tests\": ");
		value(f, json_test_names(c->tests));
	}
	if (c->baseline) {
		fprintf(f, ",\n \"baseline\": ");
		value(f, trend_json(c));
	}
}

int out_json(FILE *f, const struct json_images *images, const struct coverage *merged,
	     struct match_result *r, bool with_cmps, bool with_edges)
{
	json_t *head = json_pack(
		"{s:I,s:I,s:I,s:I,s:b}", "dumps", (json_int_t)r->counts.files, "records",
		(json_int_t)r->counts.records, "addresses", (json_int_t)r->pcs, "unmatched",
		(json_int_t)match_unmatched_count(r), "buffer_full", r->counts.lost);

	if (r->skipped)
		json_object_set_new(head, "skipped", json_integer((json_int_t)r->skipped));
	if (r->unlinked)
		json_object_set_new(head, "unlinked", json_integer((json_int_t)r->unlinked));
	if (r->build_list)
		json_object_set_new(head, "built",
				    json_pack("{s:o,s:I,s:I,s:I,s:I,s:I}", "list",
					      json_text(r->build_list), "not_instrumented",
					      (json_int_t)r->built_plain, "lto_objects",
					      (json_int_t)r->built_lto, "unreadable",
					      (json_int_t)r->skipped_built, "unlisted_images",
					      (json_int_t)r->unlisted, "recorded_before",
					      (json_int_t)r->rebuilt));
	fprintf(f, "{\"schema\": \"anycov-report-3\",\n \"input\": ");
	value(f, head);
	if (images->commit) {
		fprintf(f, ",\n \"commit\": ");
		value(f, json_text(images->commit));
	}
	if (images->n)
		write_history(f, merged ? merged : images->v[0]);
	if (write_images(f, images, merged, with_edges))
		return -1;
	if (with_cmps)
		comparisons(f, r);
	fprintf(f, "}\n");
	return 0;
}
