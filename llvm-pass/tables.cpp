/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Guards, counters, flags, PCs, control flow: rows of elements in sections of
 * their own, each function's piece tied to the function, and the constructors that
 * tell a runtime where the rows begin and end.
 */
#include "family.h"

using namespace llvm;

static Type *word_type(struct anycov_module *mod)
{
	return mod->m->getDataLayout().getIntPtrType(mod->m->getContext());
}

/*
 * The group whose members a linker keeps or drops together.  A function that stands
 * in none gets one of its own.  A private one even if the function is weak: were it
 * shared by name, another object's copy would go, and with it strong aliases of it.
 */
static Comdat *group_of(Function *f)
{
	Comdat *group = f->getComdat();

	if (group || !f->hasName())
		return group;
	group = f->getParent()->getOrInsertComdat(f->getName());
	group->setSelectionKind(Comdat::NoDeduplicate);
	f->setComdat(group);
	return group;
}

GlobalVariable *anycov_add_table(struct anycov_func *fn, enum anycov_table_id id,
				 Constant *content, bool is_constant)
{
	struct anycov_module *mod = fn->mod;
	unsigned bytes = anycov_table_infos[id].bytes;
	GlobalVariable *table = new GlobalVariable(*mod->m, content->getType(), is_constant,
						   GlobalValue::PrivateLinkage, content,
						   "__sancov_gen_");

	table->setSection(anycov_section_names[anycov_table_infos[id].section]);
	table->setAlignment(Align(bytes ? bytes : mod->m->getDataLayout().getPointerSize(0)));
	table->setComdat(group_of(fn->f));
	/* Rows run in parallel: no optimiser may drop a piece of one of them, nor, where
	 * no group holds the pieces together, a linker. */
	if (table->hasComdat())
		mod->used.push_back(table);
	else
		appendToUsed(*mod->m, { table });
	mod->tables |= 1u << id;
	return table;
}

Constant *anycov_table_element(GlobalVariable *table, uint64_t i)
{
	Type *index = Type::getInt64Ty(table->getContext());
	Constant *at[] = { ConstantInt::get(index, 0), ConstantInt::get(index, i) };

	return ConstantExpr::getInBoundsGetElementPtr(table->getValueType(), table, at);
}

/* As an integer: on AVR code has an address space that data pointers do not cast to. */
Constant *anycov_block_address(struct anycov_func *fn, BasicBlock *bb)
{
	Constant *address = fn->f;

	if (bb != &fn->f->getEntryBlock())
		address = BlockAddress::get(fn->f, bb);
	return ConstantExpr::getPtrToInt(address, word_type(fn->mod));
}

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

static void announce(struct anycov_module *mod, Function *ctor, unsigned id)
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

static void make_ctors(struct anycov_module *mod)
{
	Function *last = NULL;

	for (unsigned id = 0; id < ANYCOV_N_TABLES; id++) {
		const char *name = anycov_table_infos[id].ctor;

		/* Another run over this module made it. */
		if (!(mod->tables & (1u << id)) || mod->m->getFunction(name ? name : ANYCOV_CTOR_OTHER))
			continue;
		if (name || !last)
			last = make_ctor(mod, name ? name : ANYCOV_CTOR_OTHER);
		if (last)
			announce(mod, last, id);
	}
}

/* On AVR GNU ld's script does not know the sections, and must be told of them. */
static void put_script_tag(struct anycov_module *mod)
{
	char text[ANYCOV_TAG_ASM_MAX];

	anycov_tag_asm(text, anycov_section_names[anycov_options_map_section(mod->o)],
		       mod->addr_bytes, anycov_hook_table[ANYCOV_HOOK_ABI_AVR_LD].symbol);
	mod->m->appendModuleInlineAsm(text);
}

void anycov_finish_tables(struct anycov_module *mod)
{
	const unsigned in_ram = 1u << ANYCOV_TABLE_GUARDS | 1u << ANYCOV_TABLE_COUNTERS |
				1u << ANYCOV_TABLE_BOOLS;

	if (mod->is_avr && (mod->tables & in_ram))
		put_script_tag(mod);
	if (!mod->o->drop_ctors)
		make_ctors(mod);
	if (!mod->used.empty())
		appendToCompilerUsed(*mod->m, mod->used);
}
