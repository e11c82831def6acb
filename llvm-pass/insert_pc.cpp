/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The hook of blocks: one call at the top of each block that the planner names. */
#include "pass.h"

using namespace llvm;

int anycov_plan_function(struct anycov_func *fn, struct anycov_plan *plan,
			 struct anycov_error *err)
{
	const struct anycov_options *o = fn->mod->o;

	if (o->level != ANYCOV_LEVEL_FUNC)
		return anycov_plan_blocks(&fn->cfg, o->prune, plan, err);
	/* Only the entry may hold a probe, so there is nothing to prune. */
	for (uint32_t b = 1; b < fn->cfg.n_blocks; b++)
		fn->flags[b] |= ANYCOV_BLOCK_CANNOT;
	return anycov_plan_blocks(&fn->cfg, ANYCOV_PRUNE_NONE, plan, err);
}

/*
 * The debugger's idea of where the block begins: the function's opening brace,
 * or the first line that the block itself has.
 */
static DebugLoc block_loc(BasicBlock *bb)
{
	Function *f = bb->getParent();
	DISubprogram *sp = f->getSubprogram();

	if (!sp)
		return DebugLoc();
	if (bb == &f->getEntryBlock())
		return DILocation::get(sp->getContext(), sp->getScopeLine(), 0, sp);
	for (Instruction &i : *bb)
		if (!isa<PHINode>(i) && !i.isDebugOrPseudoInst() && i.getDebugLoc() &&
		    i.getDebugLoc().getLine())
			return i.getDebugLoc();
	return anycov_artificial_loc(*f);
}

void anycov_insert_pcs(struct anycov_func *fn, const struct anycov_plan *plan)
{
	for (uint32_t n = 0; n < fn->cfg.n_blocks; n++) {
		BasicBlock *bb = fn->blocks[n];
		BasicBlock::iterator where = bb->getFirstInsertionPt();

		if (!plan->probe[n])
			continue;
		/* Static allocas and llvm.localescape must stay ahead of calls. */
		if (!n)
			where = PrepareToSplitEntryBlock(*bb, where);
		anycov_insert_hook(fn, ANYCOV_HOOK_TRACE_PC, {}, ANYCOV_SITE_PC, bb, where,
				   block_loc(bb));
	}
}
