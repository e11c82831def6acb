/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The first page: totals, and all files as a tree of directories. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "coverage/mcdc/mcdc.h"
#include "output/html.h"
#include "output/trend.h"

/* Deeper directories are shown as one. */
#define MAX_DEPTH 64
/* Of the commit that is shown. */
#define COMMIT_DIGITS 12u
/* Levels of indentation in html.css. */
#define INDENTATIONS 12

/*
 * Adds why something is unknown and what to do, one sentence a reason; first: of what is shown
 * first, else of the rest.
 */
static void add_reasons(struct string_list *to, const struct coverage *c, bool first)
{
	for (unsigned r = UNKNOWN_NONE + 1; r < UNKNOWN_REASON_COUNT; r++) {
		char *sentence = r == UNKNOWN_BUFFER_FULL || coverage_reason_is_first(c, r) != first
					 ? NULL
					 : coverage_unknown_sentence(c, r);

		if (sentence)
			string_list_add(to, sentence);
		free(sentence);
	}
}

static void reasons(FILE *f, const void *sentences)
{
	const struct string_list *t = sentences;

	for (size_t i = 0; i < t->n; i++)
		html_print(f, "reason", TEXT("sentence", t->v[i]));
}

/* Returns the class of a change: of the lines that are covered, more is better. */
static const char *change_class(const struct counts *now, const struct counts *then)
{
	double points = baseline_points(now, then);

	return points > 0 ? "up" : points < 0 ? "down" : "same";
}

/* then: of the baseline, or NULL */
static void card(FILE *f, const char *what, const struct counts *t, const struct counts *then)
{
	char percent[SHARE_ROOM], points[TREND_ROOM] = "", covered[TREND_ROOM] = "";
	const bool with_trend = then && then->total;

	if (!t->total)
		return;
	if (with_trend) {
		trend_points(points, t, then);
		trend_number(covered, t->covered, then->covered);
	}
	html_print(f, "card", TEXT("what", what), TEXT("percent", html_percent(percent, t)),
		   TEXT("trend", with_trend ? change_class(t, then) : NULL), TEXT("points", points),
		   TEXT("change", covered), PART("bar", html_bar, t), NUMBER("covered", t->covered),
		   NUMBER("not_covered", counts_not_covered(t)), NUMBER("unknown", t->unknown));
}

static void cards(FILE *f, const void *coverage)
{
	const struct coverage *c = coverage;

	card(f, "Lines", &c->line_counts, c->baseline ? &c->baseline->lines : NULL);
	card(f, "Functions", &c->function_counts, c->baseline ? &c->baseline->functions : NULL);
	card(f, "Branches", &c->branch_counts, c->baseline ? &c->baseline->branches : NULL);
	if (mcdc_is_enabled())
		card(f, "Conditions (MC/DC)", &c->condition_counts, NULL);
}

static void totals(FILE *f, const void *coverage)
{
	const struct coverage *c = coverage;

	html_totals_row(f, "functions", &c->function_counts);
	if (c->no_debug && !c->n_lines)
		template_print(f, "lines-unknown", NULL);
	else
		html_totals_row(f, "lines", &c->line_counts);
	if (c->branch_counts.total)
		html_totals_row(f, "branches", &c->branch_counts);
	if (mcdc_is_enabled() && c->condition_counts.total)
		html_totals_row(f, "conditions", &c->condition_counts);
	html_totals_row(f, blocks_word(c), &c->block_counts);
	if (c->from_map)
		html_totals_row(f, "edges", &c->edge_counts);
}

/* What a row of the tree counts. */
struct row_counts {
	struct counts lines, functions, branches;
	struct counts then; /* lines of the baseline */
	bool is_new;        /* none of it is in the baseline */
	size_t lost, fresh; /* lines, since the baseline */
	bool is_unfollowed; /* a file of which these are not known */
};

