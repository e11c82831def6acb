/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decisions of C and C++ and the conditions that they consist of (place=early, mcdc).
 *
 * "if (a && b)" and "if (a) if (b)" have the same graph, but clang names their blocks: the second
 * operand of && begins in one called land.lhs.true or land.rhs, that of || in lor.lhs.false or
 * lor.rhs, and a value of them ends in land.end or lor.end, whose PHI has it.  All clangs have the
 * same names, if they keep them (-fno-discard-value-names).
 *
 * A branch that leads to an operand is a condition of the same decision as the branch that the
 * operand has, which is the first one there, but for those of decisions of which a value is made
 * before: of "a && f(b || c)" the second condition is the test of what f() returns.  Clang makes
 * no branch of the last operand of a value; it gets one here. */
#include "adapter.h"

using namespace llvm;

/* What a block is for, by its name. */
enum role {
	ROLE_NONE,
	ROLE_OPERAND,  /* the right one of && or || */
	ROLE_VALUE,    /* has the value of && or || */
	ROLE_TRUE_ARM, /* of ?: */
	ROLE_FALSE_ARM,
	ROLE_CHOICE_END, /* of ?: of which a value is made */
	ROLE_TRUE,       /* what a statement does if its condition holds, or if it does not */
	ROLE_FALSE,
	ROLE_RESUMED, /* after a coroutine was suspended, or was not */
};

static const struct {
	const char *name;
	enum role role;
} roles[] = {
	{ "land.lhs.true", ROLE_OPERAND }, { "lor.lhs.false", ROLE_OPERAND },
	{ "land.rhs", ROLE_OPERAND },      { "lor.rhs", ROLE_OPERAND },
	{ "land.end", ROLE_VALUE },        { "lor.end", ROLE_VALUE },
	{ "cond.true", ROLE_TRUE_ARM },    { "cond.false", ROLE_FALSE_ARM },
	{ "cond.end", ROLE_CHOICE_END },   { "if.then", ROLE_TRUE },
	{ "while.body", ROLE_TRUE },       { "for.body", ROLE_TRUE },
	{ "do.body", ROLE_TRUE },          { "if.else", ROLE_FALSE },
	{ "if.end", ROLE_FALSE },          { "while.end", ROLE_FALSE },
	{ "for.end", ROLE_FALSE },         { "do.end", ROLE_FALSE },
	{ "await.ready", ROLE_RESUMED },   { "yield.ready", ROLE_RESUMED },
};

static enum role role_of(const BasicBlock *bb)
{
	StringRef name = bb->getName().rtrim("0123456789");

	for (const auto &r : roles)
		if (name == r.name)
			return r.role;
	return ROLE_NONE;
}

/* Where an evaluation goes on: to the branch of a condition, or to the end of the decision. */
struct decision_target {
	BranchInst *condition; /* NULL: an end */
	BasicBlock *at;        /* where the operand begins, or the end is */
	int value;             /* of the decision, if the end is where a value is made; else -1 */

	bool operator==(const decision_target &o) const
	{
		return condition == o.condition && at == o.at && value == o.value;
	}
};

struct llvm_decision {
	std::vector<BranchInst *> v; /* in the order of evaluation */
	std::vector<std::array<decision_target, 2>> to;
	std::vector<decision_target> ends;
	bool is_odd; /* its form is not understood */
};

/* The decisions of a function while they are found. */
struct decision_finder {
	DenseMap<const BasicBlock *, uint32_t> order;
	DenseMap<BranchInst *, llvm_decision *> begun; /* by the first condition */
	std::vector<std::unique_ptr<llvm_decision>> all;
	DenseSet<const BasicBlock *> *added; /* see add_branches() */
	unsigned depth;
};

/* Of operands in operands, before they are not understood. */
#define MAX_DEPTH 200u

static bool is_arm(const BasicBlock *bb)
{
	enum role role = role_of(bb);

	return role == ROLE_TRUE_ARM || role == ROLE_FALSE_ARM;
}

