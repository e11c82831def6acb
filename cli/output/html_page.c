/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The page of a source file. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/u64_map.h"
#include "coverage/model/source_text.h"
#include "output/html_source.h"

/* Parts of the picture of the whole file at the edge of the page. */
#define RULER_PARTS 300u

/* Prints the directories of a file as links to the tree of the first page, then its name. */
static void breadcrumbs(FILE *f, const struct html_report *h, const char *path)
{
	size_t name = (size_t)(base_name(path) - path);

	fputs("<nav aria-label=\"Directories\"><a href=\"index.html\">all files</a>", f);
	if (name > h->common) {
		uint64_t id = fnv1a_update(FNV1A_OFFSET, path, name) & 0xffffffffffff;

		fprintf(f, " <a href=\"index.html#d%012" PRIx64 "\">", id);
		html_text(f, path + h->common, name - h->common);
		fputs("</a>", f);
	}
	fputs("</nav><h1>", f);
	html_string(f, path + name);
	fputs("</h1>", f);
}

/* Returns the first line with a state from index i of the file on, 0 if there is none. */
static uint32_t first_line(const struct coverage *c, const struct cov_file *file, unsigned state)
{
	for (size_t i = file->first; i < file->first + file->n; i++)
		if (c->lines[i].state == state)
			return c->lines[i].line;
	return 0;
}

static void sticky_header(FILE *f, const struct html_report *h, uint32_t index)
{
	const struct cov_file *file = &h->c->files[index];
	uint32_t missed = first_line(h->c, file, STATE_NOT_COVERED);
	uint32_t unknown = first_line(h->c, file, STATE_UNKNOWN);

	fputs("<div class=\"where\"><div class=\"path\">", f);
	breadcrumbs(f, h, file->path);
	fputs("</div><p class=\"sum\"><span class=\"pc\">", f);
	html_percent(f, &file->lines);
	fputs("%</span> ", f);
	html_bar(f, &file->lines);
	fprintf(f, " <span class=\"of\">%zu/%zu lines</span></p>", file->lines.covered,
		file->lines.total);
	if (h->origin->marks)
		html_file_marks(f, &h->origin->marks->files[index]);
	fputs("<p id=\"here\"></p><p class=\"jump\">", f);
	if (missed)
		fprintf(f, "<a id=\"missed\" href=\"#L%" PRIu32 "\">first line not covered</a> ",
			missed);
	if (unknown)
		fprintf(f, "<a id=\"unknown\" href=\"#L%" PRIu32 "\">first unknown line</a>",
			unknown);
	fputs("</p></div>\n", f);
}

/* Returns the number of lines of a text. */
static uint32_t count_lines(const char *s, size_t size)
{
	uint32_t n = 0;

	for (const char *nl; size && (nl = memchr(s, '\n', size)); n++) {
		size -= (size_t)(nl + 1 - s);
		s = nl + 1;
	}
	return n + (size != 0);
}

/* Returns how much a state of a line matters for the ruler. */
static unsigned rank(unsigned state)
{
	return state == STATE_NOT_COVERED ? 3 : state == STATE_UNKNOWN ? 2 : state != STATE_NONE;
}

/* Draws where in the file lines are not covered, or unknown: each part as its worst line. */
static void ruler(FILE *f, const struct coverage *c, const struct cov_file *file, uint32_t lines)
{
	static const char classes[] = { 0, 'c', 'u', 'n' };
	unsigned char parts[RULER_PARTS] = { 0 };

	for (size_t i = file->first; i < file->first + file->n; i++) {
		const struct cov_line *l = &c->lines[i];
		size_t from = (size_t)(((uint64_t)l->line - 1) * RULER_PARTS / lines);
		size_t to = (size_t)((uint64_t)l->line * RULER_PARTS / lines);

		for (size_t k = from; k < RULER_PARTS && (k < to || k == from); k++)
			if (rank(l->state) > parts[k])
				parts[k] = (unsigned char)rank(l->state);
	}
	fprintf(f,
		"<svg id=\"ruler\" aria-hidden=\"true\" viewBox=\"0 0 1 %u\" "
		"preserveAspectRatio=\"none\">",
		RULER_PARTS);
	for (unsigned i = 0, end; i < RULER_PARTS; i = end) {
		for (end = i + 1; end < RULER_PARTS && parts[end] == parts[i];)
			end++;
		if (parts[i])
			fprintf(f, "<rect class=\"%c\" y=\"%u\" width=\"1\" height=\"%u\"/>",
				classes[parts[i]], i, end - i);
	}
	fputs("</svg>\n", f);
}

static void legend(FILE *f, bool with_hits, bool with_marks)
{
	static const struct {
		unsigned state;
		const char *words;
	} shown[] = { { STATE_HIT, "covered" },
		      { STATE_NOT_COVERED, "not covered" },
		      { STATE_UNKNOWN, "unknown" } };

	fputs("<details class=\"legend\"><summary>Signs and keys</summary>\n<ul>", f);
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++)
		fprintf(f, "<li class=\"%s\"><b>%s</b> %s</li>", html_state_name(shown[i].state),
			html_state_sign(shown[i].state), shown[i].words);
	if (with_marks)
		html_mark_legend(f);
	fprintf(f,
		"</ul>\n<p>A line is covered if one of its blocks is. %sThe signs of branches are "
		"\xe2\x9c\x94 covered, \xe2\x9c\x98 not covered, ? unknown, in the order of the "
		"conditions; a line without branches whose blocks differ has the number of its "
		"blocks by sign. In such lines the statement or operand with which a block begins "
		"is "
		"underlined: <span class=\"b ran\">solid, covered</span>, <span class=\"b "
		"not\">wavy, not covered</span>, <span class=\"b unknown\">dotted, unknown</span>, "
		"<span class=\"b "
		"part\">double, some are covered</span> (several begin there).</p>\n"
		"<p class=\"script\" hidden>Keys: <kbd>n</kbd> next lines that are not covered, "
		"<kbd>p</kbd> previous ones; with Shift also those that are unknown or partly "
		"covered.</p></details>\n",
		with_hits ? "Hits are the number of executions in traces, of the block that has "
			    "most; "
			    "a block without a probe has as many as a block that implies it. "
			  : "");
}

