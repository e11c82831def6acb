/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Which blocks have probes, and the line of each probe. */
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
DebugLoc anycov_block_loc(BasicBlock *bb)
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