static void add_file(struct row_counts *s, const struct html_report *h, uint32_t file)
{
	counts_add(&s->lines, &h->c->files[file].lines);
	counts_add(&s->functions, &h->files[file].functions);
	counts_add(&s->branches, &h->c->files[file].branches);
	if (h->origin->marks) {
		const struct mark_counts *marks = &h->origin->marks->files[file].counts;

		s->lost += marks->n[MARK_LOST];
		s->fresh += marks->n[MARK_FRESH];
	}
}

static void change_cell(FILE *f, const void *data)
{
	const struct row_counts *s = data;
	char value[32], points[TREND_ROOM], covered[TREND_ROOM], total[TREND_ROOM];
	const bool changed = s->lines.covered != s->then.covered || s->lines.total != s->then.total;

	if (s->is_new) {
		template_print(f, "new", NULL);
		return;
	}
	snprintf(value, sizeof(value), "%.6f", baseline_points(&s->lines, &s->then));
	trend_points(points, &s->lines, &s->then);
	html_print(f, "change", TEXT("class", change_class(&s->lines, &s->then)),
		   TEXT("value", value), TEXT("points", changed ? points : NULL),
		   TEXT("covered", trend_number(covered, s->lines.covered, s->then.covered)),
		   TEXT("total", trend_number(total, s->lines.total, s->then.total)));
}

static void mark_cells(FILE *f, const void *data)
{
	const struct row_counts *s = data;

	if (s->is_unfollowed) {
		template_print(f, "not-compared", NULL);
		return;
	}
	html_number_cell(f, "num lost", s->lost);
	html_number_cell(f, "num fresh", s->fresh);
}

static void not_covered_cell(FILE *f, const void *data)
{
	html_number_cell(f, "num miss",
			 counts_not_covered(&((const struct row_counts *)data)->lines));
}

static void unknown_cell(FILE *f, const void *data)
{
	html_number_cell(f, "num unk", ((const struct row_counts *)data)->lines.unknown);
}

/*
 * Prints the row of the file path[0..n-1], or of a directory, which has no page; the name begins at
 * path[from].
 */
static void row(FILE *f, const struct html_report *h, const char *page, const char *path, size_t n,
		size_t from, unsigned depth, const struct row_counts *s)
{
	char id[HTML_ID_ROOM];

	html_print(f, "file", TEXT("page", page),
		   TEXT("id", html_id(id, page ? 'f' : 'd', path, n)), NUMBER("depth", depth),
		   TEXT_N("path", path, n),
		   NUMBER("indentation", depth < INDENTATIONS ? depth : INDENTATIONS),
		   TEXT_N("name", path + from, n - from), PART("lines", html_share_cell, &s->lines),
		   PART("change", h->c->baseline ? change_cell : NULL, s),
		   PART("marks", h->origin->marks ? mark_cells : NULL, s),
		   PART("not_covered", not_covered_cell, s), PART("unknown", unknown_cell, s),
		   PART("functions", html_short_share_cell, &s->functions),
		   PART("branches", h->c->branch_counts.total ? html_short_share_cell : NULL,
			&s->branches));
}

static void file_row(FILE *f, const struct html_report *h, uint32_t file, size_t from,
		     unsigned depth)
{
	const char *path = h->c->files[file].path;
	struct row_counts s = { 0 };

	add_file(&s, h, file);
	if (h->c->baseline) {
		const struct baseline_file *then = baseline_file(h->c->baseline, path);

		s.is_new = !then;
		if (then)
			s.then = then->lines;
	}
	s.is_unfollowed = h->origin->marks && h->origin->marks->files[file].is_unfollowed;
	row(f, h, h->files[file].page, path, strlen(path), from, depth, &s);
}

/* Returns the end of the files of v[i..n-1] that are in the directory path[0..length-1]. */
static size_t same_directory(const struct html_report *h, const uint32_t *v, size_t i, size_t n,
			     size_t length)
{
	const char *path = h->c->files[v[i]].path;
	size_t end = i + 1;

	while (end < n && !strncmp(h->c->files[v[end]].path, path, length))
		end++;
	return end;
}

