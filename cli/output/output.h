/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The output formats of reports, one source file for each. */
#ifndef ANYCOV_OUTPUT_H
#define ANYCOV_OUTPUT_H

#include <jansson.h>
#include "coverage/history/blame.h"
#include "coverage/history/changes.h"
#include "coverage/history/line_marks.h"
#include "coverage/model/coverage.h"

/* The text report. */
struct text_style {
	bool colour;    /* f is a terminal */
	bool functions; /* list functions, blocks and edges are counted */
	bool edges;     /* list edges of functions */
	unsigned width; /* columns; 0: 80 */
	unsigned rows;  /* of files, and of images; 0: all */
};
/* Returns the columns of the terminal that f is; else COLUMNS, or 80. */
unsigned out_text_width(const FILE *f);
/* Returns the rows of files that fit a screen: the terminal that f is; else LINES, or 40. */
unsigned out_text_rows(const FILE *f);
void out_text(FILE *f, const struct coverage *c, const struct text_style *style);
/* Returns the name of an image: that from the current directory if it is below; to be freed. */
char *image_name(const char *path);
/* Adds the names of the images of which c is made, with build IDs where paths are equal. */
void image_names(const struct coverage *c, struct string_list *names);
/*
 * Prints what a full buffer left unknown, before all numbers.  c may be NULL: only
 * comparisons were recorded.
 */
void out_text_lost(FILE *f, const struct coverage *c, const struct match_result *r);
/* Returns what is known of the outcomes of a condition: "true covered, false unknown"; to be freed.
 */
char *condition_outcomes(const struct cov_condition *t);
/* Returns " true", " false", or "" if it is not known which one it is. */
const char *outcome_word(const struct cov_outcome *o);
/* Prints the last lines: the input, and what matched no probe. */
void out_text_input(FILE *f, const struct match_result *r);
/* Returns of how many tests, processes and kernels flags were read; to be freed. */
char *out_flags_recorded(const struct match_result *r, const struct image_records *sum);
/* Prints the totals at the end of a report whose beginning has left the screen. */
void out_text_total(FILE *f, const struct coverage *c, const struct text_style *style);
/* Returns one line with the totals; to be freed. */
char *summary_text(const struct coverage *c);
/* Prints it. */
void out_summary(FILE *f, const struct coverage *c);
/* Prints what the selection left out. */
void out_text_selection(FILE *f, const struct coverage *c);
/* Returns the same as a list, or NULL if nothing was; to be freed. */
char *unselected_text(const struct unselected *u);
/* Prints the table of comparisons. */
void out_text_cmps(FILE *f, struct match_result *r);

/* Writes lcov's tracefile format (geninfo(1)), with functions as all versions or as 2.x write them.
 */
void out_lcov(FILE *f, const struct coverage *c);
void out_lcov_2(FILE *f, const struct coverage *c);

/* Writes Cobertura's XML format. */
void out_cobertura(FILE *f, const struct coverage *c);

/* Writes SonarQube's generic XML of test coverage. */
void out_sonarqube(FILE *f, const struct coverage *c);

/* Writes a table of files. */
void out_csv(FILE *f, const struct coverage *c);

/* Writes the totals, and those of files, as JSON. */
void out_json_summary(FILE *f, const struct coverage *c);

/* Writes a picture of the share of lines that are covered (SVG). */
void out_badge(FILE *f, const struct coverage *c);

/* Writes JSON as llvm-cov export does. */
void out_llvm_json(FILE *f, const struct coverage *c);

/* Writes LLVM's binary coverage format: addresses of hit probes, for its sancov tool. */
void out_sancov(FILE *f, const struct coverage *c, struct selection *selection);

/* How pages were made, as they state it. */
struct html_origin {
	const char *command;            /* with its arguments */
	const char *commit;             /* that is checked out, or NULL */
	const struct changes *changes;  /* of --changes, whose lines are marked; without: none */
	const struct line_marks *marks; /* of --baseline; NULL: none */
	const struct blame *blame;      /* of --blame; NULL: none */
};

/* Writes a directory of pages, with index.html. */
int out_html(const char *dir, const struct coverage *c, const struct match_result *r,
	     const struct html_origin *origin, struct anycov_error *err);

/* Images of a JSON document; none if only comparisons were recorded. */
struct json_images {
	struct coverage *const *v; /* files and sums of each */
	size_t n;
	bool each;          /* several: functions and files of each, too; else of all together */
	const char *commit; /* that is checked out, or NULL */
	/* Returns all of an image's coverage, or NULL after an error message; NULL: v[] have it. */
	struct coverage *(*whole)(void *context, size_t i);
	void (*free_whole)(void *context, size_t i, struct coverage *c);
	void *context;
};

/*
 * Writes a JSON document.  merged: all images together, NULL if there is one.  Returns -1 after an
 * error message.
 */
int out_json(FILE *f, const struct json_images *images, const struct coverage *merged,
	     struct match_result *r, bool with_cmps, bool with_edges);

/* Returns a JSON string; bytes that are not UTF-8 become U+FFFD. */
json_t *json_text(const char *s);
/* Returns an address or value as "0x...", because many JSON readers store
 * numbers as doubles, which are exact up to 2^53 only. */
json_t *json_hex(uint64_t v);

/* The comparisons of a probe: comparisons[first .. first + n - 1]. */
struct cmp_row {
	size_t image, probe;
	uint64_t pc, type, constant;
	bool is_const;
	size_t first, n;
	uint64_t hits;
	bool equal; /* both operands were equal in a record */
};
/* Returns rows by image, address and constant, to be freed; sorts r->cmps. */
struct cmp_row *cmp_rows(struct match_result *r, size_t *n);
unsigned cmp_bytes(uint64_t type);
/* Formats an operand: "0x41 'A'", "1.5". */
void cmp_value(char *out, size_t room, uint64_t type, uint64_t v);

#endif
