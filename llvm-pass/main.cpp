/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* anycov for LLVM: inserts the hooks of anycov/hooks.def.
 *
 * The pass runs as the last optimization of a module, as clang's own coverage does, and at the end
 * of a full LTO link; with place=early also before the first.  Every function that it has looked at
 * has the attribute below, so that a second run (ThinLTO's link step, an .ll file as input, the
 * plugin loaded twice) leaves it alone. */
#include <stdio.h>
#include <stdlib.h>
#include <mutex>
#include "adapter.h"
#include "common/options/command_line.h"
#include "common/emit/constructor_variants.h"

using namespace llvm;

#define SEEN "anycov"

namespace
{
struct anycov_pass : public PassInfoMixin<anycov_pass> {
	std::string params; /* of anycov<...>; empty: none */
	enum anycov_place place;

	anycov_pass(const std::string &text, enum anycov_place at) : params(text), place(at)
	{
	}
	/* Functions that are not to be optimized are instrumented all the same. */
	static bool isRequired()
	{
		return true;
	}
	PreservedAnalyses run(Module &m, ModuleAnalysisManager &mam);
};

struct anycov_hoist : public PassInfoMixin<anycov_hoist> {
	PreservedAnalyses run(Function &f, FunctionAnalysisManager &fam)
	{
		anycov_hoist_marks(fam.getResult<LoopAnalysis>(f),
				   fam.getResult<DominatorTreeAnalysis>(f),
				   fam.getResult<TargetLibraryAnalysis>(f));
		return PreservedAnalyses::none();
	}
};
} /* namespace */

/* Everything is exported before anything is inserted, so that no insertion is taken for
 * the user's code. */
static void export_and_insert(struct anycov_llvm_function *fn)
{
	bool early = fn->place == ANYCOV_PLACE_EARLY;
	const struct anycov_insertion *list;
	uint32_t n;

	anycov_describe_function(fn);
	if (early)
		anycov_find_decisions(fn);
	anycov_make_graph(fn);
	anycov_export_lines(fn);
	if (early) {
		anycov_export_decisions(fn);
	} else {
		anycov_take_marks(fn);
		anycov_export_items(fn);
	}
	if (fn->has_funclets)
		fn->colors = colorEHFunclets(*fn->f);
	if (anycov_fn_plan(fn->common, early ? fn->place : ANYCOV_PLACE_SOURCE | ANYCOV_PLACE_LATE,
			   fn->body, &list, &n)) {
		anycov_write_map(fn);
		anycov_make_tables(fn);
		anycov_insert_all(fn, list, n);
		if (anycov_fn_drops_lines(fn->common, fn->place))
			anycov_drop_lines(fn->f);
	}
	anycov_remove_unused_blocks(fn);
	if (early || anycov_fn_is_skipped(fn->common))
		return;
	/* The outliner of AArch64 and others would make one call of several. */
	anycov_no_outline(fn->f); /* see also register_callbacks */
}

static void instrument(struct anycov_module *mod, Function &f, enum anycov_place place)
{
	struct anycov_llvm_function fn = anycov_llvm_function(); /* all zero */

	mod->current = &f;
	fn.common = anycov_begin_function(mod, f);
	if (!fn.common)
		return;
	fn.body = anycov_fn_body(fn.common);
	fn.mod = mod;
	fn.f = &f;
	fn.library = &mod->fam->getResult<TargetLibraryAnalysis>(f);
	fn.place = place;
	fn.has_funclets = f.hasPersonalityFn() &&
			  isScopedEHPersonality(classifyEHPersonality(f.getPersonalityFn()));
	export_and_insert(&fn);
	anycov_fn_end(fn.common);
}

static bool wants_look(const Function &f)
{
	return !f.isDeclaration() && !f.hasFnAttribute(SEEN);
}

/* Sets an option of LLVM's own that the user did not set. */
static void set_option(const char *name, const char *value)
{
	auto &known = cl::getRegisteredOptions();
	auto found = known.find(name);

	if (found != known.end() && !found->second->getNumOccurrences())
		found->second->addOccurrence(0, name, value);
}

