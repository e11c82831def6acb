/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Marks of the blocks of the source (place=early).  A mark is a call of llvm.var.annotation whose
 * pointers are the four parts of the function's ID: no machine code, nothing to the inliner, and
 * no access to memory that code sees; yet no optimizer removes it or takes it off its path.  In
 * annotations of users the text is a variable.  (gcc-plugin/probe.cc has GCC's, which are asm
 * statements like its probes.)
 */
#include "adapter.h"

using namespace llvm;

#define ID_PARTS 4 /* of 16 bits, which fit a pointer of any target */
static const unsigned char id_args[ID_PARTS] = { 0, 1, 2, 4 };
#define BLOCK_ARG 3

void anycov_insert_mark(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			struct anycov_insert_point p)
{
	IRBuilder<> b(p.where->getParent(), p.where);
	Type *ptr = anycov_ptr_type(b.getContext());
	SmallVector<Type *, 2> types;
	Value *args[ID_PARTS + 1];
	CallInst *call;

	for (unsigned i = 0; i < ID_PARTS; i++)
		args[id_args[i]] =
			ConstantExpr::getIntToPtr(b.getInt16((uint16_t)(in->mark >> 16 * i)), ptr);
	args[BLOCK_ARG] = b.getInt32(in->element);
	if (Intrinsic::isOverloaded(Intrinsic::var_annotation))
		types.append(2, ptr);
	b.SetCurrentDebugLocation(anycov_artificial_loc(*fn->f));
	call = cast<CallInst>(b.CreateIntrinsic(Intrinsic::var_annotation, types, args));
	anycov_call_attr(call, Attribute::NoMerge);
}

/* Returns whether v is a part of an ID. */
static bool read_part(const Value *v, uint64_t *part)
{
	const ConstantExpr *e = dyn_cast<ConstantExpr>(v);
	const ConstantInt *number = e ? dyn_cast<ConstantInt>(e->getOperand(0)) : NULL;

	*part = number ? number->getZExtValue() : 0;
	return number || isa<ConstantPointerNull>(v);
}

static bool take_mark(struct anycov_fn *fn, const Instruction &i, uint32_t block)
{
	const IntrinsicInst *call = dyn_cast<IntrinsicInst>(&i);
	uint64_t part, function = 0;

	if (!call || call->getIntrinsicID() != Intrinsic::var_annotation)
		return false;
	for (unsigned k = 0; k < ID_PARTS; k++) {
		if (!read_part(call->getArgOperand(id_args[k]), &part))
			return false;
		function |= part << 16 * k;
	}
	anycov_fn_add_mark(fn, function,
			   cast<ConstantInt>(call->getArgOperand(BLOCK_ARG))->getZExtValue(),
			   block);
	return true;
}

void anycov_take_marks(struct anycov_llvm_function *fn)
{
	for (uint32_t n = 0; n < fn->code.size(); n++)
		for (Instruction &i : make_early_inc_range(*fn->code[n]))
			if (take_mark(fn->common, i, n))
				i.eraseFromParent();
			else if (anycov_ends_part(i))
				anycov_fn_add_call(fn->common, n, ANYCOV_CALL_AMONG_MARKS);
}
