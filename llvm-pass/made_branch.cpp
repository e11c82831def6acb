/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Branches and lines that the source, as it is at -O0, does not have: what clang adds to
 * coroutines, what tests whether a value is known, what leaves scopes whose variables have
 * destructors, and what deletes, converts and destroys. */
#include "adapter.h"

using namespace llvm;

static bool calls(const Value *value, Intrinsic::ID id)
{
	const IntrinsicInst *call = dyn_cast<IntrinsicInst>(value);

	return call && call->getIntrinsicID() == id;
}

bool anycov_is_coroutine(const Function &f)
{
	for (const Instruction &i : f.getEntryBlock())
		if (calls(&i, Intrinsic::coro_id))
			return true;
	return false;
}

std::vector<const DILocation *> anycov_coroutine_ends(const Function &f)
{
	std::vector<const DILocation *> ends;

	if (!anycov_is_coroutine(f))
		return ends;
	for (const BasicBlock &bb : f)
		for (const Instruction &i : bb)
			if ((isa<LandingPadInst>(i) || calls(&i, Intrinsic::coro_end)) &&
			    i.getDebugLoc())
				ends.push_back(i.getDebugLoc().get());
	return ends;
}

/* The user's statements have a scope of their own.  Before that clang gives what it adds the place
 * of the function, or of the first co_await; after it that of the closing brace, as all that is
 * done for an exception that passes. */
bool anycov_is_of_coroutine(const Instruction &i, const std::vector<const DILocation *> &ends)
{
	const DISubprogram *sp = i.getFunction()->getSubprogram();
	const DILocation *loc = i.getDebugLoc().get();

	if (ends.empty() || loc->getInlinedAt() || loc->getLine() == sp->getLine())
		return false;
	if (loc->getScope() == sp)
		return true;
	for (const DILocation *end : ends)
		if (loc->getLine() == end->getLine() && loc->getColumn() == end->getColumn())
			return true;
	return false;
}

/* Whether a coroutine waits, goes on, or has to free its frame. */
static bool resumes(const Instruction *end, const Value *value)
{
	const ICmpInst *compare = dyn_cast<ICmpInst>(value);

	if ((compare && calls(compare->getOperand(0), Intrinsic::coro_free)) ||
	    calls(value, Intrinsic::coro_suspend) || calls(value, Intrinsic::coro_end) ||
	    calls(value, Intrinsic::coro_alloc))
		return true;
	/* By await_ready() of what co_await has: the other way saves the state. */
	for (unsigned s = 0; s < end->getNumSuccessors(); s++)
		for (const Instruction &i : *end->getSuccessor(s))
			if (calls(&i, Intrinsic::coro_save))
				return true;
	return false;
}

/* clang's number of the place where control goes on after destructors. */
static bool is_way_out(const Value *value)
{
	const PHINode *phi = dyn_cast<PHINode>(value);
	const LoadInst *load = dyn_cast<LoadInst>(value);

	/* It has no place in the source, unlike a variable of the user. */
	if ((!phi && !load) || (cast<Instruction>(value)->getDebugLoc() &&
				cast<Instruction>(value)->getDebugLoc().getLine()))
		return false;
	if (load)
		return isa<AllocaInst>(load->getPointerOperand());
	for (const Value *v : phi->incoming_values())
		if (!isa<Constant>(v) && !(isa<PHINode>(v) && is_way_out(v)))
			return false;
	return true;
}

static bool is_at_place_of(const Instruction *a, const Instruction *b)
{
	return a->getDebugLoc() && a->getDebugLoc() == b->getDebugLoc();
}

/* Where control goes if the values differ, the value is used as it is; the user's code would read
 * its variable once more. */
static bool is_used_if_unequal(const Instruction *end, const Value *value)
{
	const BasicBlock *next = end->getSuccessor(1);

	/* A block on the edge. */
	if (next->getFirstNonPHIOrDbg()->isTerminator() && next->getSingleSuccessor())
		next = next->getSingleSuccessor();
	if (isa<Constant>(value) || isa<AllocaInst>(value))
		return false;
	for (const User *user : value->users())
		if (cast<Instruction>(user)->getParent() == next)
			return true;
	return false;
}

