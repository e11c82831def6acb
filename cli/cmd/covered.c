/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include "coverage/history/stale_builds.h"
#include "coverage/mcdc/mcdc.h"
#include "coverage/model/import.h"
#include "coverage/model/merge_images.h"
#include "cmd/covered.h"

static bool any_unselected(const struct coverage *c)
{
	const struct unselected *u = &c->unselected;

	return u->files || u->system_files || u->functions || u->lines;
}

/*
 * Returns whether nothing can be reported of an image: one without functions, for some formats also
 * one without lines.  The selection may leave out all of an image.
 */
static bool is_unusable(const struct covered *x, const struct coverage *c)
{
	return (!c->n_functions && !c->unselected.functions) ||
	       (x->needs_lines && !c->n_lines && !any_unselected(c));
}

static struct coverage *cover(struct instrumented_image *m, const struct covered *x)
{
	const struct recording recording = recording_of(m, x->complete);
	struct coverage *c = coverage_make(m, &recording, x->source_map, x->selection);

	warn_of_lost_probes(m);
	if (m->cycles)
		warn("%s: %zu circular rules in the map; their blocks are shown as unknown",
		     m->name, m->cycles);
	if (m->problems.n)
		warn("%s: map and machine code disagree about %zu probes; 'anycov sites --json %s' "
		     "lists them",
		     m->name, m->problems.n, m->name);
	if (m->records.forced)
		warn("%s: records of another build were used by address (--force); what is shown "
		     "as "
		     "covered may be wrong, and nothing is shown as not covered",
		     m->name);
	return c;
}

/* Returns whether only the totals of an image are in memory. */
static bool has_totals_only(const struct coverage *c)
{
	return !c->functions;
}

/*
 * Frees what the report of all images has as well.  What is unknown in an image is kept, for its
 * reasons are of the image.
 */
static void keep_totals(const struct covered *x, size_t i)
{
	struct coverage *c = x->v[i];

	if (!x->r->unloads || !c->from_map || c->no_debug || coverage_is_its_own_cause(c) ||
	    (mcdc_is_enabled() && !mcdc_is_known(c)))
		return;
	coverage_keep_totals(c);
	match_unload(x->r, x->r->images[i]);
}

/* Merges again because images have different sources of one path.  u is freed. */
static struct merging *merge_again(const struct covered *x, struct merging *u,
				   struct anycov_error *err)
{
	merge_cancel(u);
	builds_choose(x->v, x->n);
	u = merge_begin();
	for (size_t i = 0; i < x->n_images; i++) {
		struct instrumented_image *m = x->r->images[i];

		if (instrumented_image_load(m, err)) {
			merge_cancel(u);
			return NULL;
		}
		if (!m->states)
			compute_block_states(m, &x->v[i]->recording);
		merge_add(u, x->v[i]);
		if (has_totals_only(x->v[i]))
			match_unload(x->r, m);
	}
	if (x->n > x->n_images)
		merge_add(u, x->v[x->n_images]);
	return u;
}

int covered_make(struct covered *x)
{
	const struct match_counts *counts = &x->r->counts;
	struct anycov_error err;
	struct merging *u;

	if (!counts->cmp_records || counts->pc_records || counts->edge_records)
		x->n_images = x->r->n_images;
	x->n = x->n_images + (x->foreign != NULL);
	x->v = xcalloc(x->n, sizeof(*x->v));
	if (x->complete)
		warn_of_needless_complete(x->r->images, x->n_images);
	u = x->n > 1 || x->foreign ? merge_begin() : NULL;
	for (size_t i = 0; i < x->n_images; i++) {
		progress("computing coverage", i, x->n_images);
		if (instrumented_image_load(x->r->images[i], &err)) {
			if (u)
				merge_cancel(u);
			return input_error("%s", err.text);
		}
		x->v[i] = cover(x->r->images[i], x);
		x->lost |= coverage_lost(x->v[i]);
		if (!x->unusable && is_unusable(x, x->v[i]))
			x->unusable = x->v[i]->image;
		if (!u)
			continue;
		merge_add(u, x->v[i]);
		keep_totals(x, i);
	}
	if (x->foreign) {
		x->v[x->n_images] =
			import_coverage(x->foreign, x->v, x->n_images, x->source_map, x->selection);
		merge_add(u, x->v[x->n_images]);
	}
	if (u && builds_differ(x->v, x->n)) {
		u = merge_again(x, u, &err);
		if (!u)
			return input_error("%s", err.text);
	}
	x->all = u ? merge_end(u, x->v, x->n, x->source_map, x->selection) : x->n ? x->v[0] : NULL;
	return EXIT_OK;
}

struct coverage *covered_whole(void *covered, size_t i)
{
	const struct covered *x = covered;
	const struct coverage *totals = x->v[i];
	struct anycov_error err;
	struct coverage *c;

	if (!has_totals_only(totals))
		return x->v[i];
	if (instrumented_image_load(x->r->images[i], &err)) {
		input_error("%s", err.text);
		return NULL;
	}
	c = coverage_make(x->r->images[i], &totals->recording, x->source_map, x->selection);
	for (size_t k = 0; k < c->n_files && k < totals->n_files; k++) {
		c->files[k].source = totals->files[k].source;
		c->files[k].is_other = totals->files[k].is_other;
	}
	return c;
}

void covered_free_whole(void *covered, size_t i, struct coverage *c)
{
	const struct covered *x = covered;

	if (c == x->v[i])
		return;
	coverage_free(c);
	match_unload(x->r, x->r->images[i]);
}

void covered_free(struct covered *x)
{
	if (x->all && x->all->parts)
		coverage_free(x->all);
	for (size_t i = 0; i < x->n; i++)
		coverage_free(x->v[i]);
	free(x->v);
}

bool covered_is_incomplete(const struct covered *x)
{
	const struct match_result *r = x->r;

	/* Comparisons have no states. */
	if (x->lost || (r->counts.lost && (!x->n || r->want_cmps)))
		return true;
	return r->skipped || r->unlinked || r->skipped_built || r->rebuilt;
}
