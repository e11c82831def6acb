/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * anycov for LLVM: inserts the hooks of anycov/hooks.def.
 *
 * The pass runs as the last optimisation of a module, where clang's own coverage
 * stands, and at the end of a full LTO link.  Every function it has seen carries
 * the attribute below, so that a second run (ThinLTO's link step, an .ll file as
 * input, the plugin loaded twice) leaves it alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <mutex>
#include "family.h"

using namespace llvm;

#define SEEN "anycov"

namespace
{
struct warning : public DiagnosticInfo {
	const char *text;

	warning(const char *t)
		: DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), DS_Warning), text(t)
	{
	}
	void print(DiagnosticPrinter &p) const override
	{
		p << text;
	}
};

struct anycov_pass : public PassInfoMixin<anycov_pass> {
	std::string params; /* of anycov<...>; empty: none */

	explicit anycov_pass(const std::string &p) : params(p)
	{
	}
	/* Functions that are not to be optimised are instrumented all the same. */
	static bool isRequired()
	{
		return true;
	}
	PreservedAnalyses run(Module &m, ModuleAnalysisManager &mam);
};
} /* namespace */

void anycov_warning(LLVMContext &ctx, const char *text)
{
	ctx.diagnose(warning(text));
}

static void remark(const struct anycov_options *o, const Function &f, const std::string &what)
{
	if (o->verbose)
		errs() << "anycov: '" << anycov_symbol(f) << "' " << what << "\n";
}

/* Chooses the blocks and writes them into the map, if a word asks for probes. */
static int plan_blocks(struct anycov_func *fn, struct anycov_plan *plan, struct anycov_error *err)
{
	if (anycov_options_probe_entry(fn->mod->o))
		fn->flags[0] |= ANYCOV_BLOCK_MUST;
	if (anycov_plan_function(fn, plan, err))
		return -1;
	if (fn->mod->has_map)
		anycov_write_map(fn, plan);
	return 0;
}

/*
 * What a bench compares the plan with: the least number of probes in the blocks
 * that the code has.  Computing it takes quadratic time.
 */
static std::string bound_text(struct anycov_func *fn)
{
	struct anycov_bound bound;
	struct anycov_error err;

	if (!fn->mod->o->verbose || fn->mod->o->prune != ANYCOV_PRUNE_LOSSLESS)
		return "";
	if (anycov_plan_bound_of_code(&fn->cfg, &bound, &err))
		return "";
	return ", lower bound " + std::to_string(bound.must + bound.classes + bound.forced);
}

static void insert_all(struct anycov_func *fn, const struct anycov_plan *plan)
{
	struct anycov_cmp_sites compares;
	struct anycov_data_sites data;

	/* Look first, so that nothing finds what another has inserted. */
	if (anycov_wants(fn, ANYCOV_COV_TRACE_CMP))
		anycov_find_compares(fn, &compares);
	anycov_find_data(fn, &data);
	if (anycov_wants(fn, ANYCOV_COV_CONTROL_FLOW))
		anycov_add_control_flow(fn);
	anycov_insert_blocks(fn, plan);
	anycov_insert_compares(fn, &compares);
	anycov_insert_data(fn, &data);
	if (anycov_wants(fn, ANYCOV_COV_ENTRY_EXIT))
		anycov_insert_exits(fn);
	remark(fn->mod->o, *fn->f,
	       "gets " + std::to_string(plan ? plan->n_probes : 0) + " probes in " +
		       std::to_string(fn->cfg.n_blocks - fn->optional.size()) + " blocks and " +
		       std::to_string(compares.insns.size()) + " compare hooks" + bound_text(fn));
}

static int instrument(struct anycov_module *mod, Function &f, struct anycov_error *err)
{
	bool has_plan = mod->o->coverage & ANYCOV_PROBE_KINDS;
	std::string name = anycov_symbol(f).str();
	struct anycov_map_function base = {};
	struct anycov_plan plan = {};
	struct anycov_func fn;

	fn.mod = mod;
	fn.f = &f;
	fn.unit = anycov_unit_name(f);
	base.name = name.c_str(); /* until its map is written */
	base.unit = fn.unit.c_str();
	fn.id = anycov_map_function_id(&base);
	anycov_build_graph(&fn);
	fn.has_funclets = f.hasPersonalityFn() &&
			  isScopedEHPersonality(classifyEHPersonality(f.getPersonalityFn()));
	if (fn.has_funclets)
		fn.colors = colorEHFunclets(f);
	if (has_plan && plan_blocks(&fn, &plan, err))
		return -1;
	insert_all(&fn, has_plan ? &plan : NULL);
	anycov_plan_free(&plan);
	anycov_drop_optional(&fn);
	/* The outliner of AArch64 and others would make one call of several. */
	f.addFnAttr("nooutline"); /* see also register_callbacks */
	return 0;
}

static bool wants_look(const Function &f)
{
	return !f.isDeclaration() && !f.hasFnAttribute(SEEN);
}

