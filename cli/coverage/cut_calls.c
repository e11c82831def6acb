/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Finds the blocks of calls that did not return (cut_functions.c has their functions): line numbers
 * distinguish them.
 */
#include <stdlib.h>
#include <string.h>
#include "anycov/flags_file.h"
#include "anycov/map.h"
#include "coverage/cut_calls.h"

/* Work on one function: blocks times blocks and edges. */
#define WORK_MAX 50000000u
/* The same: blocks times blocks and cuts, which is faster. */
#define CUT_WORK_MAX 5000000000u

#define CALLS (ANYCOV_MAP_BLOCK_CALLS | ANYCOV_MAP_BLOCK_RESUMES)

/* Blocks by position in the map. */
struct paths {
	struct instrumented_image *m;
	const struct map_function *f;
	uint32_t n, n_edges;
	uint32_t *first, *to;    /* edges by source */
	uint32_t *first_in, *in; /* edges by target */
	uint8_t *silent;         /* leaves no record that is missing */
	uint8_t *ends;           /* a path may end here */
	uint8_t *forth, *back;   /* from the entry; to an end */
	uint32_t *stack;
	/* For each cut that is one of the function, which blocks may contain the call. */
	uint8_t **cuts;
	uint32_t n_cuts;
	uint32_t removed; /* a block that no path may contain, or n */
};

static const struct map_block *block_at(const struct paths *p, uint32_t i)
{
	return &p->m->map->blocks[p->f->first_block + i];
}

static uint8_t *state_at(const struct paths *p, uint32_t i)
{
	return &p->m->states[p->f->first_block + i];
}

static uint32_t function_index(const struct paths *p)
{
	return (uint32_t)(p->f - p->m->map->functions);
}

static uint32_t position(const struct paths *p, uint32_t number)
{
	const struct map_block *b = map_block(p->m->map, function_index(p), number);

	return b ? (uint32_t)(b - p->m->map->blocks - p->f->first_block) : p->n;
}

/* Returns false if the map is damaged. */
static bool read_edges(struct paths *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		p->n_edges += block_at(p, i)->succs.n;
	p->first = xcalloc(p->n + (size_t)1, sizeof(*p->first));
	p->first_in = xcalloc(p->n + (size_t)2, sizeof(*p->first_in));
	p->to = xcalloc(p->n_edges + (size_t)1, sizeof(*p->to));
	p->in = xcalloc(p->n_edges + (size_t)1, sizeof(*p->in));
	for (uint32_t i = 0, at = 0; i < p->n; i++) {
		const struct map_block *b = block_at(p, i);

		for (uint32_t k = 0; k < b->succs.n; k++) {
			uint32_t to = position(p, p->m->map->numbers[b->succs.first + k]);

			if (to == p->n)
				return false;
			p->to[at++] = to;
			p->first_in[to + 2]++;
		}
		p->first[i + 1] = at;
	}
	for (uint32_t i = 0; i < p->n; i++)
		p->first_in[i + 2] += p->first_in[i + 1];
	for (uint32_t i = 0; i < p->n; i++)
		for (uint32_t e = p->first[i]; e < p->first[i + 1]; e++)
			p->in[p->first_in[p->to[e] + 1]++] = i;
	return position(p, 0) < p->n;
}

/* Marks what the blocks on the stack reach. */
static void flood(const struct paths *p, uint32_t depth, const uint32_t *first, const uint32_t *to,
		  const uint8_t *allowed, uint8_t *seen)
{
	while (depth) {
		uint32_t at = p->stack[--depth];

		for (uint32_t e = first[at]; e < first[at + 1]; e++) {
			if (seen[to[e]] || to[e] == p->removed || (allowed && !allowed[to[e]]))
				continue;
			seen[to[e]] = 1;
			p->stack[depth++] = to[e];
		}
	}
}

/* Marks from which blocks those in `from` are reached. */
static void mark_back(const struct paths *p, const uint8_t *from, const uint8_t *allowed,
		      uint8_t *seen)
{
	uint32_t depth = 0;

	for (uint32_t i = 0; i < p->n; i++) {
		seen[i] = from[i] && i != p->removed && (!allowed || allowed[i]);
		if (seen[i])
			p->stack[depth++] = i;
	}
	flood(p, depth, p->first_in, p->in, allowed, seen);
}