static void function_table(FILE *f, const struct html_report *h, uint32_t index)
{
	fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table of "
	      "functions\"><table class=\"list\">",
	      f);
	html_function_head(f, h, false);
	fputs("<tbody>\n", f);
	html_function_rows(f, h, index);
	fputs("</tbody></table></div>", f);
}

/* Prints the lines and names of a file's functions, for scripts as long as the table is text. */
static void function_names(FILE *f, const struct html_report *h, uint32_t index)
{
	/* Parsers drop the first end of line. */
	fputs("<pre class=\"plain\">\n", f);
	for (size_t i = 0; i < h->c->n_source_functions; i++) {
		const struct cov_function *fn = &h->c->source_functions[i].sum;

		if (fn->file != index)
			continue;
		fprintf(f, "%" PRIu32 " ", fn->line);
		html_string(f, fn->display_name);
		fputc('\n', f);
	}
	fputs("</pre>", f);
}

static void functions(FILE *f, const struct html_report *h, uint32_t index, bool lazy)
{
	const struct counts *t = &h->files[index].functions;

	if (!t->total)
		return;
	fprintf(f,
		"<details id=\"functions\"%s><summary>Functions: %zu of %zu covered</summary>\n%s",
		lazy ? " class=\"later\"" : "", t->covered, t->total, lazy ? "<noscript>" : "");
	function_table(f, h, index);
	if (lazy) {
		fputs("</noscript>", f);
		function_names(f, h, index);
	}
	fputs("</details>\n", f);
}

/* Says if the source cannot be the one that was compiled, or may not be. */
static void source_notice(FILE *f, const struct coverage *c, const struct cov_file *file,
			  bool found, uint32_t lines)
{
	const uint32_t last = c->lines[file->first + file->n - 1].line;

	if (file->n_left_out)
		fprintf(f,
			"<p class=\"notice\" id=\"builds\"><strong>The source changed between "
			"builds</strong>. What %" PRIu32 " build%s with another source recorded of "
			"it is left out; remove old recordings, or build all and record "
			"again.</p>\n",
			file->n_left_out, file->n_left_out > 1 ? "s" : "");
	if (file->is_copy)
		fprintf(f,
			"<p class=\"notice\" id=\"copy\"><strong>This is the source as it was "
			"compiled</strong>, from a copy that anycov cc kept: it %s.</p>\n",
			file->source == SOURCE_MISSING ? "is not there any more"
						       : "has changed since");
	else if (!found) {
		bool missing;

		fprintf(f,
			"<p class=\"notice\"><strong>The source %s: only lines with code are "
			"shown.</strong>",
			source_text_problem(file, &missing));
		fprintf(f, "%s</p>\n",
			missing ? " If it has moved, use --source-map OLD=NEW." : "");
	} else if (file->source == SOURCE_CHANGED)
		fputs("<p class=\"notice\" id=\"changed\"><strong>The source has changed since "
		      "it was compiled</strong>. The states are those of the line numbers at "
		      "compilation; build and record again.</p>\n",
		      f);
	else if (last > lines)
		fprintf(f,
			"<p class=\"notice\"><strong>The source has changed since it was "
			"compiled</strong>: line %" PRIu32 " has code, and there are only %" PRIu32
			" lines. The states are those of the line numbers at compilation; build "
			"and "
			"record again.</p>\n",
			last, lines);
}

/* Returns the changed lines of a file; NULL: it has none, or they are not marked. */
static const struct changed_file *find_changed(const struct changes *changes, uint32_t file)
{
	for (size_t i = 0; changes && i < changes->n; i++)
		if (changes->files[i].file == file)
			return &changes->files[i];
	return NULL;
}

int html_write_source(const struct html_report *h, uint32_t index,
		      const struct block_starts *starts, struct anycov_error *err)
{
	const struct cov_file *file = &h->c->files[index];
	struct source_rows x = {
		.h = h,
		.file = index,
		.starts = starts,
		.with_hits = h->r->counts.traced != 0,
		.changed = find_changed(h->origin->changes, index),
	};
	struct out_file out;
	uint32_t lines, last = h->c->lines[file->first + file->n - 1].line;
	size_t size = 0;
	char *source;

	if (html_open(&out, h, h->files[index].page, err))
		return -1;
	source = source_text_read(file, &size);
	lines = source ? count_lines(source, size) : 0;
	x.f = out.f;
	x.lazy = lines > HTML_LAZY_LINES || file->n > HTML_LAZY_LINES;
	x.branches = h->c->branches + file->first_branch;
	x.n_branches = file->n_branches;
	html_head(out.f, h, file->path, NULL);
	sticky_header(out.f, h, index);
	source_notice(out.f, h->c, file, source != NULL, lines);
	functions(out.f, h, index, x.lazy);
	if (h->c->html_tests)
		html_tests(out.f, h, index);
	legend(out.f, x.with_hits, h->origin->marks);
	ruler(out.f, h->c, file, lines > last ? lines : last);
	html_source_rows(&x, source ? source : "", source ? size : 0);
	html_foot(out.f);
	free(source);
	return out_commit(&out, err);
}