static BranchInst *branch_of(BasicBlock *bb)
{
	BranchInst *end = dyn_cast<BranchInst>(bb->getTerminator());

	return end && end->isConditional() ? end : NULL;
}

static BasicBlock *only_successor(BasicBlock *bb)
{
	Instruction *end = bb->getTerminator();

	if (InvokeInst *call = dyn_cast<InvokeInst>(end))
		return call->getNormalDest();
	return isa<BranchInst>(end) && end->getNumSuccessors() == 1 ? end->getSuccessor(0) : NULL;
}

/* Returns where a coroutine goes on after a block that suspends it, or NULL. */
static BasicBlock *resumed_after(BasicBlock *bb)
{
	for (BasicBlock *next : successors(bb))
		if (role_of(next) == ROLE_RESUMED)
			return next;
	return NULL;
}

static bool is_zero(const Value *v)
{
	const ConstantInt *n = dyn_cast<ConstantInt>(v);

	return n && n->isZero();
}

/* Returns what v has the truth value of, or, if *negated changes, its negation. */
static Value *truth_operand(Value *v, bool *negated)
{
	for (;;) {
		Instruction *i = dyn_cast<Instruction>(v);
		IntrinsicInst *call = dyn_cast<IntrinsicInst>(v);
		ICmpInst *compare = dyn_cast<ICmpInst>(v);

		if (!i)
			return v;
		if (compare && compare->isEquality() && is_zero(compare->getOperand(1)) &&
		    !isa<LoadInst>(compare->getOperand(0)))
			*negated ^= compare->getPredicate() == CmpInst::ICMP_EQ;
		else if (i->getOpcode() == Instruction::Xor && i->getType()->isIntegerTy(1) &&
			 isa<ConstantInt>(i->getOperand(1)))
			*negated ^= !is_zero(i->getOperand(1));
		else if (!isa<ZExtInst>(i) && !isa<SExtInst>(i) &&
			 !(call && (call->getIntrinsicID() == Intrinsic::expect ||
				    call->getIntrinsicID() == Intrinsic::expect_with_probability)))
			return v;
		v = i->getOperand(0);
	}
}

/* The PHI of && or || that v has the truth value of, or NULL. */
static PHINode *value_of_operator(Value *v, bool *negated)
{
	PHINode *phi = dyn_cast<PHINode>(truth_operand(v, negated));

	return phi && phi->getType()->isIntegerTy(1) && role_of(phi->getParent()) == ROLE_VALUE
		       ? phi
		       : NULL;
}

static bool tests_operator(BranchInst *branch)
{
	bool negated = false;

	return value_of_operator(branch->getCondition(), &negated);
}

static PHINode *operator_in(BasicBlock *bb)
{
	for (PHINode &phi : bb->phis())
		if (phi.getType()->isIntegerTy(1))
			return &phi;
	return NULL;
}

/* Truth values that are known after an edge. */
typedef DenseMap<Value *, bool> known_values;

/* Returns the truth value of v, or -1. */
static int known_value(const known_values &known, Value *v)
{
	bool negated = false;
	ConstantInt *n = dyn_cast<ConstantInt>(v);

	if (n)
		return !n->isZero();
	v = truth_operand(v, &negated);
	n = dyn_cast<ConstantInt>(v);
	if (n)
		return !n->isZero() ^ negated;
	auto found = known.find(v);

	return found == known.end() ? -1 : found->second ^ negated;
}

static llvm_decision *decision_at(struct decision_finder *x, BranchInst *first);

/* Returns the block after ?: that has this arm, if a value is made of it, or NULL. */
static BasicBlock *after_choice(struct decision_finder *x, BasicBlock *arm);

static bool is_entered_from(const BasicBlock *at, const SmallPtrSetImpl<const BasicBlock *> &blocks)
{
	for (const BasicBlock *from : predecessors(at))
		if (!blocks.count(from))
			return false;
	return true;
}

/* Returns whether all that evaluations of a decision come to, and the values on their way, is
 * entered from its code alone. */
