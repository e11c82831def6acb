/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions while they are collected: what mcdc.c and decision_records.c share. */
#ifndef ANYCOV_MCDC_COLLECT_H
#define ANYCOV_MCDC_COLLECT_H

#include "coverage/mcdc/mcdc_graph.h"

struct mcdc_source {
	bool was_read;
	char *text; /* NULL: not known what was compiled */
	size_t size;
	struct text_decisions decisions;
	/* Of decision_records.c: where lines begin, and the last line of each decision or of one
	 * before; NULL: not needed yet. */
	size_t *lines, n_lines;
	uint32_t *last_lines;
};

struct collecting {
	struct coverage *c;
	struct mcdc_source *sources; /* by index in files */
	struct mcdc_graph graph;
	uint32_t function;
	bool incomplete; /* has_incomplete_calls() of it */
};

/* What a group is. */
struct decision_source {
	const struct mcdc_source *source;
	const struct text_decision *text;   /* NULL: it is none of the text */
	const struct map_condition *record; /* its conditions in the map, or NULL */
	const uint8_t *true_is; /* text: by condition, which value in the code is true there */
	bool may_be_negated;    /* record and text, of one condition: this is not known */
};

/* map_file: index in the map's files. */
struct mcdc_source *mcdc_source_of(struct collecting *x, uint32_t map_file);
/* Returns the text of a condition on one line; to be freed. */
char *mcdc_condition_text(const struct mcdc_source *s, const struct text_condition *t);
/* Returns whether an evaluation may have ended in a block. */
bool mcdc_may_end(const struct collecting *x, uint32_t block);
/* Adds a branch of which nothing else is known than whether it was taken. */
void mcdc_add_unmatched(struct collecting *x, const struct mcdc_node *n);
/* Adds the conditions of a group; graph.may_end is set. */
void mcdc_add_group(struct collecting *x, const struct mcdc_group *group,
		    const struct decision_source *d);

/* Adds the decisions that the map has of the function. */
void decision_records_add(struct collecting *x);

#endif
