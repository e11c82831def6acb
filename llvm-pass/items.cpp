/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Finds compares, switches, data accesses, calls and returns. */
#include "adapter.h"

using namespace llvm;

static void add_item(struct anycov_llvm_function *fn, struct anycov_item *item, Instruction *at,
		     Value *left, Value *right)
{
	item->block = fn->numbers.lookup(at->getParent());
	fn->items.push_back(*item);
	fn->item_code.push_back({ at, left, right });
}

static enum anycov_value_class class_of(const Type *type)
{
	return type->isIntegerTy()  ? ANYCOV_VALUE_INTEGER
	       : type->isFloatTy()  ? ANYCOV_VALUE_F32
	       : type->isDoubleTy() ? ANYCOV_VALUE_F64
				    : ANYCOV_VALUE_OTHER;
}

static bool is_constant(const Value *v)
{
	return isa<ConstantInt>(v) || isa<ConstantFP>(v);
}

/* The block whose branch, whatever its class is called in this LLVM, is the only use. */
static uint32_t decided_block(struct anycov_llvm_function *fn, Instruction *cmp)
{
	Instruction *user;

	if (!cmp->hasOneUse())
		return ANYCOV_NO_BLOCK;
	user = cast<Instruction>(cmp->user_back());
	if (!user->isTerminator() || isa<SwitchInst>(user) || isa<CallBase>(user))
		return ANYCOV_NO_BLOCK;
	return fn->numbers.lookup(user->getParent());
}

static void add_compare(struct anycov_llvm_function *fn, CmpInst *cmp)
{
	Value *left = cmp->getOperand(0), *right = cmp->getOperand(1);
	struct anycov_item item = {};

	/* These two do not look at their operands. */
	if (cmp->getPredicate() == CmpInst::FCMP_TRUE || cmp->getPredicate() == CmpInst::FCMP_FALSE)
		return;
	item.kind = ANYCOV_ITEM_COMPARE;
	item.value_class = class_of(left->getType());
	if (left->getType()->isIntegerTy())
		item.size = left->getType()->getIntegerBitWidth();
	if (is_constant(left))
		item.is |= ANYCOV_IS_CONST_LEFT;
	if (is_constant(right))
		item.is |= ANYCOV_IS_CONST_RIGHT;
	if (isa<ICmpInst>(cmp) && cmp->isSigned())
		item.is |= ANYCOV_IS_SIGNED;
	if (isa<ICmpInst>(cmp) && cmp->isEquality())
		item.is |= ANYCOV_IS_EQUALITY;
	item.decides_block = decided_block(fn, cmp);
	add_item(fn, &item, cmp, left, right);
}

static void add_switch(struct anycov_llvm_function *fn, SwitchInst *sw)
{
	Value *v = sw->getCondition();
	struct anycov_item item = {};

	item.kind = ANYCOV_ITEM_SWITCH;
	item.value_class = ANYCOV_VALUE_INTEGER;
	item.size = v->getType()->getIntegerBitWidth();
	if (isa<Constant>(v))
		item.is |= ANYCOV_IS_CONST;
	if (item.size <= 64) {
		item.first_case = fn->cases.size();
		item.n_cases = sw->getNumCases();
		for (auto &c : sw->cases())
			fn->cases.insert(fn->cases.end(), 2,
					 c.getCaseValue()->getValue().getZExtValue());
	}
	add_item(fn, &item, sw, v, NULL);
}

static void add_division(struct anycov_llvm_function *fn, Instruction *i)
{
	Value *divisor = i->getOperand(1);
	struct anycov_item item = {};

	item.kind = ANYCOV_ITEM_DIVISION;
	item.value_class = class_of(divisor->getType());
	if (i->getOpcode() == Instruction::SDiv)
		item.is |= ANYCOV_IS_SIGNED;
	/* clang counts the bits that a variable of the type has in memory. */
	item.size = 8 * anycov_store_bytes(fn->mod->m->getDataLayout(), divisor->getType());
	if (isa<ConstantInt>(divisor))
		item.is |= ANYCOV_IS_CONST;
	add_item(fn, &item, i, divisor, NULL);
}

static void add_indices(struct anycov_llvm_function *fn, GetElementPtrInst *gep)
{
	for (Use &index : gep->indices()) {
		struct anycov_item item = {};

		item.kind = ANYCOV_ITEM_INDEX;
		item.value_class = class_of(index->getType());
		item.is = ANYCOV_IS_SIGNED;
		if (isa<ConstantInt>(index))
			item.is |= ANYCOV_IS_CONST;
		add_item(fn, &item, gep, index, NULL);
	}
}

/*
 * A pointer of another address space (a segment, AVR's program memory) is no
 * address that the hook could read, and swifterror values are no memory.
 */
