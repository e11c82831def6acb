/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lines of a change: for people, as annotations of GitHub (workflow commands) and
 * GitLab (a Code Quality report), and as a Markdown comment.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "output/out_changes.h"
#include "output/output.h"

#define WIDTH 80u

/* Returns the lines with one answer, as "7-8, 27"; "" if there are none; to be freed. */
static char *ranges(const struct changed_file *f, bool unknown)
{
	struct string_buffer t = { 0 };
	struct changed_part p;

	string_buffer_append(&t, "");
	for (size_t at = 0; changed_part_next(f, &at, &p);) {
		if (p.unknown != unknown)
			continue;
		string_buffer_appendf(&t, "%s%" PRIu32, t.n ? ", " : "", p.first);
		if (p.last != p.first)
			string_buffer_appendf(&t, "-%" PRIu32, p.last);
	}
	return t.s;
}

/* Prints a list after a label, broken before the margin. */
static void wrapped(FILE *f, const char *label, const char *colour, const char *list)
{
	size_t column = 4 + strlen(label) + 1;

	if (!*list)
		return;
	fprintf(f, "    %s%s:%s", colour, label, *colour ? "\033[0m" : "");
	while (*list) {
		size_t n = strcspn(list, " ");

		if (column + 1 + n > WIDTH) {
			fputs("\n     ", f);
			column = 5;
		}
		fprintf(f, " %.*s", (int)n, list);
		column += 1 + n;
		list += n + (list[n] == ' ');
	}
	putc('\n', f);
}

static void changes_text(FILE *f, const struct changes *ch, const struct coverage *c)
{
	bool colour = f == stdout && isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
	const struct counts *t = &ch->counts;
	char share[SHARE_ROOM];

	(void)c;
	fputs("Changes since ", f);
	print_sanitized(f, ch->ref);
	fprintf(f, " (%s)\n", ch->base);
	if (t->total)
		fprintf(f,
			"  %zu of %zu changed lines covered (%s %%), %zu not covered, %zu "
			"unknown\n",
			t->covered, t->total, share_text(share, t->covered, t->total),
			counts_not_covered(t), t->unknown);
	else
		fputs("  no changed line has code in this report\n", f);
	for (size_t i = 0; i < ch->n; i++) {
		const struct changed_file *file = &ch->files[i];
		char *list;

		if (!file->counts.total)
			continue;
		fprintf(f, "  ");
		print_sanitized(f, file->path);
		fprintf(f, "  %zu/%zu  %s%%\n", file->counts.covered, file->counts.total,
			share_text(share, file->counts.covered, file->counts.total));
		list = ranges(file, false);
		wrapped(f, "not covered", colour ? "\033[31m" : "", list);
		free(list);
		list = ranges(file, true);
		wrapped(f, "unknown", colour ? "\033[33m" : "", list);
		free(list);
	}
	for (size_t i = 0; i < ch->n; i++) {
		if (!changed_file_is_missing(&ch->files[i]))
			continue;
		fprintf(f, "  ");
		print_sanitized(f, ch->files[i].path);
		fputs("\n    unknown: no code of it here (not built with anycov, in no image "
		      "that ran,\n    or left out)\n",
		      f);
	}
}

/* Replaces a byte that is no UTF-8, which readers of these formats refuse. */
#define REPLACEMENT "\xef\xbf\xbd"

/* Prints the value of a workflow command; property: the characters that end one, too. */
static void github_value(FILE *f, const char *s, bool property)
{
	for (size_t left = strlen(s), n; left; s += n, left -= n) {
		n = utf8_length(s, left);
		if (*s == '%' || *(const unsigned char *)s < ' ' ||
		    (property && (*s == ':' || *s == ',')))
			fprintf(f, "%%%02X", (unsigned char)*s);
		else if (n == 2 && (unsigned char)*s == 0xc2 && (unsigned char)s[1] < 0xa0)
			fprintf(f, "%%C2%%%02X", (unsigned char)s[1]); /* a control character */
		else if (n)
			fwrite(s, 1, n, f);
		else
			fputs(REPLACEMENT, f);
		n += !n;
	}
}

static void changes_github(FILE *f, const struct changes *ch, const struct coverage *c)
{
	struct changed_part p;

	(void)c;
	for (size_t i = 0; i < ch->n; i++) {
		const struct changed_file *file = &ch->files[i];

		for (size_t at = 0; changed_part_next(file, &at, &p);) {
			fprintf(f, "::%s file=", p.unknown ? "notice" : "warning");
			github_value(f, file->path, true);
			fprintf(f, ",line=%" PRIu32 ",endLine=%" PRIu32 ",title=%s::", p.first,
				p.last, p.unknown ? "Coverage unknown" : "Not covered");
			fprintf(f, "%s %s\n", p.first == p.last ? "This line" : "These lines",
				p.unknown ? "may have been executed: the records do not show it"
				: p.first == p.last ? "was not executed by any recorded run"
						    : "were not executed by any recorded run");
		}
		if (changed_file_is_missing(file)) {
			fputs("::notice file=", f);
			github_value(f, file->path, true);
			fputs(",title=Coverage unknown::The report has no code of this file\n", f);
		}
	}
}

