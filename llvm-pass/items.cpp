/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Finds compares, switches, data accesses, calls and returns. */
#include "adapter.h"

using namespace llvm;

static enum anycov_value_class class_of(const Type *type)
{
	return type->isIntegerTy()  ? ANYCOV_VALUE_INTEGER
	       : type->isFloatTy()  ? ANYCOV_VALUE_F32
	       : type->isDoubleTy() ? ANYCOV_VALUE_F64
				    : ANYCOV_VALUE_OTHER;
}

static struct anycov_item *add_item(struct anycov_llvm_function *fn, enum anycov_item_kind kind,
				    Instruction *at, Value *left, Value *right)
{
	fn->item_code.push_back({ at, left, right });
	return anycov_fn_add_item(fn->common, kind, fn->numbers.lookup(at->getParent()));
}

/* An item of one operand. */
static struct anycov_item *add_value(struct anycov_llvm_function *fn, enum anycov_item_kind kind,
				     Instruction *at, Value *operand)
{
	struct anycov_item *item = add_item(fn, kind, at, operand, NULL);

	item->value_class = class_of(operand->getType());
	if (isa<ConstantInt>(operand))
		item->is |= ANYCOV_IS_CONST;
	return item;
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
	struct anycov_item *item;

	/* These two do not look at their operands. */
	if (cmp->getPredicate() == CmpInst::FCMP_TRUE || cmp->getPredicate() == CmpInst::FCMP_FALSE)
		return;
	item = add_item(fn, ANYCOV_ITEM_COMPARE, cmp, left, right);
	item->value_class = class_of(left->getType());
	if (left->getType()->isIntegerTy())
		item->size = left->getType()->getIntegerBitWidth();
	if (is_constant(left))
		item->is |= ANYCOV_IS_CONST_LEFT;
	if (is_constant(right))
		item->is |= ANYCOV_IS_CONST_RIGHT;
	if (isa<ICmpInst>(cmp) && cmp->isSigned())
		item->is |= ANYCOV_IS_SIGNED;
	if (isa<ICmpInst>(cmp) && cmp->isEquality())
		item->is |= ANYCOV_IS_EQUALITY;
	item->decides_block = decided_block(fn, cmp);
}

static void add_switch(struct anycov_llvm_function *fn, SwitchInst *sw)
{
	struct anycov_item *item = add_value(fn, ANYCOV_ITEM_SWITCH, sw, sw->getCondition());

	item->size = sw->getCondition()->getType()->getIntegerBitWidth();
	if (isa<Constant>(sw->getCondition()))
		item->is |= ANYCOV_IS_CONST;
	for (auto c : sw->cases()) {
		const APInt &value = c.getCaseValue()->getValue();

		if (item->size <= 64)
			anycov_fn_add_case(fn->common, value.getZExtValue(), value.getZExtValue());
	}
}

static void add_division(struct anycov_llvm_function *fn, Instruction *i)
{
	Value *divisor = i->getOperand(1);
	struct anycov_item *item = add_value(fn, ANYCOV_ITEM_DIVISION, i, divisor);

	if (i->getOpcode() == Instruction::SDiv)
		item->is |= ANYCOV_IS_SIGNED;
	/* clang counts the bits that a variable of the type has in memory. */
	item->size = 8 * anycov_store_bytes(fn->mod->m->getDataLayout(), divisor->getType());
}

static void add_indices(struct anycov_llvm_function *fn, GetElementPtrInst *gep)
{
	for (Use &index : gep->indices())
		add_value(fn, ANYCOV_ITEM_INDEX, gep, index)->is |= ANYCOV_IS_SIGNED;
}

/* A pointer of another address space (a segment, AVR's program memory) is no address that the
 * hook could read, and swifterror values are no memory. */
static void add_access(struct anycov_llvm_function *fn, enum anycov_item_kind kind, Instruction *i,
		       Value *pointer, Type *type)
{
	if (!pointer->getType()->getPointerAddressSpace() && !pointer->isSwiftError())
		add_item(fn, kind, i, pointer, NULL)->size =
			anycov_store_bytes(fn->mod->m->getDataLayout(), type);
}

/* No item: asm and intrinsics, which no call instruction is made for.  A call that may
 * become a jump stays a call if a hook follows it, so only musttail matters here. */
static void add_call(struct anycov_llvm_function *fn, CallBase *call)
{
	struct anycov_item *item;

	if (call->isInlineAsm() || isa<IntrinsicInst>(call))
		return;
	item = add_item(fn, ANYCOV_ITEM_CALL, call, call->getCalledOperand(), NULL);
	if (call->isIndirectCall())
		item->is |= ANYCOV_IS_INDIRECT;
	if (call->isMustTailCall())
		item->is |= ANYCOV_IS_MUST_TAIL;
}

/* A call of an intrinsic is none. */
static void add_routine(struct anycov_llvm_function *fn, CallBase *call)
{
	Function *callee = call->getCalledFunction();
	struct anycov_item *item;

	if (!callee || callee->isIntrinsic() || callee->arg_size() < 2 || call->arg_size() < 2 ||
	    call->getType()->isVoidTy() || !call->getArgOperand(0)->getType()->isPointerTy() ||
	    !call->getArgOperand(1)->getType()->isPointerTy())
		return;
	item = add_item(fn, ANYCOV_ITEM_ROUTINE, call, call->getArgOperand(0),
			call->getArgOperand(1));
	item->callee = callee->getName().data();
	item->n_args = call->arg_size();
	if (item->n_args > 2 && callee->arg_size() > 2 &&
	    call->getArgOperand(2)->getType()->isIntegerTy())
		item->third_bits = call->getArgOperand(2)->getType()->getIntegerBitWidth();
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
		add_item(fn, kind, i, NULL, NULL);
		break;
	case ANYCOV_ITEM_ROUTINE:
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
		for (Instruction &i : *bb) {
			if (wants[ANYCOV_ITEM_ROUTINE] && isa<CallBase>(i))
				add_routine(fn, cast<CallBase>(&i));
			if (wants[kind_of(i)])
				add_instruction(fn, kind_of(i), &i);
		}
}