static bool is_entered_alone(const llvm_decision &d)
{
	SmallPtrSet<const BasicBlock *, 16> inside;
	SmallVector<const BasicBlock *, 16> todo;

	inside.insert(d.v[0]->getParent());
	todo.push_back(d.v[0]->getParent());
	while (!todo.empty())
		for (const BasicBlock *next : successors(todo.pop_back_val()))
			if (next != d.ends[0].at && next != d.ends[1].at && !next->isEHPad() &&
			    inside.insert(next).second)
				todo.push_back(next);
	for (const auto &to : d.to)
		for (const decision_target &target : to)
			if (!is_entered_from(target.at, inside))
				return false;
	for (const BasicBlock *bb : inside)
		if (role_of(bb) == ROLE_VALUE && !is_entered_from(bb, inside))
			return false;
	return true;
}

/* Returns the block that goes on with the value that a decision, or ?: with it, makes; NULL: it
 * makes none, or goes on with one that has been begun before. */
static BasicBlock *after_value(struct decision_finder *x, BranchInst *first)
{
	llvm_decision *d = decision_at(x, first);
	BasicBlock *a, *b;

	if (!d || d->ends.size() != 2)
		return NULL;
	a = d->ends[0].at;
	b = d->ends[1].at;
	if (a != b && !(is_arm(a) && is_arm(b)))
		return NULL;
	if (!is_entered_alone(*d))
		return NULL;
	return a == b ? a : after_choice(x, a);
}

/* Goes on from a block to the next branch that is no part of a value.  Returns NULL, or the block
 * where a value of something greater is made: *end, if that is not NULL. */
static BranchInst *next_branch(struct decision_finder *x, BasicBlock *at, BasicBlock **end)
{
	for (size_t steps = 0; at && steps <= x->order.size(); steps++) {
		BranchInst *branch = branch_of(at);
		BasicBlock *resumed = resumed_after(at);
		BasicBlock *next = resumed ? resumed : only_successor(at);
		enum role role = next ? role_of(next) : ROLE_NONE;

		if (role == ROLE_VALUE || role == ROLE_CHOICE_END) {
			*end = next;
			return NULL;
		}
		if (!next && !branch)
			return NULL;
		if (!next && anycov_is_made_branch(branch))
			next = branch->getSuccessor(isa<ICmpInst>(branch->getCondition()) ? 0 : 1);
		else if (!next)
			next = after_value(x, branch);
		if (!next)
			return branch;
		at = next;
	}
	return NULL;
}

static BasicBlock *after_choice(struct decision_finder *x, BasicBlock *arm)
{
	BasicBlock *end = NULL;

	next_branch(x, arm, &end);
	return end && role_of(end) == ROLE_CHOICE_END ? end : NULL;
}

/* Returns the branch of the operand whose code begins at a block; NULL: it has none. */
static BranchInst *operand_at(struct decision_finder *x, BasicBlock *at)
{
	BasicBlock *end = NULL;

	return next_branch(x, at, &end);
}

/* Goes on from a block with a known value of && or ||: to what is decided by that. */
static BasicBlock *after_known(BasicBlock *at, const known_values &known, PHINode *phi)
{
	BranchInst *branch = branch_of(at);
	BasicBlock *next = only_successor(at);
	PHINode *outer = next && role_of(next) == ROLE_VALUE ? operator_in(next) : NULL;
	bool negated = false;
	int value;

	if (branch && value_of_operator(branch->getCondition(), &negated) == phi) {
		value = known_value(known, branch->getCondition());
		return value < 0 ? NULL : branch->getSuccessor(!value);
	}
	return outer && isa<BranchInst>(at->getTerminator()) &&
			       value_of_operator(outer->getIncomingValueForBlock(at), &negated) ==
				       phi
		       ? next
		       : NULL;
}

/* Returns the block after an operand that is a constant, or NULL.  *last: the one before. */
static BasicBlock *after_constant(BasicBlock *at, BranchInst *condition, BasicBlock **last)
{
	BasicBlock *next = only_successor(at);
	bool negated = false;
	ConstantInt *n;

	*last = condition ? condition->getParent() : at;
	if (!condition)
		return next && role_of(at) == ROLE_OPERAND && role_of(next) == ROLE_VALUE ? next
											  : NULL;
	n = dyn_cast<ConstantInt>(truth_operand(condition->getCondition(), &negated));
	return n ? condition->getSuccessor(n->isZero() ^ negated) : NULL;
}

