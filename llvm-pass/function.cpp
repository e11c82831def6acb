/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Facts about the target and about a function as a whole. */
#include "adapter.h"
#include "common/options/word_list.h"

using namespace llvm;

void anycov_describe_target(struct anycov_module *mod)
{
	unsigned bits = mod->m->getDataLayout().getPointerSizeInBits(0);
	Triple triple(mod->m->getTargetTriple());
	struct anycov_target *t = &mod->target;
	bool is_avr = triple.getArch() == Triple::avr;

	t->is_elf = triple.isOSBinFormatELF();
	/* clang links AVR programs with --gc-sections, and AVR's GNU ld (2.26) then drops
	 * tied records and keeps those in its debug sections. */
	t->can_tie_sections = !is_avr;
	/* LLVM's code generators of these stop at a thread-local variable. */
	t->has_tls = !is_avr && triple.getArch() != Triple::msp430 &&
		     triple.getArch() != Triple::bpfel && triple.getArch() != Triple::bpfeb;
	t->has_zero_register = triple.isAArch64() || triple.isRISCV();
	t->stores_addresses =
		(triple.isARM() || triple.isThumb()) && mod->m->getPICLevel() == PICLevel::NotPIC;
	t->keeps_addresses = triple.isARM() || triple.isThumb() || triple.isRISCV();
	t->is_hosted = triple.isOSLinux();
	t->tables_need_script = is_avr;
	t->sees_decisions = true; /* if there are names, see main.cpp */
	t->removes_unused_blocks = true;
	t->pointer_bits = bits;
	/* x32, n32 and other ILP32 ABIs use ELFCLASS32 on 64-bit machines. */
	t->address_bytes = bits == 64 ? 8 : 4;
	mod->has_variables = any_of(mod->m->debug_compile_units(), [](const DICompileUnit *u) {
		return u->getEmissionKind() == DICompileUnit::FullDebug;
	});
	mod->is_arm = triple.isARM() || triple.isThumb();
	mod->sign_extends_i32 = triple.getArch() == Triple::riscv64 || triple.isMIPS64() ||
				triple.getArchName() == "loongarch64";
}

/* Full LTO joins modules into one that has no name worth recording; the debug
 * information still contains the unit of a function. */
static std::string unit_of(const Function &f)
{
	StringRef name = f.getParent()->getSourceFileName();
	const DISubprogram *sp = f.getSubprogram();

	if ((name.empty() || name == "ld-temp.o") && sp && sp->getUnit())
		name = sp->getUnit()->getFilename();
	return name.str();
}

/* An anycov_function, and its texts. */
struct described {
	struct anycov_function facts = {};
	std::string name, unit, shown;
	SmallString<256> directory;

	/* f: NULL for the module as a whole. */
	described(const Module &m, const Function *f)
	{
		const DISubprogram *sp = f ? f->getSubprogram() : NULL;

		name = f ? GlobalValue::dropLLVMManglingEscape(f->getName()).str() : "";
		unit = f ? unit_of(*f) : m.getSourceFileName();
		facts.name = f ? name.c_str() : NULL;
		facts.unit = unit.c_str();
		facts.class_line = sp && sp->isArtificial() ? sp->getLine() : 0;
		/* Under LTO the current directory is that of the link. */
		if (!sys::fs::current_path(directory) && unit == m.getSourceFileName())
			facts.unit_dir = directory.c_str();
		if (sp && sp->getUnit()) {
			shown = sp->getUnit()->getFilename().str();
			facts.unit_shown = shown.c_str();
		}
	}
};

void anycov_try_lists(struct anycov_module *mod)
{
	described module(*mod->m, NULL);

	anycov_unit_try_lists(mod->unit, &module.facts);
	for (const Function &f : *mod->m) {
		described d(*mod->m, &f);

		if (!f.isDeclaration())
			anycov_unit_try_lists(mod->unit, &d.facts);
	}
}

struct anycov_fn *anycov_begin_function(struct anycov_module *mod, const Function &f)
{
	std::string section = f.getSection().str();
	std::string attributes;
	described d(*mod->m, &f);

