/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Exports the blocks and edges of a function and carries out changes of its graph. */
#include "adapter.h"

using namespace llvm;

Instruction *anycov_first_real(BasicBlock &bb)
{
	for (Instruction &i : bb)
		if (!isa<PHINode>(i) && !i.isDebugOrPseudoInst() && !i.isLifetimeStartOrEnd())
			return &i;
	return NULL;
}

/* Returns whether a call is one of LLVM's own: an intrinsic, or a library function that is known by
 * its name and has no body here. */
static bool is_known_call(const CallBase &call, const TargetLibraryInfo &library)
{
	const Function *f = call.getCalledFunction();
	LibFunc number;

	return f && f->isDeclaration() && (f->isIntrinsic() || library.getLibFunc(call, number));
}

/* A call after which control may be elsewhere: in exit(), in a longjmp's target, in a caller's
 * handler, or nowhere, after a fault in the callee, whatever is promised or deduced of it.
 * Unwinding of an invoke is an edge, not an exit. */
static bool may_not_return(const Instruction &i, const TargetLibraryInfo &library)
{
	const CallBase *call = dyn_cast<CallBase>(&i);

	if (!call || isa<DbgInfoIntrinsic>(i))
		return false;
	if (call->isInlineAsm()) {
		const InlineAsm *text = cast<InlineAsm>(call->getCalledOperand());

		return text->hasSideEffects() &&
		       anycov_asm_may_leave(std::string(text->getAsmString()).c_str());
	}
	return !is_known_call(*call, library) || !call->hasFnAttr(Attribute::WillReturn) ||
	       (!isa<InvokeInst>(call) && !call->doesNotThrow());
}

bool anycov_ends_part(const Instruction &i, const TargetLibraryInfo &library)
{
	return may_not_return(i, library) && !i.isTerminator() &&
	       !cast<CallBase>(i).isMustTailCall();
}

/* A jump alone that is not in the source: an edge that was split, whose jump has the source
 * location of the branch before it, or a block that codegen will remove.  A jump in the source
 * (break, continue, goto) is a line that is executed. */
static bool is_jump(BasicBlock &bb, const Instruction *first)
{
	const BasicBlock *from = bb.getSinglePredecessor();

	if (!first->isTerminator() || first->getNumSuccessors() != 1 || isa<CallBase>(first))
		return false;
	return !first->getDebugLoc() ||
	       (from && first->getDebugLoc() == from->getTerminator()->getDebugLoc());
}

static uint32_t block_facts(struct anycov_llvm_function *fn, BasicBlock &bb)
{
	const Instruction *first = anycov_first_real(bb), *end = bb.getTerminator();
	uint32_t is = 0;

	if (isa<UnreachableInst>(first))
		is |= ANYCOV_IS_UNREACHABLE;
	else if (isa<UnreachableInst>(end))
		is |= ANYCOV_NEVER_RETURNS;
	is |= is_jump(bb, first) && !fn->results.count(&bb) ? ANYCOV_IS_JUMP : 0;
	if (fn->place == ANYCOV_PLACE_EARLY && anycov_is_made_branch(end))
		is |= ANYCOV_HAS_MADE_BRANCH;
	is |= isa<InvokeInst>(end) ? ANYCOV_THROWS : 0;
	is |= anycov_chooses_handler(end) ? ANYCOV_CATCHES : 0;
	is |= isa<ResumeInst>(end) ? ANYCOV_RESUMES : 0;
	is |= fn->on_edge.count(&bb) ? ANYCOV_IS_ON_EDGE | ANYCOV_IS_JUMP : 0;
	is |= bb.getFirstInsertionPt() == bb.end() ? ANYCOV_HAS_NO_PLACE : 0;
	if (isa<ReturnInst>(end) || isa<ResumeInst>(end) ||
	    (isa<CleanupReturnInst>(end) && !end->getNumSuccessors()))
		is |= ANYCOV_LEAVES;
	if (isa<CatchSwitchInst>(end) && !cast<CatchSwitchInst>(end)->hasUnwindDest())
		is |= ANYCOV_MAY_NOT_RETURN; /* no handler may fit */
	if (bb.isEntryBlock() && bb.getParent()->callsFunctionThatReturnsTwice())
		is |= ANYCOV_CALLS_SETJMP;
	for (const Instruction &i : bb)
		if (may_not_return(i, *fn->library))
			is |= ANYCOV_MAY_NOT_RETURN |
			      (anycov_ends_part(i, *fn->library) ? 0 : ANYCOV_ENDS_IN_CALL);
	return is;
}

