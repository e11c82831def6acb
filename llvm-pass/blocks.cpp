/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What stands at the top of blocks, in the order of docs/family.md, and at exits. */
#include "family.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"

using namespace llvm;

/* The function's pieces of the tables whose element i belongs to probed block i. */
struct block_tables {
	GlobalVariable *guards, *counters, *flags;
};

static Constant *zeros(struct anycov_func *fn, unsigned bits, uint32_t n)
{
	Type *element = Type::getIntNTy(fn->mod->m->getContext(), bits);

	return Constant::getNullValue(ArrayType::get(element, n));
}

static void add_pc_table(struct anycov_func *fn, const struct anycov_plan *plan)
{
	Type *word = fn->mod->m->getDataLayout().getIntPtrType(fn->mod->m->getContext());
	std::vector<Constant *> out;

	for (uint32_t n = 0; n < fn->cfg.n_blocks; n++) {
		if (!plan->probe[n])
			continue;
		out.push_back(anycov_block_address(fn, fn->blocks[n]));
		out.push_back(ConstantInt::get(word, !n)); /* 1: the function's entry */
	}
	anycov_add_table(fn, ANYCOV_TABLE_PCS,
			 ConstantArray::get(ArrayType::get(word, out.size()), out), true);
}

static void add_tables(struct anycov_func *fn, const struct anycov_plan *plan,
		       struct block_tables *t)
{
	if (anycov_wants(fn, ANYCOV_COV_TRACE_PC_GUARD))
		t->guards = anycov_add_table(fn, ANYCOV_TABLE_GUARDS,
					     zeros(fn, 32, plan->n_probes), false);
	if (anycov_wants(fn, ANYCOV_COV_COUNTERS))
		t->counters = anycov_add_table(fn, ANYCOV_TABLE_COUNTERS,
					       zeros(fn, 8, plan->n_probes), false);
	if (anycov_wants(fn, ANYCOV_COV_BOOLS))
		t->flags = anycov_add_table(fn, ANYCOV_TABLE_BOOLS, zeros(fn, 8, plan->n_probes),
					    false);
	if (anycov_wants(fn, ANYCOV_COV_PC_TABLE))
		add_pc_table(fn, plan);
}

/* A record of the map at this place, for what has no call. */
static void insert_record(struct anycov_func *fn, enum anycov_site_kind kind, Constant *variable,
			  Instruction *before)
{
	SmallVector<OperandBundleDef, 1> bundles;
	IRBuilder<> b(before);

	if (!fn->mod->has_map)
		return;
	anycov_add_funclet(fn, before->getParent(), &bundles);
	b.SetCurrentDebugLocation(anycov_artificial_loc(*fn->f));
	anycov_insert_site(fn, &b, kind, before->getParent(), variable, bundles);
}

static void count(struct anycov_func *fn, Constant *counter, BasicBlock::iterator where)
{
	IRBuilder<> b(where->getParent(), where);
	LoadInst *load = b.CreateLoad(b.getInt8Ty(), counter);
	StoreInst *store = b.CreateStore(b.CreateAdd(load, b.getInt8(1)), counter);

	anycov_no_sanitize(load);
	anycov_no_sanitize(store);
	insert_record(fn, ANYCOV_SITE_COUNTER, counter, &*where);
}

/* A store each time would make every thread fetch the cache line for itself. */
static void set_flag(struct anycov_func *fn, Constant *flag, BasicBlock::iterator where)
{
	IRBuilder<> b(where->getParent(), where);
	LoadInst *load = b.CreateLoad(b.getInt8Ty(), flag);
	Instruction *end;

	anycov_no_sanitize(load);
	end = anycov_if(fn, b.CreateIsNull(load), where, 1);
	anycov_no_sanitize(IRBuilder<>(end).CreateStore(b.getInt8(1), flag));
	insert_record(fn, ANYCOV_SITE_FLAG, flag, end);
}

static void insert_call(struct anycov_func *fn, int hook, ArrayRef<Value *> args,
			enum anycov_site_kind kind, BasicBlock::iterator where, DebugLoc loc)
{
	anycov_insert_hook(fn, hook, args, kind, where->getParent(), where, loc);
}

