/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Inserting code step by step at one place, some of it behind a branch. */
#include "adapter.h"

void anycov_emit(struct anycov_point *p, gimple_seq seq)
{
	if (!gsi_end_p(p->at)) {
		gsi_insert_seq_before(&p->at, seq, GSI_SAME_STMT);
		return;
	}
	p->at = gsi_last_bb(p->bb);
	gsi_insert_seq_after(&p->at, seq, GSI_NEW_STMT);
	p->at = gsi_last_bb(p->bb);
	gsi_next(&p->at);
}

void anycov_emit_if(struct anycov_point *p, gimple_seq seq, enum tree_code code, tree value,
		    tree other, gimple_seq then)
{
	anycov_stmt last = gimple_seq_last_stmt(seq);
	basic_block before, rare, behind;
	gimple_stmt_iterator at;
	edge likely, taken;

	anycov_emit(p, seq);
	likely = anycov_split_behind(p->bb, last);
	before = likely->src;
	behind = likely->dest;
	rare = create_empty_bb(before);
	if (current_loops)
		add_bb_to_loop(rare, before->loop_father);
	likely->flags = (likely->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
	taken = make_edge(before, rare, EDGE_TRUE_VALUE);
	anycov_set_rare(taken, likely);
	make_single_succ_edge(rare, behind, EDGE_FALLTHRU);
	at = gsi_last_bb(before);
	gsi_insert_after(&at, gimple_build_cond(code, value, other, NULL_TREE, NULL_TREE),
			 GSI_NEW_STMT);
	at = gsi_start_bb(rare);
	gsi_insert_seq_after(&at, then, GSI_NEW_STMT);
	p->bb = behind;
	p->at = gsi_start_bb(behind);
}
