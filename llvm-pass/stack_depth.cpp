/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* stack-depth: the lowest frame of the thread, kept inline or told by a call. */
#include "family.h"

using namespace llvm;

bool anycov_is_leaf(const Function &f)
{
	for (const BasicBlock &bb : f)
		for (const Instruction &i : bb)
			if (isa<CallBase>(i) && !isa<IntrinsicInst>(i))
				return false;
	return true;
}

/* Do the function's variables take this many bytes, or an amount that is not known? */
static bool takes_stack(const Function &f, uint64_t least)
{
	const DataLayout &layout = f.getParent()->getDataLayout();
	uint64_t bytes = 0;

	for (const BasicBlock &bb : f)
		for (const Instruction &i : bb) {
			const AllocaInst *var = dyn_cast<AllocaInst>(&i);
			uint64_t bits;

			if (!var)
				continue;
			bits = var->isStaticAlloca() ? anycov_alloca_bits(var, layout) : UINT64_MAX;
			if (bits == UINT64_MAX)
				return true;
			bytes += bits / 8;
		}
	return bytes >= least;
}

static GlobalVariable *lowest_stack(struct anycov_module *mod)
{
	const char *name = anycov_variable_names[ANYCOV_VARIABLE_LOWEST_STACK];
	Type *word = mod->m->getDataLayout().getIntPtrType(mod->m->getContext());
	GlobalVariable *v = mod->m->getGlobalVariable(name, true);

	if (!v)
		v = new GlobalVariable(*mod->m, word, false, GlobalValue::ExternalLinkage, NULL,
				       name, NULL, GlobalValue::InitialExecTLSModel);
	return v;
}

static void keep_lowest(struct anycov_func *fn, BasicBlock::iterator where, DebugLoc loc)
{
	struct anycov_module *mod = fn->mod;
	IRBuilder<> b(where->getParent(), where);
	Type *word = mod->m->getDataLayout().getIntPtrType(b.getContext());
	GlobalVariable *lowest = lowest_stack(mod);
	Instruction *end;
	LoadInst *load;
	Value *frame;

	/* The verifier wants a line on calls, intrinsics included, that may be inlined. */
	b.SetCurrentDebugLocation(loc);
	frame = b.CreateIntrinsic(Intrinsic::frameaddress, { anycov_alloca_ptr_type(*mod->m) },
				  { b.getInt32(0) });
	frame = b.CreatePtrToInt(frame, word);
	load = b.CreateLoad(word, lowest);
	anycov_no_sanitize(load);
	end = anycov_if(fn, b.CreateICmpULT(frame, load), where, 1);
	anycov_no_sanitize(IRBuilder<>(end).CreateStore(frame, lowest));
}

void anycov_insert_stack_depth(struct anycov_func *fn, BasicBlock::iterator where, DebugLoc loc)
{
	uint32_t least = fn->mod->o->stack_depth_min;

	if (!least && fn->mod->has_tls)
		keep_lowest(fn, where, loc);
	else if (takes_stack(*fn->f, least))
		anycov_insert_hook(fn, ANYCOV_HOOK_STACK_DEPTH, {}, ANYCOV_SITE_DATA,
				   where->getParent(), where, loc);
}
