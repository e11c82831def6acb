/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lean probes (anycov/lean.h): the asm that is the call.  To the compiler it is no
 * call, so that registers keep their values.
 */
#include "adapter.h"

using namespace llvm;

/* What the asm of a lean call declares on each target, by enum anycov_lean_id. */
struct lean_syntax {
	bool has_outputs;  /* changed registers are outputs: see make_constraints() */
	const char *flags; /* as a clobber */
	/* The frame pointer as an operand; NULL: none.  Not on AArch64: the instruction
	 * selector that it has for -O0 crashes on such an operand (LLVM 19).  With unwind
	 * tables no code moves across the set-up of the frame there; without them a walk of
	 * frame pointers from a lean hook may miss the direct caller of the function. */
	const char *frame;
	const char *reserved[ANYCOV_LEAN_MAX_REGS]; /* the feature that takes register i */
};
static const struct lean_syntax syntaxes[ANYCOV_N_LEAN] = {
	{ false, "", NULL, {} },
	{ true, ",~{flags}", "{rbp}", {} },
	{ false, ",~{cc}", NULL, { NULL, NULL, "+reserve-x30" } },
	{ false, ",~{cc}", NULL, {} },
	{ false, "", "{fp}", { "+reserve-x6", "+reserve-x28", "+reserve-x1" } },
};

static enum anycov_lean_id target_of(const struct anycov_module *mod, const Function &f)
{
	Triple triple(mod->m->getTargetTriple());

	if (mod->is_arm)
		return ANYCOV_LEAN_ARM;
	if (triple.isRISCV())
		return anycov_has_feature(f, "+e") ? ANYCOV_LEAN_NONE : ANYCOV_LEAN_RISCV;
	if (mod->target.address_bytes != 8)
		return ANYCOV_LEAN_NONE;
	if (triple.getArch() == Triple::x86_64)
		return ANYCOV_LEAN_X86_64;
	return triple.isAArch64() ? ANYCOV_LEAN_AARCH64 : ANYCOV_LEAN_NONE;
}

void anycov_describe_lean(struct anycov_llvm_function *fn, struct anycov_lean_facts *lean)
{
	lean->target = target_of(fn->mod, *fn->f);
	lean->call_is_far = fn->far_option != NULL;
	for (unsigned i = 0; i < ANYCOV_LEAN_MAX_REGS; i++) {
		const char *feature = syntaxes[lean->target].reserved[i];

		if (feature && anycov_has_feature(*fn->f, feature))
			lean->taken_registers |= 1u << i;
	}
}

/* LLVM knows a register by the name that its own tables give it. */
static StringRef register_name(StringRef name)
{
	return name == "x30" ? "lr" : name;
}

/*
 * A walk of frame pointers must find this function's frame made, and nothing but an
 * operand keeps the asm after the instructions that make it.
 */
static bool keeps_frame_pointer(const Function &f)
{
	StringRef kept = f.getFnAttribute("frame-pointer").getValueAsString();

	return kept == "all" || kept.substr(0, 8) == "non-leaf";
}

/*
 * What the asm changes.  LLVM looks up the name of a clobbered register in all of its
 * register classes, twice: half of what a probe costs the code generator.  That of an
 * output it looks up once, until it finds it.  Nothing uses the outputs; at -O0 a copy
 * of them would stay.
 */
static void make_constraints(struct anycov_llvm_function *fn)
{
	const struct lean_syntax *syntax = &syntaxes[fn->body.lean.target];
	const char *const *regs = anycov_fn_lean(fn->common)->regs;
	bool out = syntax->has_outputs && !fn->f->hasOptNone();
	Type *word = Type::getInt64Ty(fn->f->getContext());
	std::vector<Type *> types;
	std::string text;

	fn->lean_has_frame = syntax->frame && keeps_frame_pointer(*fn->f);
	for (unsigned i = 0; i < ANYCOV_LEAN_MAX_REGS && regs[i]; i++) {
		text += (out ? ",={" : ",~{") + register_name(regs[i]).str() + "}";
		if (out)
			types.push_back(word);
	}
	if (fn->lean_has_frame)
		text = out ? text + "," + syntax->frame : std::string(",") + syntax->frame + text;
	fn->lean_constraints = (text + syntax->flags).substr(1);
	fn->lean_type = out ? StructType::get(fn->f->getContext(), types)
			    : Type::getVoidTy(fn->f->getContext());
}

/*
 * "Aligns the stack", LLVM's word for asm that calls: the function makes a frame as
 * one that calls does, and stores nothing below its stack pointer, wherever inlining
 * takes the asm.  Only the text names the hook's symbol to the linker.
 */
void anycov_insert_lean(struct anycov_llvm_function *fn, uint32_t probe,
			struct anycov_insert_point p)
{
	BasicBlock *bb = p.where->getParent();
	SmallVector<OperandBundleDef, 1> bundles;
	SmallVector<Value *, 1> args;
	SmallVector<Type *, 1> types;
	IRBuilder<> b(bb, p.where);
	FunctionType *type;
	CallInst *call;

	if (fn->lean_constraints.empty())
		make_constraints(fn);
	anycov_add_funclet(fn, bb, &bundles);
	b.SetCurrentDebugLocation(p.loc);
	if (fn->lean_has_frame)
		args.push_back(b.CreateIntrinsic(Intrinsic::frameaddress,
						 { anycov_ptr_type(b.getContext()) },
						 { b.getInt32(0) }));
	for (Value *v : args)
		types.push_back(v->getType());
	type = FunctionType::get(fn->lean_type, types, false);
	call = b.CreateCall(type,
			    InlineAsm::get(type, anycov_probe_asm(fn, probe, false),
					   fn->lean_constraints, true, true),
			    args, bundles);
	anycov_call_attr(call, Attribute::NoMerge);
	/* Codegen copies a call with care, and anything else freely. */
	anycov_call_attr(call, Attribute::Convergent);
	anycov_call_attr(call, Attribute::NoUnwind);
}
