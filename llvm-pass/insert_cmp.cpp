/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The hooks of comparisons and switches. */
#include "pass.h"

using namespace llvm;

/* Under prune=dom: a comparison that only decides whether a loop goes on. */
static bool only_feeds_back_edge(struct anycov_func *fn, const std::vector<bool> &loops,
				 Instruction *cmp)
{
	Instruction *user;

	if (!cmp->hasOneUse())
		return false;
	user = cast<Instruction>(cmp->user_back());
	/* A conditional branch, whatever its class is called in this LLVM. */
	if (!user->isTerminator() || isa<SwitchInst>(user) || isa<CallBase>(user))
		return false;
	return loops[fn->numbers[user->getParent()]];
}

/* Sets loops[b] for the blocks b that a back edge leaves. */
static int find_loops(struct anycov_func *fn, std::vector<bool> *loops)
{
	std::vector<uint8_t> back(fn->cfg.n_edges);
	struct anycov_error err;

	if (anycov_back_edges(&fn->cfg, back.data(), &err))
		return -1;
	loops->resize(fn->cfg.n_blocks);
	for (uint32_t e = 0; e < fn->cfg.n_edges; e++)
		if (back[e])
			(*loops)[fn->edges[e].from] = true;
	return 0;
}

static void fill_operands(struct anycov_compare *c, const Instruction *cmp)
{
	Type *type = cmp->getOperand(0)->getType();

	c->cls = type->isIntegerTy() ? ANYCOV_VALUE_INTEGER :
		 type->isFloatTy()   ? ANYCOV_VALUE_F32 :
		 type->isDoubleTy()  ? ANYCOV_VALUE_F64 :
				       ANYCOV_VALUE_OTHER;
	c->bits = type->isIntegerTy() ? type->getIntegerBitWidth() : 0;
	c->left_const = isa<ConstantInt>(cmp->getOperand(0)) || isa<ConstantFP>(cmp->getOperand(0));
	c->right_const = isa<ConstantInt>(cmp->getOperand(1)) || isa<ConstantFP>(cmp->getOperand(1));
}

static struct anycov_compare_plan plan_compare(const Instruction *i)
{
	const FCmpInst *fcmp = dyn_cast<FCmpInst>(i);
	struct anycov_compare_plan none = { -1, false, 0 };
	struct anycov_compare c = {};

	/* These two do not look at their operands. */
	if (fcmp && (fcmp->getPredicate() == CmpInst::FCMP_TRUE ||
		     fcmp->getPredicate() == CmpInst::FCMP_FALSE))
		return none;
	fill_operands(&c, i);
	return anycov_plan_compare(&c);
}

static bool is_wanted(Instruction *i)
{
	if (isa<CmpInst>(i))
		return plan_compare(i).hook >= 0;
	if (SwitchInst *sw = dyn_cast<SwitchInst>(i))
		return sw->getNumCases() && !isa<Constant>(sw->getCondition()) &&
		       anycov_plan_switch_bits(sw->getCondition()->getType()->getIntegerBitWidth());
	return false;
}

void anycov_find_compares(struct anycov_func *fn, struct anycov_cmp_sites *sites)
{
	bool prune = fn->mod->o->prune == ANYCOV_PRUNE_DOM;
	std::vector<bool> loops;

	/* Where that fails nothing is left out: more hooks, but no wrong ones. */
	if (prune && find_loops(fn, &loops))
		prune = false;
	for (BasicBlock *bb : fn->blocks)
		for (Instruction &i : *bb)
			if (is_wanted(&i) && !(prune && isa<ICmpInst>(i) &&
					       only_feeds_back_edge(fn, loops, &i)))
				sites->insns.push_back(&i);
}

/*
 * One bit is zero-extended (true is 1, as in C); other widths by the way the
 * comparison reads them.
 */
static Value *widen(IRBuilder<> *b, const Instruction *cmp, Value *v, unsigned bits)
{
	const ICmpInst *icmp = dyn_cast<ICmpInst>(cmp);

	if (!icmp)
		return v;
	return b->CreateIntCast(v, b->getIntNTy(bits),
				icmp->isSigned() && !v->getType()->isIntegerTy(1));
}

