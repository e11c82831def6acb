/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The outputs of reports, one file each. */
#ifndef ANYCOV_OUT_H
#define ANYCOV_OUT_H

#include <jansson.h>
#include "coverage.h"

/* For people. */
struct text_style {
	bool colour; /* f is a terminal */
	bool edges;  /* each edge, not only how many */
};
void out_text(FILE *f, const struct coverage *c, const struct text_style *style);
/* What the dumps held, what matched no site, what else a reader must know. */
void out_text_reach(FILE *f, const struct reach *r);
/* The table of comparisons. */
void out_text_cmps(FILE *f, struct reach *r);

/* lcov's tracefile format (geninfo(1)). */
void out_lcov(FILE *f, const struct coverage *c);

/*
 * LLVM's binary coverage file: addresses of the probes that ran, for its sancov
 * tool.
 */
void out_sancov(FILE *f, const struct coverage *c);

/* A folder of pages, index.html first to be opened. */
int out_html(const char *dir, struct coverage *const *coverage, size_t n, const struct reach *r,
	     struct anycov_error *err);

/* One JSON document; coverage[] may be empty (only comparisons were recorded). */
void out_json(FILE *f, struct coverage *const *coverage, size_t n, struct reach *r,
	      bool with_cmps, bool with_edges);

/* A string for JSON: bytes that are no UTF-8 become U+FFFD. */
json_t *json_text(const char *s);
/* An address or a value: "0x..." (JSON numbers end at 2^53). */
json_t *json_hex(uint64_t v);

/* What one site compared: comparisons[first .. first + n - 1]. */
struct cmp_row {
	size_t image, site;
	uint64_t pc, type, constant;
	bool is_const;
	size_t first, n;
	uint64_t hits;
	bool equal; /* both sides were equal once */
};
/* Rows by image, place and constant, to be freed; sorts r->cmps. */
struct cmp_row *cmp_rows(struct reach *r, size_t *n);
unsigned cmp_bytes(uint64_t type);
/* "0x89 '\x89'", "1.5": a value as the comparison saw it. */
void cmp_value(char *out, size_t room, uint64_t type, uint64_t v);

#endif
