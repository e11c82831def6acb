/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "common/planner_graph.h"

static void plan_none(const struct anycov_cfg *cfg, struct anycov_plan *plan)
{
	for (uint32_t b = 0; b < cfg->n_blocks; b++) {
		uint32_t flags = cfg->flags[b];

		plan->probe[b] = anycov_can_probe(flags) &&
				 ((flags & ANYCOV_BLOCK_MUST) || !(flags & ANYCOV_BLOCK_EMPTY));
	}
}

void anycov_plan_free(struct anycov_plan *plan)
{
	free(plan->probe);
	free(plan->unknown);
	free(plan->assumed);
	free(plan->first);
	free(plan->witnesses);
	memset(plan, 0, sizeof(*plan));
}

static int plan_alloc(struct anycov_plan *plan, uint32_t n)
{
	memset(plan, 0, sizeof(*plan));
	plan->n_blocks = n;
	plan->probe = calloc(n, 1);
	plan->unknown = calloc(n, 1);
	plan->assumed = calloc(n, 1);
	plan->first = calloc((size_t)n + 1, sizeof(*plan->first));
	return plan->probe && plan->unknown && plan->assumed && plan->first ? 0 : -1;
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
	/* Callers may walk the rules of any plan. */
	if (!rc && !plan->witnesses)
		rc = (plan->witnesses = calloc(1, sizeof(*plan->witnesses))) ? 0 : -1;
	if (rc) {
		anycov_plan_free(plan);
		return anycov_no_memory(err);
	}
	for (uint32_t b = 0; b < n; b++) {
		plan->n_probes += plan->probe[b];
		plan->unknown[b] = !plan->probe[b] && plan->first[b] == plan->first[b + 1];
	}
	return 0;
}
