/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The first page: totals, and all files as a tree of directories. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/u64_map.h"
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
 * Prints why something is unknown and what to do, one sentence a reason; first: of what is shown
 * first, else of the rest.
 */
static void reasons(FILE *f, const struct coverage *c, bool first)
{
	bool any = false;

	for (unsigned r = UNKNOWN_NONE + 1; r < UNKNOWN_REASON_COUNT; r++) {
		char *sentence = r == UNKNOWN_BUFFER_FULL || coverage_reason_is_first(c, r) != first
					 ? NULL
					 : coverage_unknown_sentence(c, r);

		if (!sentence)
			continue;
		fputs(any ? "<li>" : "<ul class=\"reasons\">\n<li>", f);
		html_string(f, sentence);
		fputs(".</li>\n", f);
		free(sentence);
		any = true;
	}
	fputs(any ? "</ul>\n" : "", f);
}

/* Prints what a full buffer left unknown, before all numbers. */
static void lost(FILE *f, const struct coverage *c)
{
	char *counts;

	if (!coverage_has_unknown(c, UNKNOWN_BUFFER_FULL))
		return;
	counts = coverage_unknown_counts(c, UNKNOWN_BUFFER_FULL);
	fprintf(f, "<p class=\"notice\"><strong>A buffer was full: %s unknown</strong>; ", counts);
	html_string(f, unknown_help(c, UNKNOWN_BUFFER_FULL));
	fputs(".</p>\n", f);
	free(counts);
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
	char points[TREND_ROOM], covered[TREND_ROOM];

	if (!t->total)
		return;
	fprintf(f, "<div class=\"card\"><h2>%s</h2><p class=\"big\">", what);
	html_percent(f, t);
	fputs("<small>%</small>", f);
	if (then && then->total)
		fprintf(f,
			"<span class=\"trend %s\" title=\"since the baseline\">%s points, "
			"%s</span>",
			change_class(t, then), trend_points(points, t, then),
			trend_number(covered, t->covered, then->covered));
	fputs("</p>", f);
	html_bar(f, t);
	fprintf(f,
		"<p class=\"split\"><span class=\"key c\">%zu covered</span> <span class=\"key "
		"n\">%zu not "
		"covered</span>",
		t->covered, counts_not_covered(t));
	if (t->unknown)
		fprintf(f, " <span class=\"key u\">%zu unknown</span>", t->unknown);
	fputs("</p></div>\n", f);
}

static void totals(FILE *f, const struct html_report *h)
{
	const struct coverage *c = h->c;
	char *left_out = unselected_text(&c->unselected);

	fputs("<div class=\"cards\">\n", f);
	card(f, "Lines", &c->line_counts, c->baseline ? &c->baseline->lines : NULL);
	card(f, "Functions", &c->function_counts, c->baseline ? &c->baseline->functions : NULL);
	card(f, "Branches", &c->branch_counts, c->baseline ? &c->baseline->branches : NULL);
	if (mcdc_is_enabled())
		card(f, "Conditions (MC/DC)", &c->condition_counts, NULL);
	fputs("</div>\n", f);
	reasons(f, c, true);
	if (left_out)
		fprintf(f, "<p>Left out: %s.</p>\n", left_out);
	fputs("<details class=\"numbers\"><summary>All totals</summary>\n<div class=\"wide\" "
	      "tabindex=\"0\" role=\"region\" aria-label=\"table of totals\"><table "
	      "class=\"totals\"><thead><tr><td></td><th scope=\"col\">covered</th><th "
	      "scope=\"col\">not covered</th><th "
	      "scope=\"col\">unknown</th><th scope=\"col\">total</th></tr></thead><tbody>\n",
	      f);
	html_totals_row(f, "functions", &c->function_counts);
	if (c->no_debug && !c->n_lines)
		fputs("<tr><th scope=\"row\">lines</th><td colspan=\"4\">unknown</td></tr>\n", f);
	else
		html_totals_row(f, "lines", &c->line_counts);
	if (h->c->branch_counts.total)
		html_totals_row(f, "branches", &h->c->branch_counts);
	if (mcdc_is_enabled() && c->condition_counts.total)
		html_totals_row(f, "conditions", &c->condition_counts);
	html_totals_row(f, blocks_word(c), &c->block_counts);
	if (c->from_map)
		html_totals_row(f, "edges", &c->edge_counts);
	fputs("</tbody></table></div>\n", f);
	reasons(f, c, false);
	fputs("</details>\n", f);
	free(left_out);
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

static void change_cell(FILE *f, const struct row_counts *s)
{
	char points[TREND_ROOM], covered[TREND_ROOM];

	if (s->is_new) {
		fputs("<td class=\"num change\" data-v=\"1000\">new</td>", f);
		return;
	}
	fprintf(f, "<td class=\"num change %s\" data-v=\"%.6f\">",
		change_class(&s->lines, &s->then), baseline_points(&s->lines, &s->then));
	if (s->lines.covered != s->then.covered || s->lines.total != s->then.total)
		fprintf(f, "%s <span class=\"of\">%s/%s</span>",
			trend_points(points, &s->lines, &s->then),
			trend_number(covered, s->lines.covered, s->then.covered),
			trend_number((char[TREND_ROOM]){ 0 }, s->lines.total, s->then.total));
	fputs("</td>", f);
}

static void mark_cells(FILE *f, const struct row_counts *s)
{
	if (s->is_unfollowed) {
		fputs("<td class=\"num lost\" data-v=\"0\" title=\"not compared\">?</td><td "
		      "class=\"num fresh\" data-v=\"0\" title=\"not compared\">?</td>",
		      f);
		return;
	}
	html_number_cell(f, "num lost", s->lost);
	html_number_cell(f, "num fresh", s->fresh);
}

static void cells(FILE *f, const struct html_report *h, const struct row_counts *s)
{
	fputs("</th>", f);
	html_share_cell(f, &s->lines);
	if (h->c->baseline)
		change_cell(f, s);
	if (h->origin->marks)
		mark_cells(f, s);
	html_number_cell(f, "num miss", counts_not_covered(&s->lines));
	html_number_cell(f, "num unk", s->lines.unknown);
	html_short_share_cell(f, &s->functions);
	if (h->c->branch_counts.total)
		html_short_share_cell(f, &s->branches);
	fputs("</tr>\n", f);
}

static void begin_row(FILE *f, const char *class, unsigned depth, const char *path, size_t n)
{
	uint64_t id = fnv1a_update(FNV1A_OFFSET, path, n) & 0xffffffffffff;

	fprintf(f, "<tr class=\"%s\" id=\"%c%012" PRIx64 "\" data-d=\"%u\" data-p=\"", class,
		*class, id, depth);
	html_text(f, path, n);
	fprintf(f, "\"><th scope=\"row\" class=\"i%u\">",
		depth < INDENTATIONS ? depth : INDENTATIONS);
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
	begin_row(f, "file", depth, path, strlen(path));
	fprintf(f, "<a href=\"%s\">", h->files[file].page);
	html_string(f, path + from);
	fputs("</a>", f);
	cells(f, h, &s);
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
		begin_row(f, "dir", depth, path, length);
		fputs("<span class=\"name\">", f);
		html_text(f, path + from, length - from);
		fputs("</span>", f);
		cells(f, h, &s);
		tree(f, h, v + i, end - i, length, depth + 1);
	}
}

