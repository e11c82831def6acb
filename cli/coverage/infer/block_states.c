/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Computes the states of blocks from the hits of probes.  A block with a probe is
 * covered if its probe was hit; one without is covered if and only if one of its
 * implying blocks is.  What was not hit is not covered only if no record is missing.
 * In functions whose rules are not exact (map_read.h) these hold only for calls that were
 * complete; proven_states.c handles the others.
 */
#include <stdlib.h>
#include "anycov/map.h"
#include "coverage/model/instrumented_image.h"
#include "coverage/infer/proven_states.h"
#include "coverage/infer/source_states.h"

enum { TODO = 255, BUSY = 254 }; /* in addition to enum coverage_state */

static size_t block_index(const struct instrumented_image *m, uint32_t function, uint32_t number)
{
	const struct map_block *b = map_block(m->map, function, number);

	return b ? (size_t)(b - m->map->blocks) : SIZE_MAX;
}

static void apply_hits(struct instrumented_image *m)
{
	for (size_t i = 0; i < m->n_probes; i++) {
		const struct image_probe *s = &m->probes[i];
		size_t b;

		if (!s->hits || s->function == MAP_NONE)
			continue;
		b = block_index(m, s->function, s->block);
		if (b == SIZE_MAX)
			continue;
		m->states[b] = STATE_HIT;
		m->executions[b] += s->executions;
	}
	for (size_t b = 0; m->flags_hit && b < m->map->n_blocks; b++)
		if (m->flags_hit[b])
			m->states[b] = STATE_HIT;
}

static void set_unknown(struct instrumented_image *m, size_t block, unsigned reason)
{
	m->states[block] = STATE_UNKNOWN;
	m->reasons[block] = (uint8_t)reason;
}

/* A probe that was hit, unless that of another library at the same address was. */
static void apply_ambiguous_hits(struct instrumented_image *m)
{
	for (size_t i = 0; i < m->n_probes; i++) {
		const struct image_probe *s = &m->probes[i];
		size_t b = s->ambiguous && s->function != MAP_NONE
				   ? block_index(m, s->function, s->block)
				   : SIZE_MAX;

		if (b != SIZE_MAX && m->states[b] != STATE_HIT)
			set_unknown(m, b, UNKNOWN_SAME_ADDRESS);
	}
}

/* With missing records a probe that was not hit shows nothing. */
static void apply_missing(struct instrumented_image *m, unsigned reason)
{
	for (size_t b = 0; b < m->map->n_blocks; b++)
		if (!m->map->functions[m->map->blocks[b].function].is_source &&
		    (m->states[b] == STATE_NOT_COVERED ||
		     (m->states[b] == STATE_UNKNOWN && reason == UNKNOWN_NOT_RECORDED)))
			set_unknown(m, b, reason);
}

/* A call that was not found among the hook calls may have recorded what no probe shows. */
static void apply_code_differs(struct instrumented_image *m)
{
	for (size_t b = 0; b < m->map->n_blocks; b++)
		if (m->states[b] == STATE_NOT_COVERED &&
		    m->map->functions[m->map->blocks[b].function].code_differs)
			set_unknown(m, b, UNKNOWN_CODE_DIFFERS);
}

/* Hooks, counters and guards are in dumps; flags are in their files and in memory. */
enum { IN_DUMPS = 1, IN_FLAGS = 2 };

static unsigned kind_of_probe(const struct image_probe *s)
{
	switch (s->kind) {
	case ANYCOV_SITE_CMP:
	case ANYCOV_SITE_SWITCH:
	case ANYCOV_SITE_DATA:
		return 0; /* not of a block */
	default:
		return IN_DUMPS;
	}
}

/* Returns the kinds that the inputs record; 0 if that may be all, or none. */
static unsigned recorded_kind(const struct image_records *r)
{
	const bool flags = r->flag_files || r->memories;

	if (r->logs || !r->dumps == !flags)
		return 0;
	return flags ? IN_FLAGS : IN_DUMPS;
}

/* Code all of whose probes are of the other kind: that they were not hit shows nothing. */
static void apply_kinds(struct instrumented_image *m)
{
	const unsigned recorded = recorded_kind(&m->records);
	uint8_t *kinds;

	m->records.other_kind = 0;
	if (!recorded)
		return;
	kinds = xcalloc(m->map->n_functions + 1, 1);
	for (size_t i = 0; i < m->n_probes; i++)
		if (m->probes[i].function != MAP_NONE)
			kinds[m->probes[i].function] |= (uint8_t)kind_of_probe(&m->probes[i]);
	for (size_t i = 0; i < m->map->n_flags; i++)
		if (m->map->flags[i].function != MAP_NONE && !m->map->flags[i].dropped)
			kinds[m->map->flags[i].function] |= IN_FLAGS;
	for (size_t b = 0; b < m->map->n_blocks; b++) {
		const uint8_t kind = kinds[m->map->blocks[b].function];

		if (m->states[b] != STATE_NOT_COVERED || !kind || kind & recorded)
			continue;
		m->records.other_kind += m->map->blocks[b].flags & ANYCOV_MAP_BLOCK_PROBED;
		set_unknown(m, b, UNKNOWN_KIND_NOT_RECORDED);
	}
	free(kinds);
}

