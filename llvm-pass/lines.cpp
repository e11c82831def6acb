/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Source lines of blocks, and the source locations of what is inserted. */
#include "adapter.h"

using namespace llvm;

/* As the compiler names it: absolute, or relative to the compilation directory. */
static std::string file_name(const DIFile *file, const DICompileUnit *unit)
{
	std::string name = file ? file->getFilename().str() : "";

	if (name.empty() || name[0] == '/' || file->getDirectory().empty() ||
	    (unit && file->getDirectory() == unit->getDirectory()))
		return name;
	return file->getDirectory().str() + "/" + name;
}

/* The function's, while its lines are added.  The last file asked for is nearly always the next
 * one. */
struct line_reader {
	const DICompileUnit *unit;
	std::vector<const DILocation *> coroutine_ends; /* empty: it is none */
	const DIFile *last;
	uint32_t number;
};

static void set_file(struct anycov_llvm_function *fn, struct line_reader *c, const DIFile *file)
{
	std::string name = file_name(file, c->unit);
	bool is_from_here = file && c->unit && name[0] != '/' &&
			    file->getDirectory() == c->unit->getDirectory();

	c->number = anycov_fn_file(fn->common, name.c_str(), is_from_here ? name.c_str() : NULL);
	c->last = file;
}

/* Where the source has an instruction, or NULL.  A branch has the place of the && or || that it is
 * made for, whose line may be that of an operand that is not evaluated, and so has the conversion
 * of their value: the first is where its condition is, the second nowhere.  Optimizers move
 * conditions. */
static const DILocation *place_of(const struct anycov_llvm_function *fn, const Instruction &i)
{
	auto *branch = dyn_cast<BranchInst>(&i);
	auto *condition = branch && branch->isConditional()
				  ? dyn_cast<Instruction>(branch->getCondition())
				  : NULL;

	if (fn->place != ANYCOV_PLACE_EARLY)
		return i.getDebugLoc().get();
	if (isa<CastInst>(i) && isa<PHINode>(i.getOperand(0)))
		return NULL;
	if (condition && !isa<PHINode>(condition) && condition->getDebugLoc())
		return condition->getDebugLoc().get();
	return i.getDebugLoc().get();
}

/* The lines that gcov would count: those of every instruction, inlined ones in their own file, none
 * of what the compiler made up, as the optimizer's PHIs, which have a line of another block. */
static void add_lines(struct anycov_llvm_function *fn, struct line_reader *c, uint32_t n)
{
	const DILocation *last = NULL;

	for (Instruction &i : *fn->code[n]) {
		struct anycov_map_line line;
		const DILocation *loc = place_of(fn, i);

		if (i.getPrevNode() && anycov_ends_part(*i.getPrevNode(), *fn->library))
			anycov_fn_add_call(fn->common, n, ANYCOV_CALL_AMONG_LINES);
		if (!loc || loc == last || !loc->getLine() || loc->isImplicitCode() ||
		    isa<PHINode>(i) || i.isDebugOrPseudoInst() || i.isLifetimeStartOrEnd())
			continue;
		last = loc;
		if (anycov_is_of_coroutine(i, c->coroutine_ends))
			continue;
		if (loc->getFile() != c->last)
			set_file(fn, c, loc->getFile());
		line = { c->number, loc->getLine(), loc->getColumn(), 0 };
		if (anycov_fn_add_line(fn->common, n, &line))
			fn->before_parts.push_back(i.getPrevNode());
	}
}

void anycov_export_lines(struct anycov_llvm_function *fn)
{
	const DISubprogram *sp = fn->f->getSubprogram();
	struct line_reader c = {};
	struct anycov_map_line own = {};

	if (!sp || !fn->mod->target.is_elf)
		return;
	c.unit = sp->getUnit();
	c.coroutine_ends = anycov_coroutine_ends(*fn->f);
	/* The function's own line and file. */
	set_file(fn, &c, sp->getFile());
	own.line = sp->getLine();
	anycov_fn_add_line(fn->common, 0, &own);
	for (uint32_t n = 0; n < fn->code.size(); n++)
		add_lines(fn, &c, n);
}

struct anycov_map_line anycov_place_of(struct anycov_llvm_function *fn, const Instruction *i)
{
	const DILocation *loc = i->getDebugLoc().get();
	const DISubprogram *sp = fn->f->getSubprogram();
	struct line_reader c = {};

	if (!loc || !loc->getLine() || !sp)
		return {};
	c.unit = sp->getUnit();
	set_file(fn, &c, loc->getFile());
	return { c.number, loc->getLine(), loc->getColumn(), 0 };
}

void anycov_drop_lines(Function *f)
{
	for (BasicBlock &bb : *f)
		for (Instruction &i : bb)
			/* Divisions may become calls, and by 0 not return. */
			if (!isa<CallBase>(i) && !i.isIntDivRem())
				i.setDebugLoc(DebugLoc());
}

DebugLoc anycov_artificial_loc(const Function &f)
{
	DISubprogram *sp = f.getSubprogram();

	return sp ? DebugLoc(DILocation::get(sp->getContext(), 0, 0, sp)) : DebugLoc();
}

static bool has_line(const Instruction *i)
{
	return !i->isDebugOrPseudoInst() && i->getDebugLoc() && i->getDebugLoc().getLine();
}

/* Where a debugger says that the block begins: the function's opening brace, or the first line
 * that the block itself has. */
DebugLoc anycov_block_loc(BasicBlock *bb)
{
	Function *f = bb->getParent();
	DISubprogram *sp = f->getSubprogram();

	if (!sp)
		return DebugLoc();
	if (bb == &f->getEntryBlock())
		return DILocation::get(sp->getContext(), sp->getScopeLine(), 0, sp);
	for (Instruction &i : *bb)
		if (!isa<PHINode>(i) && has_line(&i))
			return i.getDebugLoc();
	return anycov_artificial_loc(*f);
}

/* The line of a neighbor in bb, preferably one from "from" on: those need its result. */
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

/* Where the source has the comparison.  The optimizer removes the line of what it moves or
 * combines; then the best line is that of what uses the result, next that of the code around it,
 * last that of the branch that leads here. */
DebugLoc anycov_compare_loc(Instruction *cmp)
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
