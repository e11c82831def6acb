/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Declarations and calls of the hooks, made from anycov/hooks.def. */
#include "family.h"

using namespace llvm;

static Type *parameter_type(struct anycov_module *mod, unsigned type)
{
	LLVMContext &ctx = mod->m->getContext();

	switch (type) {
	case ANYCOV_ARG_u8:
		return Type::getInt8Ty(ctx);
	case ANYCOV_ARG_u16:
		return Type::getInt16Ty(ctx);
	case ANYCOV_ARG_u32:
		return Type::getInt32Ty(ctx);
	case ANYCOV_ARG_u64:
		return Type::getInt64Ty(ctx);
	case ANYCOV_ARG_uptr:
		return mod->m->getDataLayout().getIntPtrType(ctx);
	case ANYCOV_ARG_f32:
		return Type::getFloatTy(ctx);
	case ANYCOV_ARG_f64:
		return Type::getDoubleTy(ctx);
	default:
		return anycov_ptr_type(ctx);
	}
}

/*
 * Who extends a narrow argument, and how, is the ABI's affair: LLVM does it only
 * where an attribute says so, and a callee compiled by any compiler relies on it.
 */
static Attribute::AttrKind extension(struct anycov_module *mod, unsigned type)
{
	switch (type) {
	case ANYCOV_ARG_u8:
	case ANYCOV_ARG_u16:
		return Attribute::ZExt;
	case ANYCOV_ARG_u32:
		return mod->sign_extends_i32 ? Attribute::SExt : Attribute::ZExt;
	default:
		return Attribute::None;
	}
}

static FunctionCallee declare(struct anycov_module *mod, int hook)
{
	const struct anycov_hook_info *h = &anycov_hook_table[hook];
	LLVMContext &ctx = mod->m->getContext();
	SmallVector<Type *, 2> types;
	FunctionCallee callee;
	Function *f;

	for (unsigned i = 0; i < h->nargs; i++)
		types.push_back(parameter_type(mod, h->args[i]));
	callee = mod->m->getOrInsertFunction(
		h->symbol, FunctionType::get(Type::getVoidTy(ctx), types, false));
	f = dyn_cast<Function>(callee.getCallee());
	/* A unit may define or declare its hook otherwise; the call has its own attributes. */
	if (!f || !f->isDeclaration() || f->getFunctionType() != callee.getFunctionType())
		return callee;
	for (unsigned i = 0; i < h->nargs; i++)
		if (extension(mod, h->args[i]) != Attribute::None) {
			f->removeParamAttr(i, Attribute::ZExt);
			f->removeParamAttr(i, Attribute::SExt);
			f->addParamAttr(i, extension(mod, h->args[i]));
		}
	f->addFnAttr(Attribute::NoUnwind);
	/* -fno-plt would make the calls indirect, and nobody could find them. */
	f->removeFnAttr(Attribute::NonLazyBind);
	return callee;
}

/* Code models and flags that leave no direct call to any function. */
static bool calls_are_indirect(const Function &f)
{
	StringRef features = f.getFnAttribute("target-features").getValueAsString();

	return anycov_is_large_code_model(*f.getParent()) || features.contains("+long-calls");
}

/*
 * What the call names.  For Thumb at -Oz LLVM turns three calls of one function in
 * one block into calls through a register, unless the call names the function by
 * way of a constant; no_cfi means nothing more for a function that is not checked.
 */
static FunctionCallee callee(struct anycov_func *fn, int hook)
{
	FunctionCallee c = anycov_hook(fn->mod, hook);

	if (!fn->mod->is_arm || !fn->f->hasMinSize())
		return c;
	return FunctionCallee(c.getFunctionType(), anycov_not_by_name(c.getCallee()));
}

static void warn_once(struct anycov_func *fn)
{
	if (fn->mod->warned || !calls_are_indirect(*fn->f))
		return;
	fn->mod->warned = true;
	anycov_warning(fn->mod->m->getContext(),
		       "anycov: the code model makes every call indirect, so tools that look for direct "
		       "calls of hooks in the code will find none; compile without -mcmodel=large and "
		       "-mlong-calls if you need them");
}

DebugLoc anycov_artificial_loc(const Function &f)
{
	DISubprogram *sp = f.getSubprogram();

	if (!sp)
		return DebugLoc();
	return DILocation::get(sp->getContext(), 0, 0, sp);
}

FunctionCallee anycov_hook(struct anycov_module *mod, int hook)
{
	if (!mod->hooks[hook])
		mod->hooks[hook] = declare(mod, hook);
	return mod->hooks[hook];
}

/* In a funclet every call must name its pad, or WinEHPrepare takes the call for
 * unreachable. */
void anycov_add_funclet(struct anycov_func *fn, BasicBlock *bb,
			SmallVectorImpl<OperandBundleDef> *bundles)
{
	if (!fn->has_funclets)
		return;
	auto colors = fn->colors.find(bb);
	if (colors == fn->colors.end() || colors->second.size() != 1)
		return;
	Instruction *pad = anycov_first_real(*colors->second.front());
	if (pad && isa<FuncletPadInst>(pad))
		bundles->emplace_back("funclet", static_cast<Value *>(pad));
}

void anycov_insert_hook(struct anycov_func *fn, int hook, ArrayRef<Value *> args,
			enum anycov_site_kind kind, BasicBlock *bb, BasicBlock::iterator where,
			DebugLoc loc)
{
	const struct anycov_hook_info *h = &anycov_hook_table[hook];
	struct anycov_module *mod = fn->mod;
	SmallVector<OperandBundleDef, 1> bundles;
	IRBuilder<> b(mod->m->getContext());
	CallInst *call;

	warn_once(fn);
	if (mod->o->gated) {
		where = anycov_if(fn, anycov_gate(fn), where, 1)->getIterator();
		bb = where->getParent();
	}
	anycov_add_funclet(fn, bb, &bundles);
	b.SetInsertPoint(bb, where);
	b.SetCurrentDebugLocation(loc ? loc : anycov_artificial_loc(*fn->f));
	call = b.CreateCall(callee(fn, hook), args, bundles);
	for (unsigned i = 0; i < h->nargs; i++)
		if (extension(mod, h->args[i]) != Attribute::None)
			call->addParamAttr(i, extension(mod, h->args[i]));
	/* The hook takes its own return address: each call stays one call, a call. */
	anycov_call_attr(call, Attribute::NoMerge);
	anycov_call_attr(call, Attribute::NoInline);
	anycov_call_attr(call, Attribute::NoUnwind);
	call->setTailCallKind(CallInst::TCK_NoTail);
	anycov_insert_site(fn, &b, kind, bb,
			   kind == ANYCOV_SITE_GUARD ? cast<Constant>(args[0]) : NULL, bundles);
}
