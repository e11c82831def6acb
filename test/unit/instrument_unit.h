/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A translation unit and a function of plain facts, for tests of common/instrument.h. */
#ifndef ANYCOV_INSTRUMENT_UNIT_H
#define ANYCOV_INSTRUMENT_UNIT_H

#include "common/instrument.h"
#include "common/options/options.h"
#include "unit.h"

#define MAX 32

/* A unit under test, and what it reported. */
static struct {
	struct anycov_unit *unit;
	struct anycov_fn *fn;
	char said[4096];
	int errors, warnings, notes;
} t;

static struct anycov_block blocks[MAX];
static struct anycov_edge edges[MAX];
static struct anycov_item items[MAX];
static struct anycov_map_line lines[MAX];
static const char *const files[] = { "a.c" };
static struct anycov_body body;
static const struct anycov_insertion *list;
static uint32_t n_list;

static inline void report(void *user, enum anycov_severity severity, const char *text)
{
	(void)user;
	t.errors += severity == ANYCOV_ERROR;
	t.warnings += severity == ANYCOV_WARNING;
	t.notes += severity == ANYCOV_NOTE;
	strcat(t.said, text);
	strcat(t.said, "\n");
}

static inline struct anycov_target target(void)
{
	struct anycov_target x = { .is_elf = true,
				   .can_tie_sections = true,
				   .has_tls = true,
				   .sees_decisions = true,
				   .pointer_bits = 64,
				   .address_bytes = 8 };

	return x;
}

static inline bool begin_unit(const char *options, struct anycov_target x, bool has_functions)
{
	static const struct anycov_reporter reporter = { report, NULL, NULL };

	memset(&t, 0, sizeof(t));
	t.unit = anycov_unit_new(&reporter);
	if (*options)
		anycov_unit_parse(t.unit, options);
	return anycov_unit_start(t.unit, &x, has_functions);
}

static inline struct anycov_fn *begin_fn(const char *name)
{
	struct anycov_function f = { .name = name, .unit = "a.c" };

	return anycov_fn_begin(t.unit, &f);
}

/* A function of n optimized blocks, one line each; edges and items are added by tests. */
static inline void begin_body(uint32_t n)
{
	memset(blocks, 0, sizeof(blocks));
	memset(edges, 0, sizeof(edges));
	memset(items, 0, sizeof(items));
	memset(&body, 0, sizeof(body));
	for (uint32_t b = 0; b < n; b++) {
		blocks[b].weight = 100;
		blocks[b].first_line = b;
		blocks[b].n_lines = 1;
		lines[b].line = b + 1;
	}
	body.blocks = blocks;
	body.edges = edges;
	body.items = items;
	body.lines = lines;
	body.files = files;
	body.n_blocks = n;
	body.n_files = 1;
	body.is_optimized = true;
}

static inline void begin(const char *options, uint32_t n)
{
	CHECK_MSG(begin_unit(options, target(), true), "%s", t.said);
	t.fn = begin_fn("f");
	CHECK(t.fn);
	begin_body(n);
}

static inline void edge(uint32_t from, uint32_t to)
{
	edges[body.n_edges].from = from;
	edges[body.n_edges].to = to;
	edges[body.n_edges++].can_split = true;
}

static inline struct anycov_item *item(enum anycov_item_kind kind, uint32_t block)
{
	struct anycov_item *i = &items[body.n_items++];

	i->kind = kind;
	i->block = block;
	i->size = 32;
	i->decides_block = ANYCOV_NO_BLOCK;
	return i;
}

static inline bool plan(void)
{
	return anycov_fn_plan(t.fn, ANYCOV_PLACE_SOURCE | ANYCOV_PLACE_LATE, &body, &list, &n_list);
}

static inline uint32_t changes(const struct anycov_change **c)
{
	uint32_t n;

	*c = anycov_fn_prepare(t.fn, ANYCOV_PLACE_LATE, &body, &n);
	return n;
}

static inline unsigned count(int hook)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < n_list; i++)
		n += list[i].hook == hook;
	return n;
}

static inline void end(void)
{
	anycov_fn_end(t.fn);
	anycov_unit_free(t.unit);
}

/* 0 -> 1, 2; both -> 3 */
static inline void diamond(void)
{
	edge(0, 1);
	edge(0, 2);
	edge(1, 3);
	edge(2, 3);
	blocks[3].is = ANYCOV_LEAVES;
}

#endif
