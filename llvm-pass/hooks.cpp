/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Declarations of the hooks and variables of anycov/hooks.def, and calls of hooks. */
#include "adapter.h"

using namespace llvm;

static Type *parameter_type(struct anycov_module *mod, unsigned type)
{
	LLVMContext &ctx = mod->m->getContext();
	unsigned bits = anycov_arg_bits((enum anycov_arg_type)type, mod->target.pointer_bits);

	if (bits)
		return Type::getIntNTy(ctx, bits);
	return type == ANYCOV_ARG_f32   ? Type::getFloatTy(ctx)
	       : type == ANYCOV_ARG_f64 ? Type::getDoubleTy(ctx)
					: (Type *)anycov_ptr_type(ctx);
}

/* Who extends a narrow argument, and how, depends on the ABI: LLVM does it only where an
 * attribute says so, and a callee compiled by any compiler relies on it. */
static Attribute::AttrKind extension(struct anycov_module *mod, unsigned type)
{
	if (type == ANYCOV_ARG_u32 && mod->sign_extends_i32)
		return Attribute::SExt;
	return type == ANYCOV_ARG_u8 || type == ANYCOV_ARG_u16 || type == ANYCOV_ARG_u32
		       ? Attribute::ZExt
		       : Attribute::None;
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
	callee = mod->m->getOrInsertFunction(h->symbol,
					     FunctionType::get(Type::getVoidTy(ctx), types, false));
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
	/* -fno-plt would make the calls indirect, and no tool could find them. */
	f->removeFnAttr(Attribute::NonLazyBind);
	return callee;
}

/* What the call names.  For Thumb at -Oz LLVM turns three calls of one function in one block into
 * calls through a register, unless the call names the function by way of a constant; no_cfi means
 * nothing more for a function that is not checked. */
static FunctionCallee callee(struct anycov_llvm_function *fn, int hook)
{
	FunctionCallee c = anycov_hook(fn->mod, hook);

	if (!fn->mod->is_arm || !fn->f->hasMinSize())
		return c;
	return FunctionCallee(c.getFunctionType(), anycov_not_by_name(c.getCallee()));
}

FunctionCallee anycov_hook(struct anycov_module *mod, int hook)
{
	if (!mod->hooks[hook])
		mod->hooks[hook] = declare(mod, hook);
	return mod->hooks[hook];
}

/* In a funclet every call must name its pad, or WinEHPrepare takes the call for unreachable. */
void anycov_add_funclet(struct anycov_llvm_function *fn, BasicBlock *bb,
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

void anycov_call_hook(struct anycov_llvm_function *fn, int hook, ArrayRef<Value *> args,
		      uint32_t probe, struct anycov_insert_point p)
{
	const struct anycov_hook_info *h = &anycov_hook_table[hook];
	struct anycov_module *mod = fn->mod;
	BasicBlock *bb = p.where->getParent();
	SmallVector<OperandBundleDef, 1> bundles;
	IRBuilder<> b(bb, p.where);
	CallInst *call;

	if (fn->far_option)
		anycov_unit_warn_indirect(mod->unit, fn->far_option);
	anycov_add_funclet(fn, bb, &bundles);
	b.SetCurrentDebugLocation(p.loc);
	call = b.CreateCall(callee(fn, hook), args, bundles);
	for (unsigned i = 0; i < h->nargs; i++)
		if (extension(mod, h->args[i]) != Attribute::None)
			call->addParamAttr(i, extension(mod, h->args[i]));
	/* The hook records its own return address: each call stays one call, a call. */
	anycov_call_attr(call, Attribute::NoMerge);
	anycov_call_attr(call, Attribute::NoInline);
	anycov_call_attr(call, Attribute::NoUnwind);
	call->setTailCallKind(CallInst::TCK_NoTail);
	anycov_insert_marker(fn, &b, probe, bundles);
}

GlobalVariable *anycov_variable(struct anycov_module *mod, enum anycov_variable_id id)
{
	const char *name = anycov_variable_names[id];
	GlobalVariable *v = mod->variables[id];

	if (v)
		return v;
	v = mod->m->getGlobalVariable(name, true);
	if (v)
		anycov_unit_check_variable(
			mod->unit, id, mod->m->getDataLayout().getTypeSizeInBits(v->getValueType()),
			v->isThreadLocal(), !v->isDeclaration());
	else
		v = new GlobalVariable(
			*mod->m,
			Type::getIntNTy(mod->m->getContext(),
					anycov_variable_bits(id, mod->target.pointer_bits)),
			false, GlobalValue::ExternalLinkage, NULL, name);
	/* A declaration of the unit may lack the word. */
	if (id == ANYCOV_VARIABLE_LOWEST_STACK && v->isDeclaration() && !v->isThreadLocal())
		v->setThreadLocalMode(GlobalValue::InitialExecTLSModel);
	mod->variables[id] = v;
	return v;
}

/* Clients that define it begin, as with clang's own pass, where no stack is higher. */
void anycov_start_lowest_stack(struct anycov_module *mod)
{
	const char *name = anycov_variable_names[ANYCOV_VARIABLE_LOWEST_STACK];
	GlobalVariable *v = mod->m->getGlobalVariable(name, true);

	if (v && !v->isDeclaration() && v->getValueType()->isIntegerTy())
		v->setInitializer(Constant::getAllOnesValue(v->getValueType()));
}
