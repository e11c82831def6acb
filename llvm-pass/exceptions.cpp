/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The pad by which exceptions leave a function. */
#include "adapter.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"

using namespace llvm;

/* A landing pad that catches only some types is passed over for others, and the function is left
 * without a stop in it.  A cleanup stops them all; after the handlers' types the pad's code goes on
 * to a resume, which has its hook. */
static void stop_all_exceptions(Function *f)
{
	for (BasicBlock &bb : *f) {
		LandingPadInst *pad = bb.getLandingPadInst();
		bool catches_all = false;

		for (unsigned i = 0; pad && i < pad->getNumClauses(); i++)
			catches_all |= pad->isCatch(i) && pad->getClause(i)->isNullValue();
		if (pad && !catches_all)
			pad->setCleanup(true);
	}
}

bool anycov_exception_exit(struct anycov_llvm_function *fn, struct anycov_insert_point *p)
{
	/* LLVM cannot add a landing pad where handlers are funclets; an exception that
	 * passes through such a function is not seen. */
	bool pads = !isScopedEHPersonality(
		getDefaultEHPersonality(Triple(fn->mod->m->getTargetTriple())));
	EscapeEnumerator enumerator(*fn->f, "anycov_exit", pads && !fn->has_funclets);
	Instruction *at = NULL;

	if (fn->has_funclets)
		return false;
	stop_all_exceptions(fn->f);
	/* LLVM lists the returns first, which are exported; the pad's block is new. */
	while (IRBuilder<> *b = enumerator.Next())
		if (!fn->numbers.count(b->GetInsertBlock()))
			at = &*b->GetInsertPoint();
	if (!at)
		return false;
	p->where = at->getIterator();
	p->loc = at->getDebugLoc() ? at->getDebugLoc() : anycov_artificial_loc(*fn->f);
	return true;
}
