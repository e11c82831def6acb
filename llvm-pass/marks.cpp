/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Marks of the blocks of the source (place=early).  A mark is a call of llvm.sideeffect with an
 * attribute that contains the function's ID and the block: no machine code, nothing to the inliner
 * and the vectorizers, and no access to memory that code sees; yet no optimizer removes it or takes
 * it off its path.  (gcc-plugin/probe.cc has GCC's, which are asm statements.) */
#include "adapter.h"

using namespace llvm;

#define MARK "anycov-mark"

void anycov_insert_mark(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			struct anycov_insert_point p)
{
	IRBuilder<> b(p.where->getParent(), p.where);
	CallInst *call = cast<CallInst>(
		b.CreateIntrinsic(Intrinsic::sideeffect, ArrayRef<Type *>(), ArrayRef<Value *>()));

	call->setDebugLoc(anycov_artificial_loc(*fn->f));
	anycov_call_attr(call, Attribute::NoMerge);
	anycov_call_attr(
		call, Attribute::get(b.getContext(), MARK,
				     std::to_string(in->mark) + " " + std::to_string(in->element)));
}

static bool is_mark(const Instruction &i, uint64_t *function, uint32_t *block)
{
	const IntrinsicInst *call = dyn_cast<IntrinsicInst>(&i);
	std::pair<StringRef, StringRef> words;

	if (!call || call->getIntrinsicID() != Intrinsic::sideeffect)
		return false;
	words = anycov_call_text(call, MARK).split(' ');
	return !words.first.getAsInteger(10, *function) && !words.second.getAsInteger(10, *block);
}

void anycov_hoist_marks(LoopInfo &loops, DominatorTree &dt, const TargetLibraryInfo &library)
{
	SmallVector<Loop *, 4> outermost_first = loops.getLoopsInPreorder();
	uint64_t function;
	uint32_t block;

	for (Loop *l : reverse(outermost_first)) {
		BasicBlock *front = l->getLoopPreheader();

		front = front ? front : InsertPreheaderForLoop(l, &dt, &loops, NULL, false);
		for (Instruction &i : make_early_inc_range(*l->getHeader())) {
			if (!front || anycov_ends_part(i, library))
				break;
			if (is_mark(i, &function, &block))
				i.moveBefore(*front, front->getTerminator()->getIterator());
		}
	}
}

void anycov_take_marks(struct anycov_llvm_function *fn)
{
	uint64_t function;
	uint32_t block;

	fn->before_parts.clear();
	for (uint32_t n = 0; n < fn->code.size(); n++)
		for (Instruction &i : make_early_inc_range(*fn->code[n]))
			if (is_mark(i, &function, &block)) {
				if (anycov_fn_add_mark(fn->common, function, block, n))
					fn->before_parts.push_back(i.getPrevNode());
				i.eraseFromParent();
			} else if (anycov_ends_part(i, *fn->library))
				anycov_fn_add_call(fn->common, n, ANYCOV_CALL_AMONG_MARKS);
}
