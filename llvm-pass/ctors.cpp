/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The constructors that pass the bounds of tables to a runtime. */
#include "adapter.h"

using namespace llvm;

/* A bound of a section: the linker defines it if the section is there. */
static Constant *bound(struct anycov_module *mod, const char *prefix, unsigned section)
{
	std::string name = std::string(prefix) + anycov_section_names[section];
	GlobalVariable *v = mod->m->getGlobalVariable(name, true);

	if (!v) {
		v = new GlobalVariable(*mod->m, Type::getInt8Ty(mod->m->getContext()), false,
				       GlobalValue::ExternalWeakLinkage, NULL, name);
		v->setVisibility(GlobalValue::HiddenVisibility);
	}
	return ConstantExpr::getPointerCast(v, anycov_ptr_type(mod->m->getContext()));
}

static void register_table(struct anycov_module *mod, Function *ctor, unsigned id)
{
	const struct anycov_table_info *t = &anycov_table_infos[id];
	IRBuilder<> b(ctor->back().getTerminator());

	b.CreateCall(anycov_hook(mod, t->init), { bound(mod, ANYCOV_SECTION_START, t->section),
						  bound(mod, ANYCOV_SECTION_STOP, t->section) });
}

/* One in a program or shared object: its group has its name. */
static Function *make_ctor(struct anycov_module *mod, const char *name)
{
	LLVMContext &ctx = mod->m->getContext();
	Function *ctor = Function::createWithDefaultAttr(
		FunctionType::get(Type::getVoidTy(ctx), false), GlobalValue::InternalLinkage,
		mod->m->getDataLayout().getProgramAddressSpace(), name, mod->m);

	ctor->addFnAttr(Attribute::NoUnwind);
	ctor->setComdat(mod->m->getOrInsertComdat(name));
	anycov_set_kcfi_type(ctor);
	ReturnInst::Create(ctx, BasicBlock::Create(ctx, "", ctor));
	appendToGlobalCtors(*mod->m, ctor, ANYCOV_CTOR_PRIORITY, ctor);
	return ctor;
}

void anycov_make_ctors(struct anycov_module *mod)
{
	unsigned n;
	const struct anycov_ctor *ctors = anycov_unit_ctors(mod->unit, false, &n);

	for (unsigned i = 0; i < n; i++) {
		Function *ctor;

		/* Another run over this module made it. */
		if (mod->m->getFunction(ctors[i].name))
			continue;
		ctor = make_ctor(mod, ctors[i].name);
		for (unsigned k = 0; k < ctors[i].n_tables; k++)
			register_table(mod, ctor, ctors[i].tables[k]);
	}
}
