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

/*
 * Blocks on critical edges, which nobody has to be told of, for prune=lossless to
 * put probes in: often the cheapest place, such as the way out of a loop.
 */
static void add_optional(struct anycov_func *fn)
{
	DenseSet<BasicBlock *> old;

	for (BasicBlock &bb : *fn->f)
		old.insert(&bb);
	split_edges(fn);
	for (BasicBlock &bb : *fn->f)
		if (!old.count(&bb))
			fn->optional.insert(&bb);
}

void anycov_drop_optional(struct anycov_func *fn)
{
	for (BasicBlock *bb : fn->optional)
		if (anycov_first_real(*bb)->isTerminator())
			TryToSimplifyUncondBranchFromEmptyBlock(bb);
}

/*
 * A probe on an edge is one more block of code, and often two in the place of one.
 * It is worth that where it saves half of a probe that runs whenever the function
 * does, or more often: measured, these save nearly as much as all edges would and
 * cost a third of their probes.
 */
static bool is_worth(const struct anycov_func *fn, const BasicBlock *edge)
{
	uint64_t before = fn->weights[fn->numbers.lookup(edge->getSinglePredecessor())];

	return before >= fn->weights[0] && fn->weights[fn->numbers.lookup(edge)] <= before / 2;
}

static void weigh(struct anycov_func *fn)
{
	BlockFrequencyInfo &bfi = fn->mod->fam->getResult<BlockFrequencyAnalysis>(*fn->f);

	for (BasicBlock *bb : fn->blocks)
		fn->weights.push_back(bfi.getBlockFreq(bb).getFrequency());
	for (BasicBlock *bb : fn->optional)
		if (!is_worth(fn, bb))
			fn->flags[fn->numbers[bb]] |= ANYCOV_BLOCK_CANNOT;
	fn->cfg.weights = fn->weights.data();
}

void anycov_build_graph(struct anycov_func *fn)
{
	if (fn->mod->o->level == ANYCOV_LEVEL_EDGE)
		split_edges(fn);
	else if (fn->mod->o->level == ANYCOV_LEVEL_BB &&
		 fn->mod->o->prune == ANYCOV_PRUNE_LOSSLESS)
		add_optional(fn);
	for (BasicBlock &bb : *fn->f) {
		fn->numbers[&bb] = fn->blocks.size();
		fn->blocks.push_back(&bb);
	}
	for (BasicBlock *bb : fn->blocks) {
		uint32_t from = fn->numbers[bb];

		fn->flags.push_back(block_flags(*bb) |
				    (fn->optional.count(bb) ? ANYCOV_BLOCK_EMPTY : 0));
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