static bool has_line(const Instruction *i)
{
	return !i->isDebugOrPseudoInst() && i->getDebugLoc() && i->getDebugLoc().getLine();
}

/* The line of a neighbour in bb, those behind from first: they need its result. */
static DebugLoc near_loc(BasicBlock *bb, BasicBlock::iterator from)
{
	for (BasicBlock::iterator i = from; i != bb->end(); ++i)
		if (has_line(&*i))
			return i->getDebugLoc();
	while (from != bb->begin())
		if (has_line(&*--from))
			return from->getDebugLoc();
	return DebugLoc();
}

/*
 * Where the source has the comparison.  The optimiser takes the line off what it
 * moves or makes of several; then what uses the result knows best, next the code
 * around, last the branch that led here.
 */
static DebugLoc compare_loc(Instruction *cmp)
{
	BasicBlock *bb = cmp->getParent();
	DebugLoc loc;

	if (has_line(cmp))
		return cmp->getDebugLoc();
	for (User *u : cmp->users())
		if (has_line(cast<Instruction>(u)))
			return cast<Instruction>(u)->getDebugLoc();
	for (unsigned far = 0; bb && !loc && far < 8; far++, bb = bb->getSinglePredecessor())
		loc = near_loc(bb, far ? std::prev(bb->end()) : cmp->getIterator());
	return loc;
}

static void insert_compare(struct anycov_func *fn, Instruction *cmp)
{
	struct anycov_compare_plan plan = plan_compare(cmp);
	IRBuilder<> b(cmp);
	Value *left = widen(&b, cmp, cmp->getOperand(0), plan.bits);
	Value *right = widen(&b, cmp, cmp->getOperand(1), plan.bits);

	if (plan.swap)
		std::swap(left, right);
	anycov_insert_hook(fn, plan.hook, { left, right }, ANYCOV_SITE_CMP, cmp->getParent(),
			   cmp->getIterator(), compare_loc(cmp));
}

/* {number of cases, bits, sorted cases...}: constant, so that it needs no RAM. */
static Constant *case_table(struct anycov_func *fn, SwitchInst *sw, unsigned bits)
{
	Module *m = fn->mod->m;
	Type *u64 = Type::getInt64Ty(m->getContext());
	std::vector<uint64_t> values;
	ArrayType *type;
	GlobalVariable *table;

	for (auto &c : sw->cases())
		values.push_back(c.getCaseValue()->getValue().getZExtValue());
	values.resize(anycov_sort_cases(values.data(), values.size()));
	values.insert(values.begin(), { values.size(), bits });
	type = ArrayType::get(u64, values.size());
	table = new GlobalVariable(*m, type, true, GlobalValue::PrivateLinkage,
				   ConstantDataArray::get(m->getContext(), values),
				   "anycov.cases");
	table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
	return ConstantExpr::getPointerBitCastOrAddrSpaceCast(table,
							      anycov_ptr_type(m->getContext()));
}

static void insert_switch(struct anycov_func *fn, SwitchInst *sw)
{
	unsigned bits = anycov_plan_switch_bits(
		sw->getCondition()->getType()->getIntegerBitWidth());
	IRBuilder<> b(sw);
	Value *value = b.CreateIntCast(sw->getCondition(), b.getInt64Ty(), false);

	anycov_insert_hook(fn, ANYCOV_HOOK_SWITCH, { value, case_table(fn, sw, bits) },
			   ANYCOV_SITE_SWITCH, sw->getParent(), sw->getIterator(),
			   compare_loc(sw));
}

void anycov_insert_compares(struct anycov_func *fn, const struct anycov_cmp_sites *sites)
{
	for (Instruction *i : sites->insns) {
		if (SwitchInst *sw = dyn_cast<SwitchInst>(i))
			insert_switch(fn, sw);
		else
			insert_compare(fn, i);
	}
}
