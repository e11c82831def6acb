/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* control-flow: the function's blocks, their successors and callees. */
#include "family.h"

using namespace llvm;

static void add_callees(const BasicBlock &bb, Type *word, std::vector<Constant *> *out)
{
	for (const Instruction &i : bb) {
		const CallBase *call = dyn_cast<CallBase>(&i);

		if (!call)
			continue;
		if (call->isIndirectCall())
			out->push_back(Constant::getAllOnesValue(word));
		else if (Function *callee = call->getCalledFunction())
			if (!callee->isIntrinsic())
				out->push_back(ConstantExpr::getPtrToInt(callee, word));
	}
}

void anycov_add_control_flow(struct anycov_func *fn)
{
	LLVMContext &ctx = fn->mod->m->getContext();
	Type *word = fn->mod->m->getDataLayout().getIntPtrType(ctx);
	Constant *end = Constant::getNullValue(word);
	std::vector<Constant *> out;

	for (BasicBlock &bb : *fn->f) {
		out.push_back(anycov_block_address(fn, &bb));
		for (BasicBlock *succ : successors(&bb))
			out.push_back(anycov_block_address(fn, succ));
		out.push_back(end);
		add_callees(bb, word, &out);
		out.push_back(end);
	}
	anycov_add_table(fn, ANYCOV_TABLE_CFS,
			 ConstantArray::get(ArrayType::get(word, out.size()), out), true);
}