/* Some targets' instruction selection reorders what does not depend on each other, and expands a
 * select that lands between a hook call and its marker asm to a branch: the two are then far apart.
 * Source order, which most targets use anyway, keeps them together.  And many probes of marks have
 * a jump after them, in whose place codegen would copy blocks of two instructions. */
static void set_codegen(struct anycov_module *mod)
{
	static std::once_flag order, copies, lines; /* ThinLTO's threads share them */

	/* Hexagon's packets need its own order; it has predicates for its selects. */
	if (mod->target.is_elf && Triple(mod->m->getTargetTriple()).getArch() != Triple::hexagon)
		std::call_once(order, set_option, "pre-RA-sched", "source");
	if (anycov_unit_wants_marks(mod->unit))
		std::call_once(copies, set_option, "tail-dup-placement-threshold", "1");
	/* No variables to look for; a call that LLVM makes has no line, not that of another. */
	if (anycov_unit_may_drop_lines(mod->unit) && !mod->has_variables)
		std::call_once(lines, [] {
			set_option("experimental-debug-variable-locations", "0");
			set_option("use-unknown-locations", "Enable");
		});
}

/* Makes C1 and C2 of a class one, as clang does where it may (anycov_base_structor()), and leaves
 * constructors to the program: GlobalOpt would run them, and their marks, but it runs no asm. */
static void prepare_structors(Module *m)
{
	for (Function &f : make_early_inc_range(*m)) {
		std::string name = f.getName().str(), c5 = name;
		Function *c2 = anycov_base_structor(&name[0], &c5[0]) ? m->getFunction(name) : NULL;

		if (!c2 || c2->getFunctionType() != f.getFunctionType() ||
		    c2->getLinkage() != f.getLinkage() || f.empty() || c2->empty())
			continue;
		if (!f.isDiscardableIfUnused()) {
			GlobalAlias *alias = GlobalAlias::create(f.getLinkage(), "", c2);

			alias->setVisibility(f.getVisibility());
			alias->takeName(&f);
			c2->setComdat(f.hasComdat() ? m->getOrInsertComdat(c5) : NULL);
		}
		f.replaceAllUsesWith(c2);
		f.eraseFromParent();
	}
	optimizeGlobalCtorsList(*m, [](auto... ctor) {
		BasicBlock &entry = std::get<Function *>(std::make_tuple(ctor...))->getEntryBlock();
		IRBuilder<> b(&entry, entry.getFirstInsertionPt());

		anycov_insert_asm(&b, "", NULL, {});
		return false;
	});
}

/* Has SimplifyCFG leave branches alone, as the attribute of clang's own -fsanitize=fuzzer does. */
static void keep_branches(Module *m)
{
	for (Function &f : *m)
		if (wants_look(f))
			f.addFnAttr(Attribute::OptForFuzzing);
}

static void instrument_module(struct anycov_module *mod, enum anycov_place place)
{
	std::vector<Function *> todo;

	if (place == ANYCOV_PLACE_EARLY && mod->target.is_elf)
		prepare_structors(mod->m);
	for (Function &f : *mod->m)
		if (wants_look(f))
			todo.push_back(&f);
	for (Function *f : todo) {
		if (place != ANYCOV_PLACE_EARLY)
			f->addFnAttr(SEEN);
		instrument(mod, *f, place);
	}
	if (place == ANYCOV_PLACE_EARLY)
		return;
	anycov_make_ctors(mod);
	anycov_write_tags(mod);
}

/* The late place says it all once more. */
static void say_nothing(void *, enum anycov_severity, const char *)
{
}