/* Whether there is something to delete, to convert, to initialize or, of an array, to destroy. */
static bool tests_pointer(const Instruction *end, const Value *value)
{
	const ICmpInst *compare = dyn_cast<ICmpInst>(value);

	return compare && compare->getPredicate() == CmpInst::ICMP_EQ &&
	       compare->getOperand(0)->getType()->isPointerTy() && is_at_place_of(compare, end) &&
	       (is_used_if_unequal(end, compare->getOperand(0)) ||
		is_used_if_unequal(end, compare->getOperand(1)));
}

/* A loop over the elements of an array: the user's loops keep their variables in memory. */
static bool counts_elements(const Value *value)
{
	const ICmpInst *compare = dyn_cast<ICmpInst>(value);
	const Value *element = compare ? compare->getOperand(0) : NULL;
	const PHINode *phi;

	if (!compare || !element->getType()->isPointerTy() || !isa<GetElementPtrInst>(element))
		return false;
	phi = dyn_cast<PHINode>(cast<GetElementPtrInst>(element)->getPointerOperand());
	return phi && is_contained(phi->incoming_values(), element);
}

/* Whether a temporary is to be destroyed; a bool of the user takes a byte. */
static bool tests_cleanup(const Value *value)
{
	const LoadInst *load = dyn_cast<LoadInst>(value);

	return load && load->getType()->isIntegerTy(1) &&
	       isa<AllocaInst>(load->getPointerOperand());
}

/* Truth values; at -O0 the compiler would know no other. */
enum truth { IS_FALSE, IS_TRUE, IS_ANY };

/* The value if __builtin_constant_p() were 0. */
static enum truth at_level_0(const Value *value)
{
	const ICmpInst *compare = dyn_cast<ICmpInst>(value);
	enum truth t;

	if (calls(value, Intrinsic::is_constant))
		return IS_FALSE;
	if (isa<ZExtInst>(value) || isa<TruncInst>(value))
		return at_level_0(cast<Instruction>(value)->getOperand(0));
	if (isa<BinaryOperator>(value) &&
	    cast<BinaryOperator>(value)->getOpcode() == Instruction::Xor &&
	    isa<ConstantInt>(cast<BinaryOperator>(value)->getOperand(1)) &&
	    cast<ConstantInt>(cast<BinaryOperator>(value)->getOperand(1))->isMinusOne())
		t = at_level_0(cast<BinaryOperator>(value)->getOperand(0));
	else if (compare && compare->isEquality() && isa<ConstantInt>(compare->getOperand(1)) &&
		 cast<ConstantInt>(compare->getOperand(1))->isZero())
		t = at_level_0(compare->getOperand(0));
	else
		return IS_ANY;
	if (t == IS_ANY || (compare && compare->getPredicate() == CmpInst::ICMP_NE))
		return t;
	return t == IS_TRUE ? IS_FALSE : IS_TRUE;
}

static const Value *tested_value(const Instruction *end)
{
	const BranchInst *branch = dyn_cast<BranchInst>(end);

	if (branch)
		return branch->isConditional() ? branch->getCondition() : NULL;
	return isa<SwitchInst>(end) ? cast<SwitchInst>(end)->getCondition() : NULL;
}

bool anycov_chooses_handler(const Instruction *end)
{
	const CmpInst *compare = dyn_cast_or_null<CmpInst>(tested_value(end));

	return compare && (calls(compare->getOperand(0), Intrinsic::eh_typeid_for) ||
			   calls(compare->getOperand(1), Intrinsic::eh_typeid_for));
}

bool anycov_is_for_constants(const Instruction *end, unsigned successor)
{
	const Value *value = isa<BranchInst>(end) ? tested_value(end) : NULL;
	enum truth t = value ? at_level_0(value) : IS_ANY;

	return t == (successor ? IS_TRUE : IS_FALSE);
}

bool anycov_is_made_branch(const Instruction *end)
{
	const DISubprogram *sp = end->getFunction()->getSubprogram();
	const Value *value = tested_value(end);

	if (!value)
		return false;
	if (resumes(end, value) || (isa<SwitchInst>(end) && is_way_out(value)) ||
	    (isa<BranchInst>(end) &&
	     (tests_pointer(end, value) || counts_elements(value) || tests_cleanup(value))) ||
	    at_level_0(value) != IS_ANY)
		return true;
	return sp && end->getDebugLoc() && end->getDebugLoc()->getScope() == sp &&
	       anycov_is_coroutine(*end->getFunction());
}