static void describe_target(struct anycov_module *mod)
{
	Triple triple(mod->m->getTargetTriple());

	mod->has_map = triple.isOSBinFormatELF();
	mod->is_arm = triple.isARM() || triple.isThumb();
	/* LLVM's code generators of these stop at a thread-local variable. */
	mod->has_tls = triple.getArch() != Triple::avr && triple.getArch() != Triple::msp430 &&
		       triple.getArch() != Triple::bpfel && triple.getArch() != Triple::bpfeb;
	mod->is_avr = triple.getArch() == Triple::avr;
	/* x32, n32 and other ILP32 ABIs use ELFCLASS32 on 64-bit machines. */
	mod->addr_bytes = mod->m->getDataLayout().getPointerSizeInBits(0) == 64 ? 8 : 4;
	mod->sign_extends_i32 = triple.getArch() == Triple::riscv64 || triple.isMIPS64() ||
				triple.getArchName() == "loongarch64";
}

/* Sets an option of LLVM's own that the user left alone. */
static void set_option(const char *name, const char *value)
{
	auto &known = cl::getRegisteredOptions();
	auto found = known.find(name);

	if (found != known.end() && !found->second->getNumOccurrences())
		found->second->addOccurrence(0, name, value);
}

/*
 * Some targets' instruction selection reorders what does not depend on each other,
 * and expands a select that lands between a hook call and its site's asm to a
 * branch: the two are then far apart.  Source order, which most targets use anyway,
 * keeps them together.
 */
static void set_source_order()
{
	set_option("pre-RA-sched", "source");
}

static void keep_source_order(struct anycov_module *mod)
{
	static std::once_flag once; /* ThinLTO's threads share LLVM's options */

	/* Hexagon's packets need its own order; it has predicates for its selects. */
	if (mod->has_map && Triple(mod->m->getTargetTriple()).getArch() != Triple::hexagon)
		std::call_once(once, set_source_order);
}

static int instrument_module(struct anycov_module *mod, struct anycov_error *err)
{
	std::vector<Function *> todo;

	for (Function &f : *mod->m)
		if (wants_look(f))
			todo.push_back(&f);
	for (Function *f : todo) {
		const char *why = anycov_why_skip(mod->o, *f);

		f->addFnAttr(SEEN);
		if (why)
			remark(mod->o, *f, std::string("gets no hooks: ") + why);
		else if (instrument(mod, *f, err))
			return -1;
	}
	anycov_finish_tables(mod);
	return 0;
}

PreservedAnalyses anycov_pass::run(Module &m, ModuleAnalysisManager &mam)
{
	struct anycov_options o;
	struct anycov_error err;
	struct anycov_module mod = {};
	bool any = false;
	int failed;

	for (const Function &f : m)
		any |= wants_look(f);
	/* Nothing to do: do not ask a link step for options, but judge those given. */
	if (!any && !anycov_options_given(params))
		return PreservedAnalyses::all();
	anycov_options_init(&o);
	failed = anycov_read_options(&o, params, &err);
	if (!failed) {
		mod.m = &m;
		mod.o = &o;
		mod.fam = &mam.getResult<FunctionAnalysisManagerModuleProxy>(m).getManager();
		describe_target(&mod);
		keep_source_order(&mod);
		failed = anycov_options_check_format(&o, mod.has_map, &err) ||
			 instrument_module(&mod, &err);
	}
	anycov_options_free(&o);
	if (failed)
		m.getContext().emitError(Twine("anycov: ") + err.text);
	return PreservedAnalyses::none();
}

/* "anycov" or "anycov<coverage=trace-pc;...>". */
static bool parse_pass(StringRef name, ModulePassManager &mpm)
{
	if (name == "anycov") {
		mpm.addPass(anycov_pass(""));
		return true;
	}
	if (!name.consume_front("anycov<"))
		return false;
	if (!name.consume_back(">")) {
		/* opt cuts the text at commas before any pass sees it. */
		errs() << "anycov: -passes= takes no comma within anycov<...>; write coverage=A;coverage=B\n";
		return false;
	}
	mpm.addPass(anycov_pass(name.str()));
	return true;
}

static void register_callbacks(PassBuilder &pb)
{
	/* Now, not when the pass runs: clang 13 has its codegen passes by then. */
	if (!ANYCOV_HAS_NOOUTLINE)
		set_option("enable-machine-outliner", "never");
	anycov_at_end(pb, [](ModulePassManager &mpm) { mpm.addPass(anycov_pass("")); });
	pb.registerPipelineParsingCallback(
		[](StringRef name, ModulePassManager &mpm, ArrayRef<PassBuilder::PipelineElement>) {
			return parse_pass(name, mpm);
		});
}

static void check_version()
{
	unsigned running = anycov_running_llvm();

	if (!running || running == ANYCOV_LLVM)
		return;
	fprintf(stderr,
		"anycov: this plugin is for LLVM %d and the compiler is LLVM %u; `anycov flags --cc "
		"CC' prints the flags of the right one\n",
		ANYCOV_LLVM, running);
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
	info.PluginVersion = "LLVM " LLVM_VERSION_STRING;
	info.RegisterPassBuilderCallbacks = register_callbacks;
	return info;
}
