/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The function's control flow graph as the planner takes it. */
#include "pass.h"

using namespace llvm;

Instruction *anycov_first_real(BasicBlock &bb)
{
	for (Instruction &i : bb)
		if (!isa<PHINode>(i) && !i.isDebugOrPseudoInst() && !i.isLifetimeStartOrEnd())
			return &i;
	return NULL;
}

/* A call after which control may be elsewhere: in exit(), in a longjmp's target,
 * in a caller's handler.  Unwinding of an invoke is an edge, not an exit. */
static bool may_not_return(const Instruction &i)
{
	const CallBase *call = dyn_cast<CallBase>(&i);

	if (!call || call->isInlineAsm() || isa<DbgInfoIntrinsic>(i))
		return false;
	if (!call->hasFnAttr(Attribute::WillReturn))
		return true;
	return !isa<InvokeInst>(call) && !call->doesNotThrow();
}

static uint32_t block_flags(BasicBlock &bb)
{
	const Instruction *end = bb.getTerminator();
	uint32_t flags = 0;

	if (isa<UnreachableInst>(anycov_first_real(bb)))
		flags |= ANYCOV_BLOCK_UNREACHABLE;
	else if (isa<UnreachableInst>(end))
		flags |= ANYCOV_BLOCK_NORETURN;
	if (bb.getFirstInsertionPt() == bb.end())
		flags |= ANYCOV_BLOCK_CANNOT;
	if (isa<ReturnInst>(end) || isa<ResumeInst>(end) ||
	    (isa<CleanupReturnInst>(end) && !end->getNumSuccessors()))
		flags |= ANYCOV_BLOCK_EXIT;
	if (isa<CatchSwitchInst>(end) && !cast<CatchSwitchInst>(end)->hasUnwindDest())
		flags |= ANYCOV_BLOCK_MAYEXIT; /* no handler may fit */
	for (const Instruction &i : bb)
		if (may_not_return(i)) {
			flags |= ANYCOV_BLOCK_MAYEXIT;
			break;
		}
	return flags;
}

static void split_edges(struct anycov_func *fn)
{
	SplitAllCriticalEdges(*fn->f, CriticalEdgeSplittingOptions().setIgnoreUnreachableDests());
	fn->mod->fam->invalidate(*fn->f, PreservedAnalyses::none());
}

static void weigh(struct anycov_func *fn)
{
	BlockFrequencyInfo &bfi = fn->mod->fam->getResult<BlockFrequencyAnalysis>(*fn->f);

	for (BasicBlock *bb : fn->blocks)
		fn->weights.push_back(bfi.getBlockFreq(bb).getFrequency());
	fn->cfg.weights = fn->weights.data();
}

void anycov_build_graph(struct anycov_func *fn)
{
	if (fn->mod->o->level == ANYCOV_LEVEL_EDGE)
		split_edges(fn);
	for (BasicBlock &bb : *fn->f) {
		fn->numbers[&bb] = fn->blocks.size();
		fn->blocks.push_back(&bb);
	}
	for (BasicBlock *bb : fn->blocks) {
		uint32_t from = fn->numbers[bb];

		fn->flags.push_back(block_flags(*bb));
		for (BasicBlock *succ : successors(bb))
			fn->edges.push_back({ from, fn->numbers[succ] });
	}
	fn->cfg.n_blocks = fn->blocks.size();
	fn->cfg.n_edges = fn->edges.size();
	fn->cfg.edges = fn->edges.data();
	fn->cfg.flags = fn->flags.data();
	/* Only lossless weighs blocks; the analysis is not free. */
	if (fn->mod->o->prune == ANYCOV_PRUNE_LOSSLESS)
		weigh(fn);
}