static json_t *gitlab_issue(const struct changed_file *file, const struct changed_part *p)
{
	uint64_t hash = fnv1a_update(FNV1A_OFFSET, file->path, strlen(file->path) + 1);
	char print[20];

	hash = fnv1a_update(hash, p, offsetof(struct changed_part, unknown));
	hash = fnv1a_update(hash, p->unknown ? "u" : "n", 1);
	snprintf(print, sizeof(print), "%016" PRIx64, hash);
	return json_pack("{s:s,s:s,s:s,s:s,s:{s:o,s:{s:I,s:I}}}", "description",
			 p->unknown ? "Coverage of changed lines is unknown"
				    : "Changed lines are not covered",
			 "check_name", p->unknown ? "coverage-unknown" : "not-covered",
			 "fingerprint", print, "severity", p->unknown ? "info" : "minor",
			 "location", "path", json_text(file->path), "lines", "begin",
			 (json_int_t)p->first, "end", (json_int_t)p->last);
}

static void changes_gitlab(FILE *f, const struct changes *ch, const struct coverage *c)
{
	json_t *list = json_array();
	struct changed_part p;

	(void)c;
	for (size_t i = 0; i < ch->n; i++)
		for (size_t at = 0; changed_part_next(&ch->files[i], &at, &p);)
			json_array_append_new(list, gitlab_issue(&ch->files[i], &p));
	json_dumpf(list, f, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
	putc('\n', f);
	json_decref(list);
}

/* Prints text that Markdown and HTML in it leave as it is. */
static void markdown_text(FILE *f, const char *s)
{
	for (size_t left = strlen(s), n; left; s += n, left -= n) {
		n = utf8_length(s, left);
		if (*(const unsigned char *)s < ' ' || *s == 127)
			putc('?', f);
		else if (*s == '<')
			fputs("&lt;", f);
		else if (*s == '&')
			fputs("&amp;", f);
		else if (n == 1)
			fprintf(f, "%s%c", strchr("\\`*_{}[]()#+!|~@>", *s) ? "\\" : "", *s);
		else if (n)
			fwrite(s, 1, n, f);
		else
			fputs(REPLACEMENT, f);
		n += !n;
	}
}

/* Prints "2 of 5 (40.0 %)"; what: of what there are so many, or "". */
static void markdown_share(FILE *f, const char *what, const struct counts *t)
{
	char share[SHARE_ROOM];

	fprintf(f, "%zu of %zu%s (", t->covered, t->total, what);
	markdown_text(f, share_text(share, t->covered, t->total));
	fputs(" %)", f);
}

static void markdown_row(FILE *f, const struct changed_file *file)
{
	char *missed = ranges(file, false), *unknown = ranges(file, true);

	fputs("| ", f);
	markdown_text(f, file->path);
	fputs(" | ", f);
	markdown_share(f, "", &file->counts);
	fprintf(f, " | %s | %s |\n", missed, unknown);
	free(missed);
	free(unknown);
}

static void changes_markdown(FILE *f, const struct changes *ch, const struct coverage *c)
{
	const struct counts *t = &ch->counts, *all = &c->line_counts;
	bool any = false;

	if (t->total) {
		fputs("**", f);
		markdown_share(f, " changed lines covered", t);
		fprintf(f, "**, %zu not covered, %zu unknown.", counts_not_covered(t), t->unknown);
	} else {
		fputs("**No changed line has code in this report.**", f);
	}
	fputs(" All: ", f);
	markdown_share(f, " lines", all);
	fputs(".\n", f);
	if (t->total)
		fputs("\n| file | changed lines covered | not covered | unknown "
		      "|\n|---|---|---|---|\n",
		      f);
	for (size_t i = 0; i < ch->n; i++)
		if (ch->files[i].counts.total)
			markdown_row(f, &ch->files[i]);
	for (size_t i = 0; i < ch->n; i++) {
		if (!changed_file_is_missing(&ch->files[i]))
			continue;
		fputs(any ? ", " : "\nUnknown, because the report has no code of them: ", f);
		markdown_text(f, ch->files[i].path);
		any = true;
	}
	if (any)
		putc('\n', f);
	fputs("\nSince ", f);
	markdown_text(f, ch->ref);
	fprintf(f, " (%s).\n", ch->base);
}

out_changes_fn *out_changes_format(const char *name, size_t n)
{
	static const struct {
		const char *name;
		out_changes_fn *write;
	} formats[] = {
		{ "text", changes_text },         { "github", changes_github },
		{ "gitlab", changes_gitlab },     { "sarif", changes_sarif },
		{ "markdown", changes_markdown },
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
		if (strlen(formats[i].name) == n && !strncmp(formats[i].name, name, n))
			return formats[i].write;
	return NULL;
}