/* Returns where an evaluation goes from a condition. */
static decision_target target_of(struct decision_finder *x, BranchInst *from, unsigned successor)
{
	BasicBlock *last = from->getParent(), *at = from->getSuccessor(successor), *next;
	known_values known;
	bool negated = false;
	Value *tested = truth_operand(from->getCondition(), &negated);

	known[tested] = !successor ^ negated;
	known[from->getCondition()] = !successor;
	for (size_t steps = 0; steps <= x->order.size(); steps++) {
		enum role role = role_of(at);
		PHINode *phi = role == ROLE_VALUE ? operator_in(at) : NULL;
		BranchInst *condition = NULL;
		BasicBlock *before;
		int value = -1;

		if (x->added->count(at)) {
			last = at;
			at = only_successor(at);
			continue;
		}
		if (role == ROLE_OPERAND || (is_arm(at) && !after_choice(x, at)))
			condition = operand_at(x, at);
		next = after_constant(at, condition, &before);
		if (next) {
			last = before;
			at = next;
			continue;
		}
		if (condition)
			return { condition, at, -1 };
		next = role == ROLE_OPERAND ? only_successor(at) : NULL;
		if (next && role_of(next) == ROLE_VALUE) { /* a constant */
			last = at;
			at = next;
			continue;
		}
		if (phi)
			value = known_value(known, phi->getIncomingValueForBlock(last));
		if (value < 0)
			return { NULL, at, -1 };
		known[phi] = value;
		next = after_known(at, known, phi);
		if (!next)
			return { NULL, at, value };
		last = at;
		at = next;
	}
	return { NULL, at, -1 };
}

static void add_end(llvm_decision *d, const decision_target &end)
{
	if (!is_contained(d->ends, end))
		d->ends.push_back(end);
}

/* Puts the conditions into the order of evaluation, in which clang writes their code. */
static void sort_conditions(struct decision_finder *x, llvm_decision *d)
{
	std::vector<std::pair<uint32_t, size_t>> places;
	llvm_decision sorted = {};

	for (size_t i = 0; i < d->v.size(); i++)
		places.push_back({ x->order.lookup(d->v[i]->getParent()), i });
	std::sort(places.begin(), places.end());
	for (const auto &p : places) {
		sorted.v.push_back(d->v[p.second]);
		sorted.to.push_back(d->to[p.second]);
	}
	d->v.swap(sorted.v);
	d->to.swap(sorted.to);
}

static llvm_decision *decision_at(struct decision_finder *x, BranchInst *first)
{
	auto found = x->begun.find(first);
	llvm_decision *d;

	if (found != x->begun.end())
		return found->second;
	if (x->depth > MAX_DEPTH || isa<ConstantInt>(first->getCondition()))
		return NULL;
	x->begun[first] = NULL; /* while it is looked for */
	x->all.emplace_back(new llvm_decision());
	d = x->all.back().get();
	d->v.push_back(first);
	x->depth++;
	for (size_t i = 0; i < d->v.size(); i++) {
		d->to.push_back({ target_of(x, d->v[i], 0), target_of(x, d->v[i], 1) });
		for (const decision_target &to : d->to[i])
			if (!to.condition)
				add_end(d, to);
			else if (!is_contained(d->v, to.condition))
				d->v.push_back(to.condition);
	}
	x->depth--;
	sort_conditions(x, d);
	x->begun[first] = d;
	return d;
}

/* ---- the last operands of values ---- */