/* Finds the blocks that are on paths with records that are there. */
static void find_paths(struct paths *p)
{
	uint32_t entry = position(p, 0), depth = 0;

	memset(p->forth, 0, p->n);
	if (entry != p->removed && p->silent[entry]) {
		p->forth[entry] = 1;
		p->stack[depth++] = entry;
	}
	flood(p, depth, p->first, p->to, p->silent, p->forth);
	mark_back(p, p->ends, p->silent, p->back);
}

/* Where paths end of calls that returned: also anywhere in a loop without an exit. */
static void find_exits(struct paths *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		p->ends[i] = (block_at(p, i)->flags & ANYCOV_MAP_BLOCK_EXIT) ||
			     p->first[i] == p->first[i + 1];
	mark_back(p, p->ends, NULL, p->back);
	for (uint32_t i = 0; i < p->n; i++)
		p->ends[i] |= !p->back[i];
}

static bool has_line(const struct map *map, const struct map_block *b, const struct image_cut *cut)
{
	for (uint32_t i = 0; i < b->lines.n; i++) {
		const struct map_line *l = &map->lines[b->lines.first + i];

		if ((int)l->line == cut->line && l->file != MAP_NONE &&
		    !strcmp(base_name(map->files[l->file].path), base_name(cut->file)))
			return true;
	}
	return false;
}

/* Returns the source block of a mark of this function, or NULL. */
static const struct map_block *marked_block(const struct paths *p, const struct map_mark *mark)
{
	return mark->function == function_index(p) && mark->source != MAP_NONE &&
			       position(p, mark->block) < p->n
		       ? map_block(p->m->map, mark->source, mark->source_block)
		       : NULL;
}

/* Marks the blocks with marks of source blocks of the call's line, and their functions. */
static bool mark_source_blocks(const struct paths *p, const struct image_cut *cut, uint8_t *at,
			       uint8_t *sources)
{
	const struct map *map = p->m->map;
	bool any = false;

	for (size_t i = 0; i < map->n_marks; i++) {
		const struct map_block *source = marked_block(p, &map->marks[i]);

		if (!source || !has_line(map, source, cut))
			continue;
		at[position(p, map->marks[i].block)] = 1;
		sources[map->marks[i].source] = 1;
		any = true;
	}
	return any;
}

/* Clears the blocks with marks of these functions, unless one of them is there more than once,
 * maybe inside itself. */
static void clear_marked(const struct paths *p, const uint8_t *sources, uint8_t *allowed)
{
	const struct map *map = p->m->map;
	uint8_t *entered = xcalloc(map->n_functions, 1), *marked = xcalloc(p->n + (size_t)1, 1);
	bool several = false;

	for (size_t i = 0; i < map->n_marks; i++) {
		const struct map_mark *mark = &map->marks[i];

		if (!marked_block(p, mark) || !sources[mark->source])
			continue;
		several |= !mark->source_block && entered[mark->source];
		entered[mark->source] |= !mark->source_block;
		marked[position(p, mark->block)] = 1;
	}
	for (uint32_t i = 0; i < p->n && !several; i++)
		allowed[i] &= !marked[i];
	free(entered);
	free(marked);
}

/*
 * Marks where code of the source blocks with the call's line may be: where their marks are (all
 * calls of a block are after its marks), and after what was inlined there, up to the next mark
 * of their function.  That is executed only after one of these marks.
 */
static void mark_source_code(const struct paths *p, const struct image_cut *cut, uint8_t *seen)
{
	uint8_t *sources = xcalloc(p->m->map->n_functions, 1), *at = xcalloc(p->n + (size_t)1, 1);
	uint8_t *allowed = xcalloc(p->n + (size_t)1, 1), *without = xcalloc(p->n + (size_t)1, 1);
	uint32_t entry = position(p, 0), depth = 0;

	if (mark_source_blocks(p, cut, at, sources)) {
		for (uint32_t i = 0; i < p->n; i++)
			allowed[i] = !at[i];
		p->stack[0] = entry;
		without[entry] = allowed[entry];
		flood(p, allowed[entry], p->first, p->to, allowed, without);
		for (uint32_t i = 0; i < p->n; i++)
			allowed[i] &= !without[i];
		clear_marked(p, sources, allowed);
		for (uint32_t i = 0; i < p->n; i++)
			if (at[i])
				p->stack[depth++] = i;
		flood(p, depth, p->first, p->to, allowed, at);
	}
	for (uint32_t i = 0; i < p->n; i++)
		seen[i] |= at[i];
	free(sources);
	free(at);
	free(allowed);
	free(without);
}