	d.facts.section = section.empty() ? NULL : section.c_str();
	d.facts.is_naked = f.hasFnAttribute(Attribute::Naked);
	d.facts.no_coverage = f.hasFnAttribute(Attribute::NoSanitizeCoverage);
	d.facts.no_instrumentation = anycov_no_instrumentation(f);
	d.facts.is_external_copy = f.hasAvailableExternallyLinkage();
	d.facts.has_async_eh =
		f.hasPersonalityFn() &&
		isAsynchronousEHPersonality(classifyEHPersonality(f.getPersonalityFn()));
	d.facts.has_line_tables = f.getSubprogram() && !mod->has_variables;
	if (d.facts.has_line_tables && anycov_unit_may_drop_lines(mod->unit))
		attributes = f.getAttributes().getAsString(AttributeList::FunctionIndex);
	d.facts.compiler_reads_lines = StringRef(attributes).contains("sanitize_") ||
				       StringRef(attributes).contains("use-sample-profile") ||
				       f.getParent()->getNamedMetadata("llvm.gcov") ||
				       f.getContext().getLLVMRemarkStreamer() ||
				       f.getContext().getDiagHandlerPtr()->isAnyRemarkEnabled();
	return anycov_fn_begin(mod->unit, &d.facts);
}

bool anycov_has_feature(const Function &f, const char *feature)
{
	return anycov_list_has_word(
		f.getFnAttribute("target-features").getValueAsString().str().c_str(), feature);
}

/* Code models and flags that leave no direct call to any function. */
static const char *far_option(const Function &f)
{
	if (anycov_is_large_code_model(*f.getParent()))
		return "-mcmodel=large";
	return anycov_has_feature(f, "+long-calls") ? "-mlong-calls" : NULL;
}

/* The function records are in no comdat group: the ID includes the unit, so copies in other units
 * have records of their own, and a group that contains only records (because the optimizer removed
 * the function) would make a linker drop another unit's code.  A function without probes in an
 * image is not in that image. */
static void describe_source(struct anycov_llvm_function *fn)
{
	const DISubprogram *sp = fn->f->getSubprogram();
	auto units = fn->mod->m->debug_compile_units();
	SmallString<256> current;

	if (!units.empty())
		fn->dir = (sp ? sp->getUnit() : *units.begin())->getDirectory().str();
	/* Without debug information the current directory distinguishes units of one file name. */
	if (!sp && !sys::fs::current_path(current))
		fn->salt = current.c_str();
	fn->body->source.dir = fn->dir.c_str();
	fn->body->source.salt = fn->salt.empty() ? NULL : fn->salt.c_str();
	/* No code is in the group of a source function's records. */
	if (fn->place == ANYCOV_PLACE_EARLY && fn->f->hasComdat())
		fn->body->source.group = fn->f->getName().data();
}

/* For stack-depth, as clang counts: asm is a call, an intrinsic is none. */
static void describe_frame(struct anycov_llvm_function *fn)
{
	const DataLayout &layout = fn->mod->m->getDataLayout();
	uint64_t bits;

	fn->body->is_leaf = true;
	for (const BasicBlock &bb : *fn->f)
		for (const Instruction &i : bb) {
			const AllocaInst *var = dyn_cast<AllocaInst>(&i);

			fn->body->is_leaf &= !isa<CallBase>(i) || isa<IntrinsicInst>(i);
			if (!var)
				continue;
			bits = var->isStaticAlloca() ? anycov_alloca_bits(var, layout) : UINT64_MAX;
			if (bits == UINT64_MAX)
				fn->body->frame_varies = true;
			else
				fn->body->frame_bytes += bits / 8;
		}
}

void anycov_describe_function(struct anycov_llvm_function *fn)
{
	fn->far_option = far_option(*fn->f);
	fn->body->is_optimized = fn->place != ANYCOV_PLACE_EARLY && !fn->f->hasOptNone();
	describe_source(fn);
	if (anycov_fn_wants_frame(fn->common))
		describe_frame(fn);
	if (anycov_fn_wants_lean(fn->common))
		anycov_describe_lean(fn, &fn->body->lean);
}