/* The probe of block n, and element i of the tables. */
static void insert_probe(struct anycov_func *fn, const struct block_tables *t, uint32_t n,
			 uint64_t i, BasicBlock::iterator where, DebugLoc loc)
{
	bool is_entry = !n && anycov_wants(fn, ANYCOV_COV_ENTRY_EXIT);
	Type *pointer = anycov_ptr_type(fn->mod->m->getContext());

	if (anycov_wants(fn, ANYCOV_COV_TRACE_PC) && !is_entry && !fn->lean_call.empty())
		anycov_insert_lean(fn, ANYCOV_SITE_PC, where, loc);
	else if (anycov_wants(fn, ANYCOV_COV_TRACE_PC) && !is_entry)
		insert_call(fn, ANYCOV_HOOK_TRACE_PC, {}, ANYCOV_SITE_PC, where, loc);
	if (t->guards)
		insert_call(fn, ANYCOV_HOOK_TRACE_PC_GUARD,
			    { ConstantExpr::getPointerCast(anycov_table_element(t->guards, i),
							   pointer) },
			    ANYCOV_SITE_GUARD, where, loc);
	if (t->counters)
		count(fn, anycov_table_element(t->counters, i), where);
	if (t->flags)
		set_flag(fn, anycov_table_element(t->flags, i), where);
}

/* Where probes stand; static allocas and llvm.localescape stay ahead of calls. */
static BasicBlock::iterator top_of(BasicBlock *bb)
{
	BasicBlock::iterator where = bb->getFirstInsertionPt();

	if (bb == &bb->getParent()->getEntryBlock())
		where = PrepareToSplitEntryBlock(*bb, where);
	return where;
}

void anycov_insert_blocks(struct anycov_func *fn, const struct anycov_plan *plan)
{
	bool deep = anycov_wants(fn, ANYCOV_COV_STACK_DEPTH) && !anycov_is_leaf(*fn->f);
	BasicBlock::iterator where = top_of(fn->blocks[0]);
	DebugLoc loc = anycov_block_loc(fn->blocks[0]);
	struct block_tables t = {};
	uint64_t i = 0;

	if (plan)
		add_tables(fn, plan, &t);
	if (plan && anycov_wants(fn, ANYCOV_COV_TRACE_PC))
		anycov_lean_begin(fn);
	if (anycov_wants(fn, ANYCOV_COV_ENTRY_EXIT))
		insert_call(fn, ANYCOV_HOOK_TRACE_PC_ENTRY, {}, ANYCOV_SITE_ENTRY, where, loc);
	if (plan && plan->probe[0])
		insert_probe(fn, &t, 0, i++, where, loc);
	if (deep)
		anycov_insert_stack_depth(fn, where, loc);
	for (uint32_t n = 1; plan && n < fn->cfg.n_blocks; n++)
		if (plan->probe[n])
			insert_probe(fn, &t, n, i++, top_of(fn->blocks[n]),
				     anycov_block_loc(fn->blocks[n]));
}

/*
 * A landing pad that catches some types alone is passed by for others, and the
 * function left without a stop in it.  A cleanup stops them all; behind the handlers'
 * types the pad's code goes on to a resume, which has its hook.
 */
static void stop_all_exceptions(Function *f)
{
	for (BasicBlock &bb : *f) {
		LandingPadInst *pad = bb.getLandingPadInst();
		bool catches_all = false;

		for (unsigned i = 0; pad && i < pad->getNumClauses(); i++)
			catches_all |= pad->isCatch(i) && pad->getClause(i)->isNullValue();
		if (pad && !catches_all)
			pad->setCleanup(true);
	}
}

void anycov_insert_exits(struct anycov_func *fn)
{
	/* LLVM cannot add a landing pad where handlers are funclets; an exception that
	 * passes through such a function is not seen. */
	bool pads = !isScopedEHPersonality(
		getDefaultEHPersonality(Triple(fn->mod->m->getTargetTriple())));
	EscapeEnumerator enumerator(*fn->f, "anycov_exit", pads && !fn->has_funclets);
	std::vector<Instruction *> exits;

	if (!fn->has_funclets)
		stop_all_exceptions(fn->f);
	while (IRBuilder<> *b = enumerator.Next())
		exits.push_back(&*b->GetInsertPoint());
	for (Instruction *exit : exits)
		insert_call(fn, ANYCOV_HOOK_TRACE_PC_EXIT, {}, ANYCOV_SITE_EXIT,
			    exit->getIterator(), exit->getDebugLoc());
}
