/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Lean probes (anycov/lean.h): the asm that is the call.  To the compiler it is no call, so that
 * registers keep their values. */
#include "adapter.h"

using namespace llvm;

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
		const char *feature = anycov_lean_targets[lean->target].reserved[i];

		if (feature && anycov_has_feature(*fn->f, feature))
			lean->taken_registers |= 1u << i;
	}
}

/* A walk of frame pointers must find this function's frame made, and nothing but an operand
 * keeps the asm after the instructions that make it. */
static bool keeps_frame_pointer(const Function &f)
{
	StringRef kept = f.getFnAttribute("frame-pointer").getValueAsString();

	return kept == "all" || kept.substr(0, 8) == "non-leaf";
}

/* What the asm changes.  LLVM looks up the name of a clobbered register in all of its register
 * classes, twice: half of what a probe costs the code generator.  That of an output it looks up
 * once, until it finds it.  Nothing uses the outputs; at -O0 a copy of them would stay. */
static void make_constraints(struct anycov_llvm_function *fn)
{
	const struct anycov_lean_target *target = anycov_fn_lean(fn->common);
	bool out = target->has_outputs && !fn->f->hasOptNone();
	Type *word = Type::getInt64Ty(fn->f->getContext());
	std::vector<Type *> types;
	std::string text;

	fn->lean_has_frame = target->frame && keeps_frame_pointer(*fn->f);
	for (unsigned i = 0; i < ANYCOV_LEAN_MAX_REGS && target->regs[i]; i++) {
		std::string name = target->regs[i];

		/* LLVM knows a register by the name that its own tables give it. */
		text += (out ? ",={" : ",~{") + (name == "x30" ? "lr" : name) + "}";
		if (out)
			types.push_back(word);
	}
	if (fn->lean_has_frame)
		text = out ? text + "," + target->frame : std::string(",") + target->frame + text;
	if (target->flags)
		text += std::string(",~{") + target->flags + "}";
	fn->lean_constraints = text.substr(1);
	fn->lean_type = out ? StructType::get(fn->f->getContext(), types)
			    : Type::getVoidTy(fn->f->getContext());
}

/* "Aligns the stack", LLVM's word for asm that calls: the function makes a frame as one that calls
 * does, and stores nothing below its stack pointer, wherever inlining takes the asm.  Only the text
 * names the hook's symbol to the linker. */
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