/* Returns the length of the directory, with its slash, that all of v[0..n-1] are in. */
static size_t common_directory(const struct html_report *h, const uint32_t *v, size_t n)
{
	const char *first = h->c->files[v[0]].path;
	size_t length = (size_t)(base_name(first) - first);

	for (size_t i = 1; i < n; i++) {
		const char *path = h->c->files[v[i]].path;
		size_t same = 0, slash = 0;

		for (; same < length && path[same] == first[same]; same++)
			if (path[same] == '/')
				slash = same + 1;
		length = slash;
	}
	return length;
}

/* Prints the rows of v[0..n-1], all of which are in the directory path[0..from-1]. */
static void tree(FILE *f, const struct html_report *h, const uint32_t *v, size_t n, size_t from,
		 unsigned depth)
{
	for (size_t i = 0, end; i < n; i = end) {
		const char *path = h->c->files[v[i]].path, *slash = strchr(path + from, '/');
		struct row_counts s = { 0 };
		size_t length;

		end = i + 1;
		if (!slash || depth == MAX_DEPTH) {
			file_row(f, h, v[i], from, depth);
			continue;
		}
		end = same_directory(h, v, i, n, (size_t)(slash - path) + 1);
		length = common_directory(h, v + i, end - i);
		for (size_t k = i; k < end; k++)
			add_file(&s, h, v[k]);
		/* With the files of it that vanished. */
		if (h->c->baseline)
			s.is_new = !baseline_below(h->c->baseline, path, length, &s.then);
		row(f, h, NULL, path, length, from, depth, &s);
		tree(f, h, v + i, end - i, length, depth + 1);
	}
}

static void file_rows(FILE *f, const void *report)
{
	const struct html_report *h = report;

	tree(f, h, h->order, h->n_order, h->common, 0);
}

static void files_table(FILE *f, const void *report)
{
	const struct html_report *h = report;

	html_print(f, "files", TEXT_N("common", h->c->files[h->order[0]].path, h->common),
		   NUMBER("change", h->c->baseline != NULL),
		   NUMBER("marks", h->origin->marks != NULL),
		   TEXT("lost", html_mark_words(MARK_LOST)),
		   TEXT("fresh", html_mark_words(MARK_FRESH)),
		   NUMBER("branches", h->c->branch_counts.total), PART("rows", file_rows, h));
}

static void trend_note(FILE *f, const void *coverage)
{
	const struct coverage *c = coverage;
	char *files = trend_files(c);

	html_print(f, "trend", TEXT("baseline", c->baseline->path), TEXT("files", files));
	free(files);
}

static void input(FILE *f, const void *result)
{
	const struct match_result *r = result;
	struct image_records sum = { 0 };
	char *recorded;

	for (size_t i = 0; i < r->n_images; i++)
		image_records_add(&sum, &r->images[i]->records);
	recorded = sum.flag_files ? out_flags_recorded(r, &sum) : NULL;
	html_print(f, "input", TEXT("flags", recorded), NUMBER("memories", sum.memories),
		   TEXT("copies", plural(sum.memories, "copy", "copies")), NUMBER("logs", sum.logs),
		   TEXT("logs_word", plural(sum.logs, "log", "logs")), NUMBER("copied", sum.copied),
		   NUMBER("skipped", r->skipped),
		   TEXT("skipped_word", plural(r->skipped, "file", "files")),
		   NUMBER("unlinked", r->unlinked),
		   TEXT("unlinked_word", plural(r->unlinked, "image", "images")));
	free(recorded);
}

/* Prints what was built and did not run, and what is not counted of it. */
static void built(FILE *f, const void *result)
{
	const struct match_result *r = result;

	html_print(
		f, "built", NUMBER("never", r->n_never_ran),
		TEXT("never_word", plural(r->n_never_ran, "image or object", "images or objects")),
		NUMBER("rebuilt", r->rebuilt),
		TEXT("rebuilt_word", plural(r->rebuilt, "image was", "images were")),
		NUMBER("lto", r->built_lto),
		TEXT("lto_word", plural(r->built_lto, "object", "objects")),
		TEXT("them", plural(r->built_lto, "it", "them")),
		NUMBER("skipped", r->skipped_built),
		TEXT("skipped_word", plural(r->skipped_built, "file", "files")),
		NUMBER("plain", r->built_plain),
		TEXT("plain_word", plural(r->built_plain, "file", "files")),
		TEXT("list", r->build_list), TEXT("example", r->built_plain_example));
}