static void add_access(struct anycov_llvm_function *fn, enum anycov_item_kind kind, Instruction *i,
		       Value *pointer, Type *type)
{
	struct anycov_item item = {};

	if (pointer->getType()->getPointerAddressSpace() || pointer->isSwiftError())
		return;
	item.kind = kind;
	item.size = anycov_store_bytes(fn->mod->m->getDataLayout(), type);
	add_item(fn, &item, i, pointer, NULL);
}

/* No item: asm and intrinsics, which no call instruction is made for.  A call that may
 * become a jump stays a call if a hook follows it, so only musttail matters here. */
static void add_call(struct anycov_llvm_function *fn, CallBase *call)
{
	const CallInst *plain = dyn_cast<CallInst>(call);
	const Function *callee = call->getCalledFunction();
	struct anycov_item item = {};

	if (call->isInlineAsm() || isa<IntrinsicInst>(call))
		return;
	item.kind = ANYCOV_ITEM_CALL;
	if (call->isIndirectCall())
		item.is |= ANYCOV_IS_INDIRECT;
	if (callee && callee->hasName() && callee->getName()[0] == '_' &&
	    anycov_hook_by_symbol(callee->getName().str().c_str()) >= 0)
		item.is |= ANYCOV_IS_HOOK;
	if (plain && plain->isMustTailCall())
		item.is |= ANYCOV_IS_MUST_TAIL;
	add_item(fn, &item, call, call->getCalledOperand(), NULL);
}

static void add_exit(struct anycov_llvm_function *fn, enum anycov_item_kind kind, Instruction *i)
{
	struct anycov_item item = {};

	item.kind = kind;
	add_item(fn, &item, i, NULL, NULL);
}

/* Which kind of item an instruction is; ANYCOV_N_ITEM_KINDS: none. */
static enum anycov_item_kind kind_of(const Instruction &i)
{
	switch (i.getOpcode()) {
	case Instruction::ICmp:
	case Instruction::FCmp:
		return ANYCOV_ITEM_COMPARE;
	case Instruction::Switch:
		return ANYCOV_ITEM_SWITCH;
	case Instruction::SDiv:
	case Instruction::UDiv:
		return ANYCOV_ITEM_DIVISION;
	case Instruction::GetElementPtr:
		return ANYCOV_ITEM_INDEX;
	case Instruction::Load:
		return ANYCOV_ITEM_LOAD;
	case Instruction::Store:
		return ANYCOV_ITEM_STORE;
	case Instruction::Call:
	case Instruction::Invoke:
	case Instruction::CallBr:
		return ANYCOV_ITEM_CALL;
	case Instruction::Ret:
		return ANYCOV_ITEM_RETURN;
	case Instruction::Resume:
		return ANYCOV_ITEM_RESUME;
	default:
		return ANYCOV_N_ITEM_KINDS;
	}
}

static void add_instruction(struct anycov_llvm_function *fn, enum anycov_item_kind kind,
			    Instruction *i)
{
	switch (kind) {
	case ANYCOV_ITEM_COMPARE:
		return add_compare(fn, cast<CmpInst>(i));
	case ANYCOV_ITEM_SWITCH:
		return add_switch(fn, cast<SwitchInst>(i));
	case ANYCOV_ITEM_DIVISION:
		return add_division(fn, i);
	case ANYCOV_ITEM_INDEX:
		return add_indices(fn, cast<GetElementPtrInst>(i));
	case ANYCOV_ITEM_LOAD:
		return add_access(fn, kind, i, cast<LoadInst>(i)->getPointerOperand(),
				  i->getType());
	case ANYCOV_ITEM_STORE:
		return add_access(fn, kind, i, cast<StoreInst>(i)->getPointerOperand(),
				  cast<StoreInst>(i)->getValueOperand()->getType());
	case ANYCOV_ITEM_CALL:
		return add_call(fn, cast<CallBase>(i));
	case ANYCOV_ITEM_RETURN:
	case ANYCOV_ITEM_RESUME:
		return add_exit(fn, kind, i);
	case ANYCOV_N_ITEM_KINDS:
		break;
	}
}

void anycov_export_items(struct anycov_llvm_function *fn)
{
	bool wants[ANYCOV_N_ITEM_KINDS + 1] = {}; /* the last one is no kind */

	if (!anycov_fn_wants(fn->common, ANYCOV_PLACE_SOURCE | ANYCOV_PLACE_LATE, wants))
		return;
	for (BasicBlock *bb : fn->code)
		for (Instruction &i : *bb)
			if (wants[kind_of(i)])
				add_instruction(fn, kind_of(i), &i);
	fn->body.cases = fn->cases.data();
	fn->body.items = fn->items.data();
	fn->body.n_items = fn->items.size();
}