static void add_edges(struct anycov_llvm_function *fn, uint32_t from,
		      const BranchProbabilityInfo *bpi)
{
	BasicBlock *bb = fn->code[from];
	Instruction *end = bb->getTerminator();

	for (unsigned i = 0; i < end->getNumSuccessors(); i++) {
		uint32_t to = fn->numbers.lookup(end->getSuccessor(i));
		bool pad = fn->place == ANYCOV_PLACE_EARLY && fn->code[to]->isLandingPad();
		bool can_split = pad || (!isa<IndirectBrInst>(end) && !fn->code[to]->isEHPad());
		uint64_t weight = fn->body->blocks[from].weight;

		/* LLVM estimates nothing for asm goto. */
		if (bpi && can_split && !isa<CallBrInst>(end))
			weight = bpi->getEdgeProbability(bb, i).scale(weight);
		anycov_fn_add_edge(fn->common, from, to, can_split, weight);
		if (fn->place == ANYCOV_PLACE_EARLY && anycov_is_for_constants(end, i))
			anycov_fn_note_for_constants(fn->common);
	}
}

/* bpi: NULL if the weights of edges are not needed. */
static void export_graph(struct anycov_llvm_function *fn, const BranchProbabilityInfo *bpi)
{
	anycov_fn_clear_graph(fn->common);
	fn->code.clear();
	for (BasicBlock &bb : *fn->f) {
		fn->numbers[&bb] = fn->code.size();
		fn->code.push_back(&bb);
		anycov_fn_add_block(fn->common, block_facts(fn, bb), fn->weights.lookup(&bb));
	}
	for (uint32_t n = 0; n < fn->code.size(); n++)
		add_edges(fn, n, bpi);
}

/* The analysis is not free, so only plans that need it pay for it. */
static const BranchProbabilityInfo *weigh_blocks(struct anycov_llvm_function *fn)
{
	BlockFrequencyInfo *bfi;

	if (!anycov_fn_wants_weights(fn->common) || fn->place == ANYCOV_PLACE_EARLY)
		return NULL;
	bfi = &fn->mod->fam->getResult<BlockFrequencyAnalysis>(*fn->f);
	for (BasicBlock &bb : *fn->f)
		fn->weights[&bb] = bfi->getBlockFreq(&bb).getFrequency();
	return &fn->mod->fam->getResult<BranchProbabilityAnalysis>(*fn->f);
}

/* Gives a call a landing pad of its own that goes on to the one that it shared. */
static BasicBlock *own_pad(Instruction *end, unsigned successor, BasicBlock *shared)
{
	BasicBlock *pad = end->getSuccessor(successor);
	SmallVector<BasicBlock *, 2> made;

	if (pad->getSinglePredecessor())
		return pad;
	SplitLandingPadPredecessors(pad, { end->getParent() }, "", "", made);
	if (pad != shared) /* the rest of a split before */
		TryToSimplifyUncondBranchFromEmptyBlock(pad);
	return made[0];
}

static void split_edge(struct anycov_llvm_function *fn, const struct anycov_change *change)
{
	const struct anycov_edge *e = &fn->body->edges[change->index];
	Instruction *end = fn->code[e->from]->getTerminator();
	CriticalEdgeSplittingOptions how;
	BasicBlock *bb;

	/* In the source, cases with one target are one outcome. */
	how.MergeIdenticalEdges = fn->place == ANYCOV_PLACE_EARLY;
	bb = end->getSuccessor(change->successor)->isLandingPad()
		     ? own_pad(end, change->successor, fn->code[e->to])
		     : SplitCriticalEdge(end, change->successor, how);
	/* Old LLVMs split no edge of an asm goto. */
	if (!bb)
		return;
	fn->on_edge.insert(bb);
	if (change->is_optional)
		fn->optional.push_back(bb);
	if (!fn->weights.empty())
		fn->weights[bb] = e->weight;
}

void anycov_make_graph(struct anycov_llvm_function *fn)
{
	const struct anycov_change *changes;
	uint32_t n;

	export_graph(fn, weigh_blocks(fn));
	changes = anycov_fn_prepare(fn->common, fn->place, fn->body, &n);
	/* The other changes do not occur: LLVM's entry has no predecessor, and no item says
	 * that the program ends. */
	for (uint32_t c = 0; c < n; c++)
		if (changes[c].kind == ANYCOV_SPLIT_EDGE)
			split_edge(fn, &changes[c]);
	if (n)
		export_graph(fn, NULL);
}

void anycov_remove_unused_blocks(struct anycov_llvm_function *fn)
{
	for (BasicBlock *bb : fn->optional)
		if (anycov_first_real(*bb)->isTerminator())
			TryToSimplifyUncondBranchFromEmptyBlock(bb);
}