/* Marks the blocks with code of the call's line. */
static void mark_line(const struct paths *p, const struct image_cut *cut, uint8_t *seen)
{
	memset(seen, 0, p->n);
	for (uint32_t i = 0; i < p->n; i++)
		seen[i] = has_line(p->m->map, block_at(p, i), cut);
	if (p->f->has_marks)
		mark_source_code(p, cut, seen);
}

/* Finds the blocks that may contain the call: of its line if use_line, or if there is none, all.
 * A call of the unwinder has no line of its own, so debug information shows another one's. */
static void find_blocks(struct paths *p, const struct image_cut *cut, bool use_line, uint8_t *out)
{
	bool any = false;

	for (uint32_t i = 0; i < p->n && cut->resumes && use_line; i++) {
		out[i] = p->forth[i] && (block_at(p, i)->flags & ANYCOV_MAP_BLOCK_RESUMES);
		any |= out[i];
	}
	use_line &= cut->file && cut->line;
	if (use_line)
		mark_line(p, cut, p->back);
	for (int by_line = use_line; by_line >= 0 && !any; by_line--)
		for (uint32_t i = 0; i < p->n; i++) {
			uint32_t flags = block_at(p, i)->flags;
			bool here = !by_line || p->back[i];

			out[i] = p->forth[i] && (cut->any_call || (flags & CALLS)) &&
				 (here || (flags & ANYCOV_MAP_BLOCK_RESUMES));
			any |= out[i] && here;
		}
}

static bool find_line(const struct map *map, const struct image_cut *cut)
{
	const struct map_function *f = &map->functions[cut->function];

	for (size_t i = 0; i < f->blocks; i++)
		if (has_line(map, &map->blocks[f->first_block + i], cut))
			return true;
	for (size_t i = 0; i < map->n_marks && f->has_marks; i++) {
		const struct map_mark *mark = &map->marks[i];
		const struct map_block *b =
			mark->function == cut->function && mark->source != MAP_NONE
				? map_block(map, mark->source, mark->source_block)
				: NULL;

		if (b && has_line(map, b, cut))
			return true;
	}
	return false;
}

/* Returns whether the function has code of the call's line. */
static bool function_has_line(const struct map *map, struct image_cut *cut)
{
	if (!cut->has_looked)
		cut->has_line = find_line(map, cut);
	cut->has_looked = true;
	return cut->has_line;
}

/* What is known of a cut of which several functions may be. */
struct owner {
	bool possible; /* the call may be in the function, or in one that was inlined there */
	bool certain;
	bool by_line; /* it is in a block with its line, if there is one */
};

static struct owner owner_of(struct instrumented_image *m, struct image_cut *cut)
{
	bool mine, outer = false, inlined = false;
	struct image_cut *other = cut; /* those of an address are in a row */

	if (cut->n_functions == 1)
		return (struct owner){ true, true, true };
	if (!cut->file || !cut->line)
		return (struct owner){ true, cut->is_outermost, false };
	mine = function_has_line(m->map, cut);
	while (other > m->cuts && other[-1].address == cut->address)
		other--;
	for (; other < m->cuts + m->n_cuts && other->address == cut->address; other++)
		if (other->function != cut->function && function_has_line(m->map, other))
			*(other->is_outermost ? &outer : &inlined) = true;
	if (cut->is_outermost)
		return (struct owner){ true, true, !inlined };
	if (cut->is_namesake)
		return (struct owner){ mine || !inlined, mine && !inlined, true };
	return (struct owner){ mine || inlined || !outer, mine && !inlined && !outer, !inlined };
}

