/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The map records of a function (anycov/map.h).
 *
 * They stand in no comdat group: the id names the unit, so copies in other units
 * have records of their own, and a group that holds only records (because the
 * optimiser dropped the function) would make a linker throw away another unit's
 * code.  A function without sites in an image is not in that image.
 */
#include <stdlib.h>
#include <map>
#include "pass.h"

using namespace llvm;

struct line_table {
	std::map<std::string, uint32_t> numbers;
	std::vector<std::string> files;
	std::vector<std::vector<struct anycov_map_line>> blocks;
};

/* As the compiler names it: absolute, or relative to the compilation directory. */
static std::string file_name(const DIFile *file, const DICompileUnit *unit)
{
	std::string name = file ? file->getFilename().str() : "";

	if (name.empty() || name[0] == '/' || file->getDirectory().empty() ||
	    (unit && file->getDirectory() == unit->getDirectory()))
		return name;
	return file->getDirectory().str() + "/" + name;
}

static uint32_t file_number(struct line_table *t, const DIFile *file, const DICompileUnit *unit)
{
	std::string name = file_name(file, unit);
	auto found = t->numbers.insert({ name, t->files.size() });

	if (found.second)
		t->files.push_back(name);
	return found.first->second;
}

/* The lines that gcov would count: those of every instruction, inlined ones in
 * their own file, none of what the compiler made up. */
static void collect_lines(struct anycov_func *fn, struct line_table *t)
{
	const DISubprogram *sp = fn->f->getSubprogram();

	t->blocks.resize(fn->cfg.n_blocks);
	if (!sp)
		return;
	t->blocks[0].push_back({ file_number(t, sp->getFile(), sp->getUnit()), sp->getLine(), 0 });
	for (uint32_t n = 0; n < fn->cfg.n_blocks; n++)
		for (const Instruction &i : *fn->blocks[n]) {
			const DILocation *loc = i.getDebugLoc().get();

			if (!loc || !loc->getLine() || loc->isImplicitCode() ||
			    i.isDebugOrPseudoInst())
				continue;
			t->blocks[n].push_back(
				{ file_number(t, loc->getFile(), sp->getUnit()), loc->getLine(),
				  loc->getColumn() });
		}
}

/*
 * A jump alone that no one wrote: an edge that was split, whose jump stands where
 * the branch before it does, or a block that codegen will drop.  A jump that the
 * source has (break, continue, goto) is a line that runs.
 */
static bool is_jump(BasicBlock &bb)
{
	const Instruction *first = anycov_first_real(bb);
	const BasicBlock *from = bb.getSinglePredecessor();

	if (!first->isTerminator() || first->getNumSuccessors() != 1 || isa<CallBase>(first))
		return false;
	return !first->getDebugLoc() ||
	       (from && first->getDebugLoc() == from->getTerminator()->getDebugLoc());
}

static uint32_t map_flags(struct anycov_func *fn, const struct anycov_plan *plan, uint32_t n)
{
	uint32_t flags = 0;

	if (plan->probe[n])
		flags |= ANYCOV_MAP_BLOCK_PROBED;
	if (plan->unknown[n])
		flags |= ANYCOV_MAP_BLOCK_UNKNOWN;
	if (plan->assumed[n])
		flags |= ANYCOV_MAP_BLOCK_ASSUMED;
	if (fn->flags[n] & ANYCOV_BLOCK_EXIT)
		flags |= ANYCOV_MAP_BLOCK_EXIT;
	if ((fn->flags[n] & (ANYCOV_BLOCK_UNREACHABLE | ANYCOV_BLOCK_EMPTY)) ||
	    (n && is_jump(*fn->blocks[n])))
		flags |= ANYCOV_MAP_BLOCK_EMPTY;
	if (fn->flags[n] & ANYCOV_BLOCK_MAYEXIT)
		flags |= ANYCOV_MAP_BLOCK_CALLS;
	return flags;
}

static void fill_blocks(struct anycov_func *fn, const struct anycov_plan *plan,
			const struct line_table *t, const std::vector<uint32_t> &succs,
			std::vector<struct anycov_map_block> *blocks)
{
	uint32_t edge = 0;

	for (uint32_t n = 0; n < fn->cfg.n_blocks; n++) {
		struct anycov_map_block b = {};

		b.flags = map_flags(fn, plan, n);
		b.succs = succs.data() + edge;
		/* Edges are in the order of their blocks. */
		for (; edge < succs.size() && fn->edges[edge].from == n; edge++)
			b.n_succs++;
		b.n_lines = t->blocks[n].size();
		b.lines = t->blocks[n].data();
		b.n_witnesses = plan->first[n + 1] - plan->first[n];
		b.witnesses = plan->witnesses + plan->first[n];
		blocks->push_back(b);
	}
}

void anycov_write_map(struct anycov_func *fn, const struct anycov_plan *plan)
{
	const DISubprogram *sp = fn->f->getSubprogram();
	std::string name = anycov_symbol(*fn->f).str();
	std::vector<struct anycov_map_block> blocks;
	std::vector<const char *> files;
	std::vector<uint32_t> succs;
	struct anycov_map_function f = {};
	SmallString<256> folder;
	struct line_table t;
	std::string dir;
	char *text;

	collect_lines(fn, &t);
	for (const struct anycov_cfg_edge &e : fn->edges)
		succs.push_back(e.to);
	fill_blocks(fn, plan, &t, succs, &blocks);
	for (const std::string &file : t.files)
		files.push_back(file.c_str());
	f.name = name.c_str();
	f.unit = fn->unit.c_str();
	if (sp && sp->getUnit())
		dir = sp->getUnit()->getDirectory().str();
	f.dir = dir.c_str();
	/* Without debug information the folder tells units of one name apart. */
	if (!sp && !sys::fs::current_path(folder))
		f.salt = folder.c_str();
	/* GNU ld -r refuses a section of which some parts are tied to code, as the
	 * sites are, and others are not. */
	f.section = anycov_section_names[anycov_options_map_section(fn->mod->o)];
	f.level = fn->mod->o->level;
	f.prune = fn->mod->o->prune;
	f.line = sp ? sp->getLine() : 0;
	f.n_files = files.size();
	f.files = files.data();
	f.n_blocks = blocks.size();
	f.blocks = blocks.data();
	fn->id = f.id = anycov_map_function_id(&f);
	text = anycov_map_function_asm(&f);
	if (!text)
		report_fatal_error("anycov: out of memory", false);
	fn->mod->m->appendModuleInlineAsm(text);
	free(text);
}