/* Gives the operand of a value that has no branch one of its own. */
static void add_branch(struct decision_finder *x, PHINode *phi, BasicBlock *from)
{
	BasicBlock *end = phi->getParent();
	Instruction *jump = from->getTerminator();
	Value *value = phi->getIncomingValueForBlock(from);
	bool negated = false;
	Value *tested = value;
	BasicBlock *added;
	BranchInst *branch;

	/* Only "!": what is computed of a value of another type is as it is. */
	while (Instruction *i = dyn_cast<Instruction>(tested)) {
		if (i->getOpcode() != Instruction::Xor || !isa<ConstantInt>(i->getOperand(1)))
			break;
		negated ^= !is_zero(i->getOperand(1));
		tested = i->getOperand(0);
	}
	added = BasicBlock::Create(end->getContext(), "anycov.operand", end->getParent(), end);
	IRBuilder<>(added).CreateBr(end);
	for (PHINode &p : end->phis())
		p.addIncoming(p.getIncomingValueForBlock(from), added);
	branch = IRBuilder<>(jump).CreateCondBr(tested, negated ? end : added,
						negated ? added : end);
	branch->setDebugLoc(jump->getDebugLoc());
	jump->eraseFromParent();
	x->added->insert(added);
}

static void add_branches(struct decision_finder *x, Function *f)
{
	std::vector<std::pair<PHINode *, BasicBlock *>> todo;

	for (BasicBlock &bb : *f) {
		PHINode *phi = role_of(&bb) == ROLE_VALUE ? operator_in(&bb) : NULL;

		for (unsigned i = 0; phi && i < phi->getNumIncomingValues(); i++) {
			BasicBlock *from = phi->getIncomingBlock(i);
			BranchInst *jump = dyn_cast<BranchInst>(from->getTerminator());
			bool negated = false;

			if (jump && jump->isUnconditional() &&
			    !isa<Constant>(phi->getIncomingValue(i)) &&
			    !value_of_operator(phi->getIncomingValue(i), &negated))
				todo.push_back({ phi, from });
		}
	}
	for (const auto &t : todo)
		add_branch(x, t.first, t.second);
}

/* ---- all of them ---- */

/* Returns whether a branch alone is a decision of the source: its blocks are those of a
 * statement, of ?:, or it is an operand. */
static bool is_of_source(const llvm_decision &d)
{
	if (d.v.size() > 1)
		return true;
	for (const decision_target &end : d.ends) {
		enum role role = end.value >= 0 ? ROLE_VALUE : role_of(end.at);

		if (role != ROLE_NONE && role != ROLE_CHOICE_END)
			return true;
	}
	return false;
}

/* Returns whether an end is an operand whose branch was not found: it leads to the other end. */
static bool lacks_operand(const decision_target &end, const decision_target &other)
{
	SmallPtrSet<const BasicBlock *, 16> seen;
	SmallVector<const BasicBlock *, 16> todo;

	if (role_of(end.at) != ROLE_OPERAND)
		return false;
	todo.push_back(end.at);
	while (!todo.empty())
		for (const BasicBlock *next : successors(todo.pop_back_val())) {
			if (next == other.at)
				return true;
			if (seen.insert(next).second)
				todo.push_back(next);
		}
	return false;
}

/* Makes the end where the decision is true the second one, and finds out whether it has the form
 * of a decision. */
static void order_ends(struct decision_finder *x, llvm_decision *d)
{
	enum role role;

	d->is_odd = d->ends.size() != 2 || lacks_operand(d->ends[0], d->ends[1]) ||
		    lacks_operand(d->ends[1], d->ends[0]);
	for (size_t i = 0; i < d->v.size(); i++) {
		d->is_odd |= d->to[i][0] == d->to[i][1];
		for (const decision_target &to : d->to[i])
			if (to.condition)
				d->is_odd |= x->order.lookup(to.condition->getParent()) <=
					     x->order.lookup(d->v[i]->getParent());
	}
	if (d->is_odd)
		return;
	role = d->ends[0].value < 0 ? role_of(d->ends[0].at) : ROLE_NONE;
	if (d->ends[0].value == 1 || role == ROLE_TRUE || role == ROLE_TRUE_ARM)
		std::swap(d->ends[0], d->ends[1]);
}