/* Returns why a block with neither a probe nor a rule is unknown. */
static unsigned why_no_rule(const struct instrumented_image *m, const struct map_block *b)
{
	return m->map->functions[b->function].prune == ANYCOV_PRUNE_DOM ? UNKNOWN_PRUNED
									: UNKNOWN_NO_PROBE;
}

/* A stack instead of recursion: a damaged map may nest rules deeply. */
struct stack {
	size_t *v, n, room;
};

static void push(struct stack *s, size_t block)
{
	ARRAY_GROW(s->v, s->n, s->room);
	s->v[s->n++] = block;
}

static void decide(struct instrumented_image *m, const struct map_block *b, size_t at)
{
	unsigned reason = b->implied_by.n ? UNKNOWN_NONE : why_no_rule(m, b);
	bool covered = false;
	uint64_t executions = 0;

	for (uint32_t i = 0; i < b->implied_by.n; i++) {
		size_t w = block_index(m, b->function, m->map->numbers[b->implied_by.first + i]);

		if (w == SIZE_MAX) {
			reason = UNKNOWN_DAMAGED_MAP;
			continue;
		}
		covered = covered || state_is_covered(m->states[w]);
		if (m->states[w] == STATE_UNKNOWN)
			reason = m->reasons[w];
		if (m->executions[w] > executions)
			executions = m->executions[w];
	}
	m->executions[at] = executions;
	if (covered)
		m->states[at] = STATE_INFERRED;
	else if (reason != UNKNOWN_NONE)
		set_unknown(m, at, reason);
	else
		m->states[at] = STATE_NOT_COVERED;
}

static void infer(struct instrumented_image *m, struct stack *todo)
{
	while (todo->n) {
		size_t at = todo->v[todo->n - 1];
		const struct map_block *b = &m->map->blocks[at];
		bool wait = false;

		if (m->states[at] != TODO && m->states[at] != BUSY) {
			todo->n--;
			continue;
		}
		if (m->states[at] == TODO) {
			m->states[at] = BUSY;
			for (uint32_t i = 0; i < b->implied_by.n; i++) {
				size_t w = block_index(m, b->function,
						       m->map->numbers[b->implied_by.first + i]);

				if (w == SIZE_MAX)
					continue;
				if (m->states[w] == TODO) {
					push(todo, w);
					wait = true;
				} else if (m->states[w] == BUSY) {
					m->cycles++;
					set_unknown(m, w, UNKNOWN_DAMAGED_MAP);
				}
			}
			if (wait)
				continue;
		}
		decide(m, b, at);
		todo->n--;
	}
}

/* Returns the state of a block before any rule is applied. */
static unsigned first_state(const struct instrumented_image *m, const struct map_block *b,
			    unsigned *reason)
{
	const struct map_function *f = &m->map->functions[b->function];

	*reason = UNKNOWN_NONE;
	if (f->is_source) {
		if (f->lost_at_link)
			*reason = UNKNOWN_LINKED_WITHOUT_FLAGS;
		else if (f->is_unprobed)
			*reason = UNKNOWN_CODE_WITHOUT_PROBES;
		return *reason ? STATE_UNKNOWN : STATE_NOT_COVERED;
	}
	if (b->flags & ANYCOV_MAP_BLOCK_PROBED)
		return STATE_NOT_COVERED;
	if (!(b->flags & ANYCOV_MAP_BLOCK_UNKNOWN))
		return TODO;
	*reason = why_no_rule(m, b);
	return STATE_UNKNOWN;
}

/* Fills the arrays with what the hits of probes and flags show of blocks with code. */
static void compute_code_states(struct instrumented_image *m)
{
	struct stack todo = { 0 };

	m->states = xcalloc(m->map->n_blocks, 1);
	m->reasons = xcalloc(m->map->n_blocks, 1);
	m->executions = xcalloc(m->map->n_blocks, sizeof(*m->executions));
	m->cycles = 0;
	apply_hits(m);
	for (size_t i = 0; i < m->map->n_blocks; i++) {
		unsigned reason;

		if (m->states[i] == STATE_HIT)
			continue;
		m->states[i] = (uint8_t)first_state(m, &m->map->blocks[i], &reason);
		m->reasons[i] = (uint8_t)reason;
	}
	apply_ambiguous_hits(m);
	for (size_t i = 0; i < m->map->n_blocks; i++) {
		if (m->states[i] != TODO)
			continue;
		push(&todo, i);
		infer(m, &todo);
	}
	free(todo.v);
}

void compute_block_states(struct instrumented_image *m, const struct recording *e)
{
	if (!m->map)
		return;
	free(m->states);
	free(m->reasons);
	free(m->executions);
	compute_code_states(m);
	for (uint32_t i = 0; i < m->map->n_functions; i++)
		if (!m->map->functions[i].is_source && has_incomplete_calls(m, i, e))
			keep_proven_states(m, &m->map->functions[i], e);
	if (e->missing)
		apply_missing(m, e->missing);
	apply_code_differs(m);
	apply_kinds(m);
	compute_source_states(m);
}
