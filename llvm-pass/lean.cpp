/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lean probes (anycov/lean.h): which functions can have them, and the asm that is
 * the call.  To the compiler it is no call, so that registers stay where they are.
 */
#include "pass.h"
#include "anycov/lean.h"

using namespace llvm;

struct lean_target {
	const char *call;
	const char *regs[4];     /* NULL behind the last */
	bool puts_out;           /* regs may stand as outputs: see constraints */
	const char *flags;       /* as a clobber, NULL: the machine has none */
	/* The frame pointer as an operand; NULL: none.  Not on AArch64: the instruction
	 * selector that it has for -O0 crashes on such an operand (LLVM 19).  With unwind
	 * tables nothing moves over the frame's making there; without, a walk of frame
	 * pointers from a lean hook may miss the direct caller of the function. */
	const char *frame;
	const char *reserved[3]; /* features by which a user takes one of regs */
};

static const struct lean_target x86_64 = {
	ANYCOV_LEAN_CALL_X86_64, { ANYCOV_LEAN_REGS_X86_64 }, true, "~{flags}", "{rbp}", {}
};
static const struct lean_target aarch64 = {
	ANYCOV_LEAN_CALL_AARCH64, { ANYCOV_LEAN_REGS_AARCH64 }, false, "~{cc}", NULL, { "+reserve-x30" }
};
static const struct lean_target arm = {
	ANYCOV_LEAN_CALL_ARM, { ANYCOV_LEAN_REGS_ARM }, false, "~{cc}", NULL, {}
};
static const struct lean_target riscv = {
	ANYCOV_LEAN_CALL_RISCV, { ANYCOV_LEAN_REGS_RISCV }, false, NULL, "{fp}",
	{ "+reserve-x1", "+reserve-x6", "+reserve-x28" }
};

static bool has_feature(const Function &f, const char *feature)
{
	StringRef rest = f.getFnAttribute("target-features").getValueAsString();

	while (!rest.empty()) {
		std::pair<StringRef, StringRef> cut = rest.split(',');

		if (cut.first == feature)
			return true;
		rest = cut.second;
	}
	return false;
}

static const struct lean_target *target_of(const struct anycov_module *mod, const Function &f)
{
	Triple triple(mod->m->getTargetTriple());

	if (!triple.isOSBinFormatELF())
		return NULL;
	if (mod->is_arm)
		return &arm;
	if (triple.isRISCV())
		return has_feature(f, "+e") ? NULL : &riscv;
	if (mod->addr_bytes != 8)
		return NULL;
	if (triple.getArch() == Triple::x86_64)
		return &x86_64;
	return triple.isAArch64() ? &aarch64 : NULL;
}

/* Why f gets C hooks although lean ones were asked for; NULL: it gets lean ones. */
static const char *why_not(const struct lean_target *t, const Function &f)
{
	if (!t)
		return "this target has no lean hooks";
	if (anycov_is_large_code_model(*f.getParent()) || has_feature(f, "+long-calls"))
		return "a direct call may not reach a hook in this code model";
	for (unsigned i = 0; i < 3 && t->reserved[i]; i++)
		if (has_feature(f, t->reserved[i]))
			return "a register that they need is taken by an option";
	return NULL;
}

/* LLVM knows a register by the name that its own tables give it. */
static StringRef register_name(StringRef name)
{
	return name == "x30" ? "lr" : name;
}

/*
 * Who unwinds by frame pointers must find this function's frame made, and nothing
 * but an operand keeps the asm behind the instructions that make it.
 */
static bool keeps_frame_pointer(const Function &f)
{
	StringRef kept = f.getFnAttribute("frame-pointer").getValueAsString();

	return kept == "all" || kept.substr(0, 8) == "non-leaf";
}

/*
 * What the asm destroys.  LLVM looks up the name of a clobbered register in all of
 * its register classes, twice: half of what a probe costs the code generator.  That
 * of an output it looks up once, until it finds it.  Nobody uses what is put out; at
 * -O0 a copy of it would stay.
 */
static void constraints(struct anycov_func *fn, const struct lean_target *t)
{
	Type *word = Type::getInt64Ty(fn->f->getContext());
	bool out = t->puts_out && !fn->f->hasOptNone();
	std::vector<Type *> types;
	std::string text;

	fn->lean_has_frame = t->frame && keeps_frame_pointer(*fn->f);
	for (unsigned i = 0; t->regs[i]; i++) {
		text += (out ? ",={" : ",~{") + register_name(t->regs[i]).str() + "}";
		if (out)
			types.push_back(word);
	}
	if (fn->lean_has_frame)
		text = out ? text + "," + t->frame : std::string(",") + t->frame + text;
	if (t->flags)
		text += std::string(",") + t->flags;
	fn->lean_constraints = text.substr(1);
	fn->lean_type = out ? StructType::get(fn->f->getContext(), types) :
			      Type::getVoidTy(fn->f->getContext());
}

/* The unit links with a runtime that has lean hooks, and with no other. */
static void put_tag(struct anycov_module *mod)
{
	char text[ANYCOV_TAG_ASM_MAX];

	if (mod->has_lean)
		return;
	mod->has_lean = true;
	anycov_tag_asm(text, anycov_section_names[anycov_options_map_section(mod->o)],
		       mod->addr_bytes, anycov_hook_table[ANYCOV_HOOK_ABI_LEAN].symbol);
	mod->m->appendModuleInlineAsm(text);
}

bool anycov_lean_begin(struct anycov_func *fn)
{
	struct anycov_module *mod = fn->mod;
	const struct lean_target *t;
	const char *why;

	if (mod->o->hooks != ANYCOV_HOOKS_LEAN)
		return false;
	t = target_of(mod, *fn->f);
	why = why_not(t, *fn->f);
	if (why) {
		if (!mod->told_no_lean)
			errs() << mod->m->getSourceFileName() << ": note: anycov: hooks=lean: "
			       << why << "; probes call C hooks here\n";
		mod->told_no_lean = true;
		return false;
	}
	put_tag(mod);
	constraints(fn, t);
	fn->lean_call = std::string("\t") + t->call + "\t" +
			anycov_hook_table[ANYCOV_HOOK_TRACE_PC].symbol + "\n";
	return true;
}