/* Returns the number of a target in the map. */
static uint32_t map_target(const llvm_decision &d, const decision_target &to)
{
	if (!to.condition)
		return to == d.ends[1] ? ANYCOV_MAP_IS_TRUE : ANYCOV_MAP_IS_FALSE;
	return ANYCOV_MAP_CONDITION +
	       (uint32_t)(std::find(d.v.begin(), d.v.end(), to.condition) - d.v.begin());
}

static void keep_decision(struct anycov_llvm_function *fn, const llvm_decision &d)
{
	std::vector<struct anycov_llvm_condition> conditions;

	for (size_t i = 0; i < d.v.size(); i++)
		conditions.push_back(
			{ d.v[i], { map_target(d, d.to[i][1]), map_target(d, d.to[i][0]) } });
	fn->decisions.push_back(conditions);
}

/* Lists the decisions of a function, with those that are not understood. */
static std::vector<llvm_decision *> all_decisions(struct decision_finder *x, Function *f)
{
	DenseSet<const BranchInst *> used;
	SmallPtrSet<const BasicBlock *, 32> reached;
	std::vector<llvm_decision *> found;

	for (const BasicBlock *bb : depth_first(&f->getEntryBlock()))
		reached.insert(bb);
	for (BasicBlock &bb : *f) {
		BranchInst *branch = reached.count(&bb) ? branch_of(&bb) : NULL;
		llvm_decision *d;

		if (!branch || used.count(branch) || anycov_is_made_branch(branch) ||
		    tests_operator(branch) || !(d = decision_at(x, branch)) || !is_of_source(*d))
			continue;
		order_ends(x, d);
		for (BranchInst *b : d->v)
			d->is_odd |= !used.insert(b).second;
		found.push_back(d);
	}
	return found;
}

/* Returns whether a decision goes to where one that is not understood does: its conditions may be
 * the last ones of that. */
static bool is_part_of_odd(const llvm_decision &d, const DenseSet<const BasicBlock *> &odd_ends)
{
	for (const decision_target &end : d.ends)
		if (odd_ends.count(end.at))
			return true;
	return false;
}

void anycov_find_decisions(struct anycov_llvm_function *fn)
{
	struct decision_finder x = decision_finder(); /* all zero */
	DenseSet<const BasicBlock *> odd_ends;
	std::vector<llvm_decision *> found;

	if (!anycov_unit_wants_decisions(fn->mod->unit) || anycov_fn_is_skipped(fn->common))
		return;
	fn->body->lists_decisions = true;
	fn->body->tests_as_written = true;
	x.added = &fn->results;
	add_branches(&x, fn->f);
	for (BasicBlock &bb : *fn->f) {
		uint32_t n = x.order.size();

		x.order[&bb] = n;
	}
	found = all_decisions(&x, fn->f);
	for (const llvm_decision *d : found)
		for (size_t i = 0; d->is_odd && i < d->ends.size(); i++)
			odd_ends.insert(d->ends[i].at);
	for (const llvm_decision *d : found)
		if (!d->is_odd && !is_part_of_odd(*d, odd_ends))
			keep_decision(fn, *d);
}

void anycov_export_decisions(struct anycov_llvm_function *fn)
{
	std::vector<struct anycov_map_condition> v;
	std::vector<uint32_t> blocks;

	for (const auto &d : fn->decisions) {
		v.clear();
		blocks.clear();
		for (const struct anycov_llvm_condition &c : d)
			blocks.push_back(fn->numbers.lookup(c.branch->getParent()));
		for (size_t i = 0; i < d.size(); i++) {
			const Instruction *tested = dyn_cast<Instruction>(
				cast<BranchInst>(d[i].branch)->getCondition());
			struct anycov_map_condition c = {};

			c.place = anycov_place_of(
				fn, tested && tested->getDebugLoc() ? tested : d[i].branch);
			c.text = "";
			c.to[0] = d[i].to[0];
			c.to[1] = d[i].to[1];
			c.n_blocks = 1;
			c.blocks = &blocks[i];
			v.push_back(c);
			fn->branches[blocks[i]] = d[i].branch;
		}
		anycov_fn_add_conditions(fn->common, v.data(), (uint32_t)v.size());
	}
}
