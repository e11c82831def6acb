/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Code that a rarely taken branch executes: gated hooks, flags, the deepest stack. */
#include "adapter.h"

using namespace llvm;

/* A part of a block is still that block to the map and to exception handling. */
static void is_part_of(struct anycov_llvm_function *fn, BasicBlock *part, BasicBlock *whole)
{
	uint32_t number = fn->numbers.lookup(whole);

	fn->numbers[part] = number;
	if (fn->has_funclets)
		fn->colors[part] = TinyPtrVector<BasicBlock *>(fn->colors.lookup(whole));
}

Instruction *anycov_if(struct anycov_llvm_function *fn, Value *cond, BasicBlock::iterator where)
{
	MDNode *weights = MDBuilder(where->getContext()).createBranchWeights(1, 100000);
	BasicBlock *head = where->getParent();
	Instruction *end = SplitBlockAndInsertIfThen(cond, &*where, false, weights);

	is_part_of(fn, end->getParent(), head);
	is_part_of(fn, where->getParent(), head);
	return end;
}

/* One for the program or the shared object, whichever unit defines it: a copy in each unit, of
 * which the linker keeps one. */
static GlobalVariable *gate_variable(struct anycov_module *mod)
{
	const char *name = anycov_variable_names[ANYCOV_VARIABLE_GATE];
	GlobalVariable *v = anycov_variable(mod, ANYCOV_VARIABLE_GATE);

	/* The unit that defines it for all (a runtime) keeps its own definition. */
	if (!v->isDeclaration())
		return v;
	v->setLinkage(GlobalValue::LinkOnceAnyLinkage);
	v->setVisibility(GlobalValue::HiddenVisibility);
	v->setInitializer(Constant::getNullValue(v->getValueType()));
	v->setSection(anycov_section_names[ANYCOV_SECTION_GATE]);
	v->setComdat(mod->m->getOrInsertComdat(name));
	mod->used.push_back(v);
	return v;
}

void anycov_enter_gate(struct anycov_llvm_function *fn, struct anycov_insert_point *p)
{
	BasicBlock &entry = fn->f->getEntryBlock();
	BasicBlock::iterator where;
	LoadInst *load;

	if (!fn->gate) {
		/* Before whatever is there already, so that it reaches every hook. */
		where = PrepareToSplitEntryBlock(entry, entry.getFirstInsertionPt());
		IRBuilder<> b(&entry, where);
		load = b.CreateLoad(b.getInt64Ty(), gate_variable(fn->mod));
		anycov_no_sanitize(load);
		fn->gate = b.CreateIsNotNull(load);
	}
	p->where = anycov_if(fn, fn->gate, p->where)->getIterator();
}
