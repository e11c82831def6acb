/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Probes after calls.  A lossless plan shows what was executed if each call returned.  Of a call
 * that did not, the recording has the address, so what is before it is known; but whether it ever
 * returned, only a probe after it shows.  Such a probe costs as much as any, so it is left out
 * where most of what leads there contains no such call: that shows it, too, unless it was never
 * executed.
 */
#include "common/planner_classes.h"

/* Returns the last member of a class that has user code and can contain a probe, or
 * ANYCOV_NO_NODE. */
static uint32_t last_with_code(const struct lossless *l, uint32_t c)
{
	uint32_t last = ANYCOV_NO_NODE;

	for (uint32_t b = c; b != ANYCOV_NO_NODE; b = l->next[b])
		if (anycov_can_probe(l->cfg->flags[b]) && !(l->cfg->flags[b] & ANYCOV_BLOCK_EMPTY))
			last = b;
	return last;
}

/* Returns true if a probe or rule shows that b was executed although calls do not return: one of a
 * block after it, or, on most ways to it, of one before it from which control gets there in any
 * case. */
static bool is_shown(struct lossless *l, uint32_t b)
{
	uint32_t n = anycov_find_implying(l, b, false, false);
	uint64_t sure = 0;

	if (n != ANYCOV_NO_NODE)
		return true;
	n = anycov_find_implying(l, b, true, false);
	for (uint32_t i = 0; n != ANYCOV_NO_NODE && i < n; i++)
		if (!may_not_reach(l, l->found[i], b) && !l->plan->assumed[l->found[i]])
			sure = add_weights(sure, weight_of(l, l->found[i]));
	return sure > weight_of(l, b) / 2;
}

static void probe_rest(struct lossless *l, uint32_t b)
{
	l->plan->n_tails += !l->plan->rest[b];
	l->plan->rest[b] = 1;
}

/*
 * Probes the last member of class c if what is before it shows its coverage only if calls return.
 * Once one of these calls did not, nothing else would tell whether it ever did.  If that member
 * itself contains such a call, the probe is after it.
 */
static void probe_tail(struct lossless *l, uint32_t c)
{
	uint32_t last = last_with_code(l, c), rep = l->chosen[c];

	if (l->state[c] == STATE_UNRESOLVED || last == ANYCOV_NO_NODE)
		return;
	if (anycov_has_rest(l->cfg, last)) {
		if (anycov_find_implying(l, last, false, false) == ANYCOV_NO_NODE)
			probe_rest(l, last);
		return;
	}
	if (l->plan->probe[last])
		return;
	if (!may_not_reach(l, rep, last) &&
	    !(l->state[c] == STATE_INFERRED && l->backwards[c] && l->plan->assumed[rep]))
		return;
	if (is_shown(l, last))
		return;
	l->plan->probe[last] = 1;
	l->plan->assumed[last] = 0;
	l->plan->n_tails++;
}

void anycov_probe_tails(struct lossless *l)
{
	/* Nothing but its own probe shows such a block. */
	for (uint32_t b = 0; b < l->cfg->n_blocks; b++)
		if ((l->cfg->flags[b] & ANYCOV_BLOCK_PROBE_REQUIRED) && anycov_has_rest(l->cfg, b))
			probe_rest(l, b);
	for (uint32_t i = 0; i < l->n_order; i++)
		probe_tail(l, l->order[i]);
}
