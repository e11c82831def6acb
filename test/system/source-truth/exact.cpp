/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A plugin of clang's that makes clang's --coverage count what was executed, for the reference.
 *
 * clang counts some arcs and llvm-cov infers the others as if each call returned; an arc that is
 * split for its counter is neither counted nor in the notes.  So before that pass no arc needs to
 * be split, and the module has a call of fork(), with which all are counted.  A counter is at the
 * start of a block that has one successor, or of the successors: so each call ends such a block.
 *
 * Notes have lines of a function's own file.  Those of the Nth of other files (#line, #include) get
 * N * 10,000,000 added, and the file of notes one beside it, .files, with the directory that names
 * are relative to, and the names of these files.
 */
#include <stdio.h>
#include <unistd.h>
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"
#include "llvm_compat.h"

using namespace llvm;

/* The first instruction of a new block after the call i, or the call itself if it is an invoke,
 * which has two successors; else NULL. */
static Instruction *start_after(Instruction &i)
{
	auto *call = dyn_cast<CallInst>(&i);

	if (isa<InvokeInst>(i))
		return &i;
	if (!call || isa<IntrinsicInst>(call) || call->isMustTailCall() || call->isInlineAsm())
		return NULL;
	return call->getNextNode();
}

static void split_at_calls(Function &f)
{
	std::vector<std::pair<Instruction *, DebugLoc>> starts;

	for (BasicBlock &b : f)
		for (Instruction &i : b)
			if (Instruction *start = start_after(i))
				starts.push_back({ start, i.getDebugLoc() });
	for (auto &start : starts) {
		BasicBlock *before = start.first->getParent();

		SplitBlock(before, start.first);
		before->getTerminator()->setDebugLoc(start.second);
	}
	SplitAllCriticalEdges(f);
}

static bool is_at_home(const DILocation *at, const DISubprogram *f)
{
	return at->getFilename() == f->getFilename();
}

/* Returns the number of the file of the location, from 1. */
static unsigned number_of(std::vector<std::string> &files, const DILocation *at)
{
	std::string name = at->getFilename().str();

	if (name[0] != '/')
		name = at->getDirectory().str() + "/" + name;
	for (size_t i = 0; i < files.size(); i++)
		if (files[i] == name)
			return i + 1;
	files.push_back(name);
	return files.size();
}

/* A branch has the place of the && or || that it is made for, and so has the conversion of their
 * value: of a line whose operand may not be evaluated.  Returns whether this is one of them, which
 * has its condition's place then, or none. */
static bool moves_to_operand(Instruction &i)
{
	auto *branch = dyn_cast<BranchInst>(&i);
	Instruction *condition = branch && branch->isConditional()
					 ? dyn_cast<Instruction>(branch->getCondition())
					 : NULL;
	bool is_conversion = isa<CastInst>(i) && isa<PHINode>(i.getOperand(0));

	if (!is_conversion && (!condition || isa<PHINode>(condition) || !condition->getDebugLoc()))
		return false;
	i.setDebugLoc(is_conversion ? DebugLoc() : condition->getDebugLoc());
	return true;
}

/* Scopes are those of functions alone: lines after an #include or #line in a block are not noted.
 */
static void number_lines(Function &f, std::vector<std::string> &files)
{
	DISubprogram *sp = f.getSubprogram();

	for (BasicBlock &b : f)
		for (Instruction &i : b) {
			const DILocation *at = i.getDebugLoc();
			unsigned line = at ? at->getLine() : 0;

			if (!sp || !line || at->getInlinedAt())
				continue;
			if (moves_to_operand(i))
				continue;
			if (!is_at_home(at, sp))
				line += number_of(files, at) * 10000000;
			i.setDebugLoc(DILocation::get(f.getContext(), line, at->getColumn(), sp,
						      NULL, at->isImplicitCode()));
		}
}

static void write_files(const Module &m, const std::vector<std::string> &files)
{
	const NamedMDNode *gcov = m.getNamedMetadata("llvm.gcov");

	if (!gcov || !gcov->getNumOperands())
		return;
	std::string name = cast<MDString>(gcov->getOperand(0)->getOperand(0))->getString().str();
	FILE *out = fopen((name + ".files").c_str(), "w");
	char *directory = getcwd(NULL, 0);

	fprintf(out, "%s\n", directory);
	free(directory);
	for (const std::string &file : files)
		fprintf(out, "%s\n", file.c_str());
	fclose(out);
}

/* Without a place in the source, so that it is in no notes. */
static void add_fork(Module &m)
{
	Type *type = Type::getInt32Ty(m.getContext());
	Function *f = Function::Create(FunctionType::get(type, false), Function::InternalLinkage,
				       "anycov_exact_fork", m);
	IRBuilder<> at(BasicBlock::Create(m.getContext(), "", f));

	at.CreateRet(at.CreateCall(m.getOrInsertFunction("fork", type)));
}

struct exact_pass : public PassInfoMixin<exact_pass> {
	static bool isRequired()
	{
		return true;
	}
	PreservedAnalyses run(Module &m, ModuleAnalysisManager &)
	{
		std::vector<std::string> files;

		for (Function &f : m) {
			if (f.isDeclaration() || f.hasAvailableExternallyLinkage())
				continue;
			number_lines(f, files);
			split_at_calls(f);
		}
		write_files(m, files);
		add_fork(m);
		return PreservedAnalyses::none();
	}
};

static void register_callbacks(PassBuilder &builder)
{
	builder.registerPipelineStartEPCallback(
		[](ModulePassManager &passes, auto) { passes.addPass(exact_pass()); });
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	return { LLVM_PLUGIN_API_VERSION, "exact", "1", register_callbacks };
}
