/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The hooks of data: divisors, indices, addresses of loads and stores, callees. */
#include "family.h"

using namespace llvm;

static uint64_t store_bytes(struct anycov_func *fn, Type *type)
{
	return anycov_store_bytes(fn->mod->m->getDataLayout(), type);
}

static int division_hook(struct anycov_func *fn, const Instruction *i)
{
	const Value *divisor;

	if (i->getOpcode() != Instruction::SDiv && i->getOpcode() != Instruction::UDiv)
		return -1;
	divisor = i->getOperand(1);
	if (isa<ConstantInt>(divisor) || !divisor->getType()->isIntegerTy())
		return -1;
	return anycov_plan_division(store_bytes(fn, divisor->getType()) * 8);
}

/*
 * A pointer of another address space (a segment, AVR's program memory) is no
 * address that the hook could read, and swifterror values are no memory.
 */
static bool is_plain(const Value *pointer)
{
	return !pointer->getType()->getPointerAddressSpace() && !pointer->isSwiftError();
}

static int access_hook(struct anycov_func *fn, const Instruction *i)
{
	if (const LoadInst *load = dyn_cast<LoadInst>(i))
		return is_plain(load->getPointerOperand()) ?
			       anycov_plan_access(store_bytes(fn, load->getType()), false) :
			       -1;
	if (const StoreInst *store = dyn_cast<StoreInst>(i))
		return is_plain(store->getPointerOperand()) ?
			       anycov_plan_access(
				       store_bytes(fn, store->getValueOperand()->getType()), true) :
			       -1;
	return -1;
}

static bool is_wanted_data(struct anycov_func *fn, const Instruction *i)
{
	const CallBase *call = dyn_cast<CallBase>(i);

	if (anycov_wants(fn, ANYCOV_COV_TRACE_DIV) && division_hook(fn, i) >= 0)
		return true;
	if (anycov_wants(fn, ANYCOV_COV_TRACE_GEP) && isa<GetElementPtrInst>(i))
		return true;
	if ((isa<LoadInst>(i) && anycov_wants(fn, ANYCOV_COV_TRACE_LOADS)) ||
	    (isa<StoreInst>(i) && anycov_wants(fn, ANYCOV_COV_TRACE_STORES)))
		return access_hook(fn, i) >= 0;
	return anycov_wants(fn, ANYCOV_COV_INDIRECT_CALLS) && call && call->isIndirectCall();
}

void anycov_find_data(struct anycov_func *fn, struct anycov_data_sites *sites)
{
	for (BasicBlock *bb : fn->blocks)
		for (Instruction &i : *bb)
			if (is_wanted_data(fn, &i))
				sites->insns.push_back(&i);
}

static void insert_before(struct anycov_func *fn, int hook, Value *arg, Instruction *i)
{
	anycov_insert_hook(fn, hook, { arg }, ANYCOV_SITE_DATA, i->getParent(), i->getIterator(),
			   i->getDebugLoc());
}

static void insert_indices(struct anycov_func *fn, GetElementPtrInst *gep)
{
	for (Use &index : gep->indices()) {
		IRBuilder<> b(gep);
		Type *word = fn->mod->m->getDataLayout().getIntPtrType(b.getContext());

		if (!isa<ConstantInt>(index) && index->getType()->isIntegerTy())
			insert_before(fn, ANYCOV_HOOK_GEP, b.CreateIntCast(index, word, true), gep);
	}
}

static void insert_divisor(struct anycov_func *fn, int hook, Instruction *division)
{
	unsigned bits = hook == ANYCOV_HOOK_DIV4 ? 32 : 64;
	IRBuilder<> b(division);

	insert_before(fn, hook, b.CreateIntCast(division->getOperand(1), b.getIntNTy(bits), true),
		      division);
}

static void insert_access(struct anycov_func *fn, int hook, Value *pointer, Instruction *access)
{
	IRBuilder<> b(access);

	insert_before(fn, hook, b.CreatePointerCast(pointer, anycov_ptr_type(b.getContext())),
		      access);
}

static void insert_callee(struct anycov_func *fn, CallBase *call)
{
	IRBuilder<> b(call);
	Type *word = fn->mod->m->getDataLayout().getIntPtrType(b.getContext());

	insert_before(fn, ANYCOV_HOOK_TRACE_PC_INDIR,
		      b.CreatePtrToInt(call->getCalledOperand(), word), call);
}

void anycov_insert_data(struct anycov_func *fn, const struct anycov_data_sites *sites)
{
	for (Instruction *i : sites->insns) {
		if (GetElementPtrInst *gep = dyn_cast<GetElementPtrInst>(i))
			insert_indices(fn, gep);
		else if (CallBase *call = dyn_cast<CallBase>(i))
			insert_callee(fn, call);
		else if (LoadInst *load = dyn_cast<LoadInst>(i))
			insert_access(fn, access_hook(fn, i), load->getPointerOperand(), i);
		else if (StoreInst *store = dyn_cast<StoreInst>(i))
			insert_access(fn, access_hook(fn, i), store->getPointerOperand(), i);
		else
			insert_divisor(fn, division_hook(fn, i), i);
	}
}
