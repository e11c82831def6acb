/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "common/plan/planner_internal.h"

int anycov_error_oom(struct anycov_error *err)
{
	return anycov_error_set(err,
				"out of memory while planning probes; compile the function with "
				"prune=none");
}

int anycov_check_cfg(const struct anycov_cfg *cfg, struct anycov_error *err)
{
	if (!cfg->n_blocks || cfg->n_blocks >= ANYCOV_NO_NODE - 1 ||
	    cfg->n_edges >= ANYCOV_NO_NODE / 2)
		return anycov_error_set(err,
					"planner: cannot place probes in a function of %u basic "
					"blocks and %u edges; this is a bug in anycov, please "
					"report it with the source",
					cfg->n_blocks, cfg->n_edges);
	for (uint32_t i = 0; i < cfg->n_edges; i++)
		if (cfg->edges[i].from >= cfg->n_blocks || cfg->edges[i].to >= cfg->n_blocks)
			return anycov_error_set(
				err,
				"planner: edge %u goes from block %u to block %u of %u; "
				"this is a bug in anycov, please report it",
				i, cfg->edges[i].from, cfg->edges[i].to, cfg->n_blocks);
	return 0;
}

static void plan_none(const struct anycov_cfg *cfg, struct anycov_plan *plan)
{
	for (uint32_t b = 0; b < cfg->n_blocks; b++) {
		uint32_t flags = cfg->flags[b];

		plan->probe[b] =
			anycov_can_probe(flags) &&
			((flags & ANYCOV_BLOCK_PROBE_REQUIRED) || !(flags & ANYCOV_BLOCK_EMPTY));
	}
}

void anycov_plan_free(struct anycov_plan *plan)
{
	free(plan->probe);
	free(plan->unknown);
	free(plan->first);
	free(plan->implied_by);
	memset(plan, 0, sizeof(*plan));
}

static int plan_alloc(struct anycov_plan *plan, uint32_t n)
{
	memset(plan, 0, sizeof(*plan));
	plan->n_blocks = n;
	plan->probe = calloc(n, 1);
	plan->unknown = calloc(n, 1);
	plan->first = calloc((size_t)n + 1, sizeof(*plan->first));
	return plan->probe && plan->unknown && plan->first ? 0 : -1;
}

int anycov_plan_blocks(const struct anycov_cfg *cfg, enum anycov_prune prune,
		       struct anycov_plan *plan, struct anycov_error *err)
{
	uint32_t n = cfg->n_blocks;
	int rc;

	memset(plan, 0, sizeof(*plan));
	if (anycov_check_cfg(cfg, err))
		return -1;
	rc = plan_alloc(plan, n);
	if (!rc && prune == ANYCOV_PRUNE_DOM)
		rc = anycov_plan_dom(cfg, plan);
	else if (!rc && prune == ANYCOV_PRUNE_LOSSLESS)
		rc = anycov_plan_lossless(cfg, plan);
	else if (!rc)
		plan_none(cfg, plan);
	/* implied_by is never NULL: callers read the rules of any plan. */
	if (!rc && !plan->implied_by)
		rc = (plan->implied_by = calloc(1, sizeof(*plan->implied_by))) ? 0 : -1;
	if (rc) {
		anycov_plan_free(plan);
		return anycov_error_oom(err);
	}
	for (uint32_t b = 0; b < n; b++) {
		plan->n_probes += plan->probe[b];
		plan->unknown[b] = !plan->probe[b] && plan->first[b] == plan->first[b + 1];
	}
	return 0;
}
