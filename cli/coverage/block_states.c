/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Computes the states of blocks from the hits of probes.  A block with a probe is
 * covered if its probe was hit; one without is covered if and only if one of its
 * implying blocks is, provided that calls were complete.  proven_states.c handles
 * incomplete calls.  What was not hit is not covered only if no record is missing.
 */
#include <stdlib.h>
#include "anycov/flags_file.h"
#include "anycov/map.h"
#include "coverage/cut_calls.h"
#include "coverage/proven_states.h"
#include "coverage/task_exit.h"
#include "coverage/instrumented_image.h"

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

static bool has_ambiguous_hits(const struct instrumented_image *m, const struct map_function *f)
{
	for (size_t i = f->first_block; i < f->first_block + f->blocks; i++)
		if (m->states[i] == STATE_UNKNOWN && m->reasons[i] == UNKNOWN_SAME_ADDRESS)
			return true;
	return false;
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

/* ---- source functions (place=early) ---- */

/*
 * A block of the source was covered if one of the blocks that contain it was; one that
 * no code contains was not.  Code without probes shows nothing.
 */
static void apply_marks(struct instrumented_image *m)
{
	for (size_t i = 0; i < m->map->n_marks; i++) {
		const struct map_mark *mark = &m->map->marks[i];
		size_t from, to;

		if (mark->source == MAP_NONE || !m->map->functions[mark->function].in_program)
			continue;
		from = block_index(m, mark->function, mark->block);
		to = block_index(m, mark->source, mark->source_block);
		if (from == SIZE_MAX || to == SIZE_MAX)
			continue;
		if (!m->map->functions[mark->function].live_sites)
			set_unknown(m, from, UNKNOWN_CODE_WITHOUT_PROBES);
		state_improve(&m->states[to], &m->reasons[to], m->states[from], m->reasons[from]);
		m->executions[to] += m->executions[from];
	}
}

/* What the compiler was told that no path leads to, __builtin_unreachable(): it was not executed.
 */
static bool is_unreachable(const struct map_block *b)
{
	return !b->succs.n && !(b->flags & ANYCOV_MAP_BLOCK_EXIT);
}

/* The states of f's blocks that have no mark because they contain no code: a path
 * through them exists only where both ends were covered. */
static void infer_empty(struct instrumented_image *m, const struct map_function *f)
{
	const uint32_t without_mark = ANYCOV_MAP_BLOCK_EMPTY | ANYCOV_MAP_BLOCK_EDGE;
	uint32_t function = (uint32_t)(f - m->map->functions);
	bool changed = true;

	while (changed) {
		changed = false;
		for (size_t i = f->first_block; i < f->first_block + f->blocks; i++) {
			const struct map_block *b = &m->map->blocks[i];

			for (uint32_t k = 0; k < b->succs.n; k++) {
				size_t to = block_index(m, function,
							m->map->numbers[b->succs.first + k]);

				if (to == SIZE_MAX || m->states[to] >= m->states[i] ||
				    (m->map->blocks[to].flags & without_mark) !=
					    ANYCOV_MAP_BLOCK_EMPTY ||
				    is_unreachable(&m->map->blocks[to]))
					continue;
				/* Of several ways on, records do not say which was taken. */
				if (b->succs.n > 1 && m->states[to] >= STATE_UNKNOWN)
					continue;
				m->states[to] = b->succs.n > 1 ? STATE_UNKNOWN : m->states[i];
				m->reasons[to] = m->states[to] != STATE_UNKNOWN ? UNKNOWN_NONE
						 : m->reasons[i]                ? m->reasons[i]
								 : UNKNOWN_AMBIGUOUS_EDGE;
				changed = true;
			}
		}
	}
}

static void compute_source_states(struct instrumented_image *m)
{
	apply_marks(m);
	for (size_t i = 0; i < m->map->n_functions; i++)
		if (m->map->functions[i].is_source)
			infer_empty(m, &m->map->functions[i]);
}

static void count_part_as_block(struct instrumented_image *m, size_t part)
{
	const struct map_block *b = &m->map->blocks[part];
	size_t block = b->flags & MAP_BLOCK_PART ? block_index(m, b->function, b->part_of) : part;

	if (block == SIZE_MAX)
		return;
	m->states[part] = m->states[block];
	m->reasons[part] = m->reasons[block];
}

/*
 * Weakens what the rules gave a function's blocks to what its calls allow: those that are known
 * not to have returned, and those that may not have.
 */
static void apply_incomplete_calls(struct instrumented_image *m, const struct map_function *f,
				   const struct recording *e)
{
	unsigned cut = how_function_was_cut(m, (uint32_t)(f - m->map->functions));
	enum task_exit_cut at_exit = how_task_exit_cuts(m, (uint32_t)(f - m->map->functions), e);
	struct recording own = *e;

	if (at_exit) {
		own.incomplete = own.seen_incomplete = UNKNOWN_INCOMPLETE_CALL;
		own.cut_at_calls = own.seen_at_calls = at_exit == TASK_EXIT_CUTS_AT_CALLS;
		own.whole_blocks = true;
	}
	own.whole_blocks &= !cut;
	if (f->is_source || (f->prune == ANYCOV_PRUNE_NONE && (!f->has_parts || own.whole_blocks)))
		return;
	if (!own.incomplete && cut) {
		/* It concludes from probes that were not hit. */
		if (!(cut & CUT_ANYWHERE) && !e->missing && !has_ambiguous_hits(m, f) &&
		    decide_cut_function(m, f, !e->cuts_of_any))
			return;
		own.incomplete = UNKNOWN_INCOMPLETE_CALL;
	}
	if (cut & (CUT_ANYWHERE | CUT_AT_ANY_CALL)) {
		own.cut_at_calls = false;
		own.seen_incomplete = UNKNOWN_INCOMPLETE_CALL;
		own.seen_at_calls = false;
	}
	keep_proven_states(m, f, &own);
	for (size_t i = f->first_block; i < f->first_block + f->blocks && own.whole_blocks; i++)
		count_part_as_block(m, i);
}

/* A covered part of a block whose probe was hit was hit, too; one that is not has no count. */
static void finish_parts(struct instrumented_image *m)
{
	for (size_t i = 0; i < m->map->n_blocks; i++) {
		const struct map_block *b = &m->map->blocks[i];
		size_t before;

		if (!(b->flags & MAP_BLOCK_PART))
			continue;
		before = block_index(m, b->function, m->map->numbers[b->implied_by.first]);
		if (!state_is_covered(m->states[i]))
			m->executions[i] = 0;
		else if (before != SIZE_MAX && m->states[before] == STATE_HIT)
			m->states[i] = STATE_HIT;
	}
}

/* Fills the arrays with what the hits of probes and flags show of blocks with code. */
static void compute_code_states(struct instrumented_image *m, const struct recording *e)
{
	struct stack todo = { 0 };

	m->states = xcalloc(m->map->n_blocks, 1);
	m->reasons = xcalloc(m->map->n_blocks, 1);
	m->executions = xcalloc(m->map->n_blocks, sizeof(*m->executions));
	m->cycles = 0;
	apply_hits(m);
	for (size_t i = 0; i < m->map->n_blocks; i++) {
		uint32_t flags = m->map->blocks[i].flags;

		if (m->states[i] == STATE_HIT)
			continue;
		if (m->map->functions[m->map->blocks[i].function].is_source) {
			m->states[i] = STATE_NOT_COVERED;
			if (m->map->functions[m->map->blocks[i].function].lost_at_link)
				set_unknown(m, i, UNKNOWN_LINKED_WITHOUT_FLAGS);
			else if (m->map->functions[m->map->blocks[i].function].is_unprobed)
				set_unknown(m, i, UNKNOWN_CODE_WITHOUT_PROBES);
			continue;
		}
		if (flags & ANYCOV_MAP_BLOCK_PROBED)
			m->states[i] = STATE_NOT_COVERED;
		else if (flags & ANYCOV_MAP_BLOCK_UNKNOWN)
			set_unknown(m, i, why_no_rule(m, &m->map->blocks[i]));
		else
			m->states[i] = TODO;
	}
	apply_ambiguous_hits(m);
	for (size_t i = 0; i < m->map->n_blocks; i++) {
		if (m->states[i] != TODO)
			continue;
		push(&todo, i);
		infer(m, &todo);
	}
	free(todo.v);
	for (size_t i = 0; i < m->map->n_functions; i++)
		apply_incomplete_calls(m, &m->map->functions[i], e);
}

/* What one part of the processes shows. */
struct part_states {
	uint8_t *states, *reasons;
};

/* Computes the states that these flags show. */
static struct part_states states_by(struct instrumented_image *m, uint8_t *flags_hit,
				    const struct recording *e)
{
	uint8_t *all = m->flags_hit;
	struct part_states before = { m->states, m->reasons }, part;
	uint64_t *executions = m->executions;

	m->flags_hit = flags_hit;
	compute_code_states(m, e);
	part = (struct part_states){ m->states, m->reasons };
	free(m->executions);
	m->flags_hit = all;
	m->states = before.states;
	m->reasons = before.reasons;
	m->executions = executions;
	return part;
}

/* Decides a block that is unknown because processes were killed. */
static void decide_apart(struct instrumented_image *m, size_t block,
			 const struct part_states *ended, const struct part_states *unended)
{
	uint8_t a = ended->states[block], b = unended->states[block];

	if (state_is_covered(a) || state_is_covered(b)) {
		m->states[block] = STATE_INFERRED;
		m->reasons[block] = UNKNOWN_NONE;
	} else if (a == STATE_NOT_COVERED && b == STATE_NOT_COVERED) {
		m->states[block] = STATE_NOT_COVERED;
		m->reasons[block] = UNKNOWN_NONE;
	} else if (b == STATE_NOT_COVERED) {
		m->reasons[block] = ended->reasons[block];
	} else if (a == STATE_NOT_COVERED) {
		m->reasons[block] = unended->reasons[block];
	}
}

/*
 * If it is known which flags were hit by processes whose end was not seen, only their calls
 * may be incomplete: a block is covered if it was in one part of the processes, and not covered if
 * it was in none.  The table of calls that did not return is of all processes, so that those of one
 * part may have left these calls, and none of them must have.
 */
static void refine_by_ends(struct instrumented_image *m, const struct recording *e)
{
	struct recording seen = *e;
	struct part_states ended, unended;

	if (!m->unended_hit || m->records.memories || e->missing ||
	    e->incomplete != UNKNOWN_PROCESS_KILLED || (m->records.how & ANYCOV_FLAGS_TOGETHER))
		return;
	seen.cuts_of_any = true;
	seen.incomplete = e->seen_incomplete;
	seen.cut_at_calls = e->seen_at_calls;
	ended = states_by(m, m->ended_hit, &seen);
	unended = states_by(m, m->unended_hit, e);
	for (size_t k = 0; k < m->map->n_functions; k++) {
		const struct map_function *f = &m->map->functions[k];
		bool is_cut = how_function_was_cut(m, (uint32_t)k);

		if (f->is_source)
			continue;
		for (size_t i = f->first_block; i < f->first_block + f->blocks; i++)
			if (m->states[i] == STATE_UNKNOWN &&
			    (m->reasons[i] == UNKNOWN_PROCESS_KILLED ||
			     (is_cut && m->reasons[i] == UNKNOWN_INCOMPLETE_CALL)))
				decide_apart(m, i, &ended, &unended);
	}
	free(ended.states);
	free(ended.reasons);
	free(unended.states);
	free(unended.reasons);
}

void compute_block_states(struct instrumented_image *m, const struct recording *e)
{
	if (!m->map)
		return;
	free(m->states);
	free(m->reasons);
	free(m->executions);
	find_cut_functions(m);
	compute_code_states(m, e);
	refine_by_ends(m, e);
	if (e->missing)
		apply_missing(m, e->missing);
	apply_code_differs(m);
	finish_parts(m);
	compute_source_states(m);
}
