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

/* A critical edge, and how often it runs. */
struct hot_edge {
	Instruction *end;
	unsigned i;
	uint64_t weight;
};

static void find_worthy_edges(struct anycov_func *fn, std::vector<struct hot_edge> *out)
{
	BranchProbabilityInfo &bpi = fn->mod->fam->getResult<BranchProbabilityAnalysis>(*fn->f);
	uint64_t entry = fn->block_weights[&fn->f->getEntryBlock()];

	for (BasicBlock &bb : *fn->f) {
		Instruction *end = bb.getTerminator();
		uint64_t before = fn->block_weights[&bb];

		if (before < entry || isa<IndirectBrInst>(end) || isa<CallBrInst>(end))
			continue;
		for (unsigned i = 0; i < end->getNumSuccessors(); i++) {
			uint64_t weight;

			if (!isCriticalEdge(end, i))
				continue;
			weight = bpi.getEdgeProbability(&bb, i).scale(before);
			if (anycov_edge_is_worth(entry, before, weight))
				out->push_back({ end, i, weight });
		}
	}
}

/*
 * Blocks on critical edges, which nobody has to be told of, for prune=lossless to
 * put probes in: often the cheapest place, such as the way out of a loop.
 */
static void add_optional(struct anycov_func *fn)
{
	std::vector<struct hot_edge> edges;

	find_worthy_edges(fn, &edges);
	for (const struct hot_edge &e : edges) {
		BasicBlock *bb = SplitCriticalEdge(
			e.end, e.i, CriticalEdgeSplittingOptions().setIgnoreUnreachableDests());

		if (!bb)
			continue;
		fn->optional.insert(bb);
		fn->block_weights[bb] = e.weight;
	}
	if (!fn->optional.empty())
		fn->mod->fam->invalidate(*fn->f, PreservedAnalyses::none());
}

static void weigh_blocks(struct anycov_func *fn)
{
	BlockFrequencyInfo &bfi = fn->mod->fam->getResult<BlockFrequencyAnalysis>(*fn->f);

	for (BasicBlock &bb : *fn->f)
		fn->block_weights[&bb] = bfi.getBlockFreq(&bb).getFrequency();
}

void anycov_drop_optional(struct anycov_func *fn)
{
	for (BasicBlock *bb : fn->optional)
		if (anycov_first_real(*bb)->isTerminator())
			TryToSimplifyUncondBranchFromEmptyBlock(bb);
}

void anycov_build_graph(struct anycov_func *fn)
{
	/* Only lossless weighs blocks; the analysis is not free. */
	bool lossless = fn->mod->o->prune == ANYCOV_PRUNE_LOSSLESS;

	if (fn->mod->o->level == ANYCOV_LEVEL_EDGE)
		split_edges(fn);
	if (lossless)
		weigh_blocks(fn);
	if (lossless && fn->mod->o->level == ANYCOV_LEVEL_BB)
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
	if (lossless) {
		for (BasicBlock *bb : fn->blocks)
			fn->weights.push_back(fn->block_weights[bb]);
		fn->cfg.weights = fn->weights.data();
	}
}