static void files_table(FILE *f, const struct html_report *h)
{
	if (!h->n_order)
		return;
	fputs("<div class=\"tools\" id=\"tools\" hidden></div>\n"
	      "<div id=\"treemap\" hidden></div>\n"
	      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table of "
	      "files\"><table class=\"list tree\" id=\"files\" data-sort=\"not covered\"><caption>",
	      f);
	if (h->common) {
		fputs("in ", f);
		html_text(f, h->c->files[h->order[0]].path, h->common);
	}
	fputs("</caption><thead><tr><th scope=\"col\">file</th><th scope=\"col\">lines</th>", f);
	if (h->c->baseline)
		fputs("<th scope=\"col\">change</th>", f);
	if (h->origin->marks)
		fprintf(f, "<th scope=\"col\">%s</th><th scope=\"col\">%s</th>",
			html_mark_words(MARK_LOST), html_mark_words(MARK_FRESH));
	fputs("<th scope=\"col\">not covered</th><th scope=\"col\">unknown</th>"
	      "<th scope=\"col\">functions</th>",
	      f);
	if (h->c->branch_counts.total)
		fputs("<th scope=\"col\">branches</th>", f);
	fputs("</tr></thead><tbody>\n", f);
	tree(f, h, h->order, h->n_order, h->common, 0);
	fputs("</tbody></table></div>\n", f);
}

static void trend_note(FILE *f, const struct coverage *c)
{
	char *files;

	if (!c->baseline)
		return;
	files = trend_files(c);
	fputs("<p>Changes are those since ", f);
	html_string(f, c->baseline->path);
	fputs(": points of a hundred, and lines that are covered of lines in total. ", f);
	if (files) {
		html_string(f, files);
		fputs(".", f);
	}
	fputs("</p>\n", f);
	free(files);
}

static void flags_input(FILE *f, const struct match_result *r)
{
	struct image_records sum = { 0 };

	for (size_t i = 0; i < r->n_images; i++)
		image_records_add(&sum, &r->images[i]->records);
	if (sum.flag_files)
		fputs("<p>Input: ", f);
	if (sum.flag_files && r->n_tests)
		fprintf(f, "%zu %s, ", r->n_tests, plural(r->n_tests, "test", "tests"));
	if (sum.flag_files)
		fprintf(f, "%" PRIu64 " %s%s.</p>\n", sum.started,
			plural(sum.started, "process", "processes"),
			counts_processes_twice(r) ? " " EACH_IMAGE : "");
	if (sum.memories)
		fprintf(f, "<p>Input: %zu %s of a memory.</p>\n", sum.memories,
			plural(sum.memories, "copy", "copies"));
	if (sum.logs)
		fprintf(f,
			"<p>Input: %zu %s of execution; lines of machine code, without "
			"instrumentation.</p>\n",
			sum.logs, plural(sum.logs, "log", "logs"));
	if (sum.copied)
		fputs("<p>Some flags were copied when processes ended; those that are killed lose "
		      "theirs.</p>\n",
		      f);
	if (r->skipped)
		fprintf(f, "<p><strong>%zu input %s could not be used.</strong></p>\n", r->skipped,
			plural(r->skipped, "file", "files"));
	if (r->unlinked)
		fprintf(f,
			"<p><strong>%zu %s instrumented, linked without anycov: not "
			"recorded.</strong></p>\n",
			r->unlinked, plural(r->unlinked, "image", "images"));
}

