/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The parts of the HTML output. */
#ifndef ANYCOV_HTML_H
#define ANYCOV_HTML_H

#include "output/block_starts.h"
#include "output/output.h"
#include "output/template.h"

/* html.css; html.js and html_source.js; templates (cmake/embed). */
extern const char html_style[], html_script[], html_templates[];

/* What the pages show of a file in addition to its struct cov_file. */
struct html_file {
	char *page; /* name of its page; NULL: it has none */
	struct counts functions;
};

struct html_report {
	const char *dir;
	const struct coverage *c;
	const struct match_result *r;
	const struct html_origin *origin;
	struct html_file *files; /* of c->files[] */
	uint32_t *functions;     /* of map.functions[]: index in c->functions, or MAP_NONE */
	uint32_t *order;         /* of the files with a page: as in a tree of directories */
	size_t n_order;
	size_t common; /* length of the directory, with its slash, that all of them are in */
};

struct html_state {
	const struct coverage *c; /* of which the reason is */
	unsigned state, reason;
};

/* Prints escaped text; bytes that are not UTF-8 become U+FFFD, controls become visible. */
void html_text(FILE *f, const char *s, size_t n);
/* The same for a string. */
void html_string(FILE *f, const char *s);
/* Writes "12.3", a percentage that is rounded down, so that 100.0 is all, or "-"; returns it. */
const char *html_percent(char to[SHARE_ROOM], const struct counts *t);
/* Parts of templates, of struct counts. */
/* Prints a bar: covered, unknown, not covered. */
void html_bar(FILE *f, const void *counts);
/* Prints a cell with a percentage, a bar and "12/34", which is sorted by the percentage. */
void html_share_cell(FILE *f, const void *counts);
/* The same without a bar, for long tables. */
void html_short_share_cell(FILE *f, const void *counts);
/* Prints a cell with a number, and nothing for 0. */
void html_number_cell(FILE *f, const char *class, size_t n);
/* Prints the row of a table of totals: share, not covered, unknown, total. */
void html_totals_row(FILE *f, const char *what, const struct counts *t);
/* Prints a page up to its content; page: the one of the navigation that it is, or NULL. */
void html_head(FILE *f, const struct html_report *h, const char *title, const char *page);
void html_foot(FILE *f);

/*
 * Returns the name of the page of a file, of characters that every file system and URL takes.
 * It depends on the file's path alone, so that links work for later reports.  To be freed.
 */
char *html_page_name(const char *path);
/* Writes the id of a row of the files, of 'd' or 'f' and the path s[0..n-1]; returns it. */
#define HTML_ID_ROOM 14
const char *html_id(char to[HTML_ID_ROOM], char kind, const char *s, size_t n);
/* Returns the CSS class of a state. */
const char *html_state_name(unsigned state);
/* Returns the sign of a state. */
const char *html_state_sign(unsigned state);
/* Returns the words for a state. */
const char *html_state_words(unsigned state);
/* Prints them for a struct html_state, of what is unknown with the reason. */
void html_state_title(FILE *f, const void *state);

/* Returns the words for a mark since the baseline (html_marks.c). */
const char *html_mark_words(enum line_mark mark);
/* Prints the cell of a line: its mark, if it has one. */
void html_mark_cell(FILE *f, enum line_mark mark);
/* Prints how many lines of a struct file_marks have each mark, for the head of its page. */
void html_file_marks(FILE *f, const void *marks);
/* Prints the same of a struct line_marks, as sentences. */
void html_all_marks(FILE *f, const void *marks);
/* Prints what the signs mean, as items of a list. */
void html_mark_legend(FILE *f, const void *unused);

/* Prints who wrote a line and when, if that is known, as the end of a title (html_blame.c). */
void html_blame_title(FILE *f, const struct blame *b, size_t line);
/* Prints the lines of a struct html_report that are not covered by author and age. */
void html_blame_table(FILE *f, const void *report);
/* Returns when the pages are made: now, or SOURCE_DATE_EPOCH (html_index.c). */
int64_t html_time(void);

/* Each writes a page into h->dir, or returns -1 with err filled. */
int html_write_index(const struct html_report *h, struct anycov_error *err);
int html_write_functions(const struct html_report *h, struct anycov_error *err);
int html_write_images(const struct html_report *h, struct anycov_error *err);
int html_write_source(const struct html_report *h, uint32_t file, const struct block_starts *starts,
		      struct anycov_error *err);

/* Functions of a file; MAP_NONE: of all files, with their names. */
struct html_functions {
	const struct html_report *h;
	uint32_t file;
};
/* Print the rows of their table, and its head. */
void html_function_rows(FILE *f, const void *functions);
void html_function_head(FILE *f, const void *functions);
/* Opens DIR/NAME for writing. */
int html_open(struct out_file *out, const struct html_report *h, const char *name,
	      struct anycov_error *err);

#endif
