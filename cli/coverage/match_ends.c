/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* How the calls of the processes ended whose dumps are read. */
#include "anycov/dump.h"
#include "anycov/flags_file.h"
#include "coverage/cut_calls.h"
#include "coverage/match_reading.h"

/* Adds the calls of a module that did not return.  Returns false unless their functions are found.
 */
static bool add_cuts(const struct match_reading *r, const struct match_module *l)
{
	struct instrumented_image *m = r->result->images[l->image];
	bool known = true;

	for (size_t i = 0; m->map && i < r->n_cuts; i++) {
		struct flags_cut cut = r->cuts[i];

		if (cut.from < l->first || cut.from >= l->end)
			continue;
		cut.address -= l->bias;
		cut.from -= l->bias;
		cut.end -= l->bias;
		known = cut_calls_add(m, l->path, &cut, 1) && known;
	}
	return known;
}

void match_note_ends(const struct match_reading *r, const struct match_module *l)
{
	struct image_records *to = &r->result->images[l->image]->records;

	if (!r->has_ends)
		return;
	to->dumps_with_ends++;
	image_records_add_processes(to, 0, 0, !add_cuts(r, l) || r->missed);
	if (r->missed & ANYCOV_DUMP_CUTS_ANYWHERE)
		to->how |= ANYCOV_FLAGS_ANYWHERE;
}

int match_cuts(void *ctx, const struct dump_chunk *chunk, const struct dump_cuts *cuts)
{
	struct match_reading *r = ctx;

	(void)chunk;
	r->has_ends = true;
	r->missed = cuts->missed;
	for (size_t i = 0; i < cuts->n; i++) {
		ARRAY_GROW(r->cuts, r->n_cuts, r->cuts_room);
		r->cuts[r->n_cuts++] = cuts->cuts[i];
	}
	return 0;
}

int match_process(void *ctx, const struct dump_process *process)
{
	struct match_reading *r = ctx;

	r->processes++;
	*u64_map_get_or_add(&r->result->processes, process->id) = 1;
	if (process->parent)
		*u64_map_get_or_add(&r->result->parents, process->parent) = 1;
	return 0;
}

void match_forget_processes(struct match_result *r)
{
	u64_map_clear(&r->processes);
	u64_map_clear(&r->parents);
}

void match_processes(struct match_result *r)
{
	uint64_t parent, one;
	size_t at = 0;
	bool missing = false;

	while (!missing && u64_map_next(&r->parents, &at, &parent, &one))
		missing = !u64_map_find(&r->processes, parent);
	for (size_t i = 0; i < r->n_images && missing; i++)
		r->images[i]->records.started_late |= r->images[i]->records.forked;
}