/* are_theirs: each cut is of a process whose flags these are, so a path leads to it. */
static void find_cuts(struct paths *p, bool are_theirs)
{
	struct instrumented_image *m = p->m;
	uint8_t *blocks = xcalloc(p->n, 1);

	p->cuts = xcalloc(m->n_cuts, sizeof(*p->cuts));
	for (size_t i = 0; i < m->n_cuts; i++) {
		struct owner owner;

		if (m->cuts[i].function != function_index(p))
			continue;
		owner = owner_of(m, &m->cuts[i]);
		if (!owner.possible)
			continue;
		find_blocks(p, &m->cuts[i], owner.by_line, blocks);
		for (uint32_t b = 0; b < p->n; b++)
			p->ends[b] |= blocks[b];
		if (!owner.certain || !are_theirs)
			continue;
		p->cuts[p->n_cuts] = xmalloc(p->n);
		memcpy(p->cuts[p->n_cuts++], blocks, p->n);
	}
	free(blocks);
}

static bool has_too_many_cuts(const struct paths *p)
{
	uint64_t n = 0;

	for (size_t i = 0; i < p->m->n_cuts; i++)
		n += p->m->cuts[i].function == function_index(p);
	return (uint64_t)p->n * p->n * n > CUT_WORK_MAX;
}

/* Returns whether paths as they were found explain all hits and all cuts. */
static bool explains_all(const struct paths *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (*state_at(p, i) == STATE_HIT && !(p->forth[i] && p->back[i]))
			return false;
	for (uint32_t c = 0; c < p->n_cuts; c++) {
		bool any = false;

		for (uint32_t i = 0; i < p->n && !any; i++)
			any = p->cuts[c][i] && p->forth[i];
		if (!any)
			return false;
	}
	return true;
}

static void decide_blocks(struct paths *p, const uint8_t *on_path)
{
	for (uint32_t i = 0; i < p->n; i++) {
		if (*state_at(p, i) == STATE_HIT ||
		    (block_at(p, i)->flags & ANYCOV_MAP_BLOCK_PROBED) ||
		    (p->f->prune == ANYCOV_PRUNE_NONE && !(block_at(p, i)->flags & MAP_BLOCK_PART)))
			continue;
		if (!on_path[i]) {
			*state_at(p, i) = STATE_NOT_COVERED;
			p->m->reasons[p->f->first_block + i] = UNKNOWN_NONE;
			continue;
		}
		p->removed = i;
		find_paths(p);
		if (explains_all(p)) {
			*state_at(p, i) = STATE_UNKNOWN;
			p->m->reasons[p->f->first_block + i] = UNKNOWN_INCOMPLETE_CALL;
		} else {
			*state_at(p, i) = STATE_INFERRED;
			p->m->reasons[p->f->first_block + i] = UNKNOWN_NONE;
		}
	}
}

bool decide_cut_function(struct instrumented_image *m, const struct map_function *f,
			 bool are_theirs)
{
	struct paths p = { .m = m, .f = f, .n = (uint32_t)f->blocks, .removed = UINT32_MAX };
	uint8_t *on_path = xcalloc(f->blocks + 1, 1);
	bool ok = read_edges(&p) && (uint64_t)p.n * (p.n + p.n_edges) < WORK_MAX &&
		  !has_too_many_cuts(&p);

	p.silent = xcalloc(p.n + (size_t)1, 1);
	p.ends = xcalloc(p.n + (size_t)1, 1);
	p.forth = xcalloc(p.n + (size_t)1, 1);
	p.back = xcalloc(p.n + (size_t)1, 1);
	p.stack = xcalloc(p.n + (size_t)1, sizeof(*p.stack));
	if (ok) {
		for (uint32_t i = 0; i < p.n; i++)
			p.silent[i] = !(block_at(&p, i)->flags & ANYCOV_MAP_BLOCK_PROBED) ||
				      *state_at(&p, i) == STATE_HIT;
		find_exits(&p);
		find_paths(&p);
		find_cuts(&p, are_theirs);
		find_paths(&p);
		ok = explains_all(&p);
	}
	if (ok) {
		for (uint32_t i = 0; i < p.n; i++)
			on_path[i] = p.forth[i] && p.back[i];
		decide_blocks(&p, on_path);
	}
	for (uint32_t c = 0; c < p.n_cuts; c++)
		free(p.cuts[c]);
	free(p.cuts);
	free(p.first);
	free(p.to);
	free(p.first_in);
	free(p.in);
	free(p.silent);
	free(p.ends);
	free(p.forth);
	free(p.back);
	free(p.stack);
	free(on_path);
	return ok;
}