/* Prints what was built and did not run, and what is not counted of it. */
static void built(FILE *f, const struct match_result *r)
{
	if (r->n_never_ran)
		fprintf(f, "<p>Built: %zu %s with code that never ran.</p>\n", r->n_never_ran,
			plural(r->n_never_ran, "image or object", "images or objects"));
	if (r->rebuilt)
		fprintf(f, "<p><strong>%zu %s recorded before the last build.</strong></p>\n",
			r->rebuilt, plural(r->rebuilt, "image was", "images were"));
	if (r->built_lto)
		fprintf(f, "<p>%zu %s for -flto: what was not linked of %s is not counted.</p>\n",
			r->built_lto, plural(r->built_lto, "object", "objects"),
			plural(r->built_lto, "it", "them"));
	if (r->skipped_built)
		fprintf(f, "<p><strong>%zu built %s could not be read.</strong></p>\n",
			r->skipped_built, plural(r->skipped_built, "file", "files"));
	if (!r->built_plain)
		return;
	fprintf(f, "<p>Not instrumented: %zu %s (lines &#39;plain&#39; of ", r->built_plain,
		plural(r->built_plain, "file", "files"));
	html_string(f, r->build_list);
	fputs("), such as ", f);
	html_string(f, r->built_plain_example);
	fputs(".</p>\n", f);
}

int64_t html_time(void)
{
	const char *text = getenv("SOURCE_DATE_EPOCH");
	uint64_t seconds;

	return (int64_t)(text && parse_u64(text, &seconds) ? seconds : (uint64_t)time(NULL));
}

/* Prints when and how the pages were made. */
static void origin(FILE *f, const struct html_origin *o)
{
	char date[sizeof("2000-12-31 23:59 UTC")] = "";
	const time_t now = (time_t)html_time();
	struct tm tm;

	if (gmtime_r(&now, &tm) && tm.tm_year < 8100)
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M UTC", &tm);
	fprintf(f, "<p>Made %s by anycov " ANYCOV_VERSION, date);
	if (o->commit) {
		fputs(", with commit ", f);
		html_text(f, o->commit, strnlen(o->commit, COMMIT_DIGITS));
		fputs(" checked out", f);
	}
	fputs(": <code>", f);
	html_string(f, o->command);
	fputs("</code></p>\n", f);
	if (!o->changes)
		return;
	fputs("<p>Lines that changed since ", f);
	html_string(f, o->changes->ref);
	fprintf(f, " are marked: %zu of %zu with code are covered.</p>\n",
		o->changes->counts.covered, o->changes->counts.total);
}

static void input(FILE *f, const struct match_result *r, const struct html_origin *o)
{
	size_t unmatched = match_unmatched_count(r);

	fputs("<footer>\n", f);
	origin(f, o);
	flags_input(f, r);
	built(f, r);
	if (r->counts.files) {
		fprintf(f, "<p>Input: %zu %s, %" PRIu64 " %s, %zu distinct %s", r->counts.files,
			plural(r->counts.files, "dump", "dumps"), r->counts.records,
			plural(r->counts.records, "record", "records"), r->pcs + r->edges,
			!r->edges ? plural(r->pcs, "address", "addresses")
			: r->pcs  ? "addresses and edges"
				  : plural(r->edges, "edge", "edges"));
		if (unmatched)
			fprintf(f, ", <strong>%zu %s no probe</strong>", unmatched,
				plural(unmatched, "matches", "match"));
		fputs(".</p>\n", f);
	}
	fputs("</footer>\n", f);
}

int html_write_index(const struct html_report *h, struct anycov_error *err)
{
	struct out_file out;
	char *title;

	if (html_open(&out, h, "index.html", err))
		return -1;
	title = xasprintf("Coverage of %s", base_name(h->c->image));
	html_head(out.f, h, title, "index.html");
	fputs("<h1>", out.f);
	html_string(out.f, title);
	fputs("</h1>\n", out.f);
	free(title);
	lost(out.f, h->c);
	totals(out.f, h);
	trend_note(out.f, h->c);
	if (h->origin->marks)
		html_all_marks(out.f, h->origin->marks);
	files_table(out.f, h);
	if (h->origin->blame)
		html_blame_table(out.f, h);
	input(out.f, h->r, h->origin);
	html_foot(out.f);
	return out_commit(&out, err);
}