PreservedAnalyses anycov_pass::run(Module &m, ModuleAnalysisManager &mam)
{
	bool early = place == ANYCOV_PLACE_EARLY;
	struct anycov_module mod = {};
	struct anycov_reporter reporter = { early ? say_nothing : anycov_report_to_llvm, &mod,
					    early ? NULL : anycov_wants_llvm_remarks };
	bool any = any_of(m, wants_look), started;
	struct anycov_reporter loud = { anycov_report_to_llvm, &mod, NULL };
	struct anycov_error err;

	mod.m = &m;
	mod.fam = &mam.getResult<FunctionAnalysisManagerModuleProxy>(m).getManager();
	mod.unit = anycov_unit_new(&reporter);
	anycov_describe_target(&mod);
	anycov_read_options(mod.unit, params);
	started = anycov_unit_start(mod.unit, &mod.target, any);
	/* Functions that are inlined everywhere are gone when the late place comes, but entries of
	 * lists that name them are no mistakes. */
	if (started && early && anycov_unit_has_lists(mod.unit)) {
		anycov_try_lists(&mod);
		anycov_write_lists(&mod);
	}
	/* Of a link, which has no names, the late place sees the functions alone. */
	if (early &&
	    anycov_unit_check_names(mod.unit, !m.getContext().shouldDiscardValueNames(), &err))
		anycov_report(&loud, ANYCOV_ERROR, "%s", err.text);
	if (early && anycov_unit_keeps_branches(mod.unit))
		keep_branches(&m);
	/* The variable of a client that defines it: that a function uses it is not needed. */
	if (started && anycov_unit_wants_stack_depth(mod.unit))
		anycov_start_lowest_stack(&mod);
	if (started && any && (!early || anycov_unit_wants_marks(mod.unit))) {
		set_codegen(&mod);
		instrument_module(&mod, place);
	}
	anycov_unit_free(mod.unit);
	return any ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

/* "anycov" or "anycov<coverage=trace-pc;...>": both places. */
static bool parse_pass(StringRef name, ModulePassManager &mpm)
{
	bool has_options = name.consume_front("anycov<");

	if (!has_options && name != "anycov")
		return false;
	if (has_options && !name.consume_back(">")) {
		/* opt cuts the text at commas before any pass gets it. */
		errs() << ANYCOV_COMMA_IN_PASS "\n";
		return false;
	}
	for (enum anycov_place place : { ANYCOV_PLACE_EARLY, ANYCOV_PLACE_LATE })
		mpm.addPass(anycov_pass(has_options ? name.str() : "", place));
	return true;
}

static void register_callbacks(PassBuilder &pb)
{
	if (anycov_process_has_argument("-v")) /* clang shows it to no plugin */
		errs() << "anycov: " ANYCOV_VERSION " for LLVM " LLVM_VERSION_STRING "\n";
	/* Now, not when the pass runs: clang 13 has its codegen passes by then. */
	if (!ANYCOV_HAS_NOOUTLINE)
		set_option("enable-machine-outliner", "never");
	/* The name for -print-after= and others. */
	if (PassInstrumentationCallbacks *names = pb.getPassInstrumentationCallbacks())
		names->addClassToPassName(anycov_pass::name(), "anycov");
	pb.registerPipelineStartEPCallback([](ModulePassManager &mpm, anycov_opt_level) {
		mpm.addPass(anycov_pass("", ANYCOV_PLACE_EARLY));
	});
	pb.registerVectorizerStartEPCallback(
		[](FunctionPassManager &fpm, anycov_opt_level) { fpm.addPass(anycov_hoist()); });
	anycov_at_end(pb, [](ModulePassManager &mpm) {
		mpm.addPass(anycov_pass("", ANYCOV_PLACE_LATE));
	});
	pb.registerPipelineParsingCallback(
		[](StringRef name, ModulePassManager &mpm, ArrayRef<PassBuilder::PipelineElement>) {
			return parse_pass(name, mpm);
		});
}

static void check_version()
{
	unsigned running = anycov_running_llvm();
	struct anycov_error err;

	if (!running || running == ANYCOV_LLVM)
		return;
	fprintf(stderr, "%s\n",
		anycov_wrong_compiler(&err, "LLVM", std::to_string(ANYCOV_LLVM).c_str(),
				      std::to_string(running).c_str()));
	exit(1);
}

__attribute__((constructor)) static void loaded()
{
	check_version();
	anycov_register_options();
}

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo()
{
	PassPluginLibraryInfo info = {};

	info.APIVersion = LLVM_PLUGIN_API_VERSION;
	info.PluginName = "anycov";
	info.PluginVersion = ANYCOV_VERSION " for LLVM " LLVM_VERSION_STRING;
	info.RegisterPassBuilderCallbacks = register_callbacks;
	return info;
}