int64_t html_time(void)
{
	const char *text = getenv("SOURCE_DATE_EPOCH");
	uint64_t seconds;

	return (int64_t)(text && parse_u64(text, &seconds) ? seconds : (uint64_t)time(NULL));
}

/* Prints when and how the pages were made. */
static void origin(FILE *f, const void *data)
{
	const struct html_origin *o = data;
	const struct changes *changes = o->changes;
	char date[sizeof("2000-12-31 23:59 UTC")] = "";
	const time_t now = (time_t)html_time();
	struct tm tm;

	if (gmtime_r(&now, &tm) && tm.tm_year < 8100)
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M UTC", &tm);
	html_print(f, "origin", TEXT("date", date), TEXT("version", ANYCOV_VERSION),
		   TEXT_N("commit", o->commit, o->commit ? strnlen(o->commit, COMMIT_DIGITS) : 0),
		   TEXT("command", o->command), TEXT("changes", changes ? changes->ref : NULL),
		   NUMBER("covered", changes ? changes->counts.covered : 0),
		   NUMBER("total", changes ? changes->counts.total : 0));
}

static void records(FILE *f, const void *result)
{
	const struct match_result *r = result;
	const size_t unmatched = match_unmatched_count(r);

	html_print(f, "records", NUMBER("files", r->counts.files),
		   TEXT("dumps", plural(r->counts.files, "dump", "dumps")),
		   NUMBER("records", r->counts.records),
		   TEXT("records_word", plural(r->counts.records, "record", "records")),
		   NUMBER("distinct", r->pcs + r->edges),
		   TEXT("addresses", !r->edges ? plural(r->pcs, "address", "addresses")
				     : r->pcs  ? "addresses and edges"
					       : plural(r->edges, "edge", "edges")),
		   NUMBER("unmatched", unmatched),
		   TEXT("match", plural(unmatched, "matches", "match")));
}

static void print_index(FILE *f, const struct html_report *h, const char *title)
{
	const struct coverage *c = h->c;
	char *left_out = unselected_text(&c->unselected), *lost = NULL;
	struct string_list first = { 0 }, more = { 0 };

	add_reasons(&first, c, true);
	add_reasons(&more, c, false);
	if (coverage_has_unknown(c, UNKNOWN_BUFFER_FULL))
		lost = coverage_unknown_counts(c, UNKNOWN_BUFFER_FULL);
	html_print(f, "index", TEXT("title", title), TEXT("lost", lost),
		   TEXT("lost_help", lost ? unknown_help(c, UNKNOWN_BUFFER_FULL) : NULL),
		   PART("cards", cards, c), PART("reasons", first.n ? reasons : NULL, &first),
		   TEXT("left_out", left_out), PART("totals", totals, c),
		   PART("more_reasons", more.n ? reasons : NULL, &more),
		   PART("trend", c->baseline ? trend_note : NULL, c),
		   PART("marks", h->origin->marks ? html_all_marks : NULL, h->origin->marks),
		   PART("files", h->n_order ? files_table : NULL, h),
		   PART("blame", h->origin->blame ? html_blame_table : NULL, h),
		   PART("origin", origin, h->origin), PART("input", input, h->r),
		   PART("built", built, h->r),
		   PART("records", h->r->counts.files ? records : NULL, h->r));
	string_list_free(&first);
	string_list_free(&more);
	free(left_out);
	free(lost);
}

int html_write_index(const struct html_report *h, struct anycov_error *err)
{
	struct out_file out;
	char *title;

	if (html_open(&out, h, "index.html", err))
		return -1;
	title = xasprintf("Coverage of %s", base_name(h->c->image));
	html_head(out.f, h, title, "index.html");
	print_index(out.f, h, title);
	free(title);
	html_foot(out.f);
	return out_commit(&out, err);
}
