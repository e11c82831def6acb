/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The function's pieces of tables as data of the object. */
#include "adapter.h"

using namespace llvm;

static Type *word_type(struct anycov_module *mod)
{
	return mod->m->getDataLayout().getIntPtrType(mod->m->getContext());
}

/* Returns the comdat that f and its tables are kept or dropped with.  A function without one gets
 * one that is never merged with another object's of that name, even if f is weak: the linker would
 * drop one object's f, and its strong aliases too.  With with_code false f itself does not join, so
 * that its flags do not keep it under --gc-sections. */
static Comdat *group_of(Function *f, bool with_code)
{
	Comdat *group = f->getComdat();

	if (group || !f->hasName())
		return group;
	group = f->getParent()->getOrInsertComdat(f->getName());
	group->setSelectionKind(Comdat::NoDeduplicate);
	if (with_code)
		f->setComdat(group);
	return group;
}

/* As an integer: on AVR code has an address space that data pointers do not cast to. */
static Constant *block_address(struct anycov_llvm_function *fn, uint64_t block)
{
	Constant *address = fn->f;

	if (block)
		address = BlockAddress::get(fn->f, fn->code[block]);
	return ConstantExpr::getPtrToInt(address, word_type(fn->mod));
}

/* Returns the value of a table's cell, or NULL if it is the callee of a call that names none. */
static Constant *cell_value(struct anycov_llvm_function *fn, const struct anycov_cell *cell)
{
	Type *word = word_type(fn->mod);
	Function *callee;

	switch (cell->kind) {
	case ANYCOV_CELL_BLOCK:
		return block_address(fn, cell->value);
	case ANYCOV_CELL_CALLEE:
		callee = cast<CallBase>(fn->item_code[cell->value].at)->getCalledFunction();
		return callee ? ConstantExpr::getPtrToInt(callee, word) : NULL;
	case ANYCOV_CELL_NUMBER:
		break;
	}
	return ConstantInt::get(word, cell->value, true);
}

/* With a seal in front it is a struct of the seal and the elements. */
static Constant *content_of(struct anycov_llvm_function *fn, const struct anycov_piece *piece)
{
	Type *word = word_type(fn->mod);
	std::vector<Constant *> out;
	Constant *table;

	if (!piece->cells) {
		word = Type::getIntNTy(word->getContext(), 8 * piece->element_bytes);
		out.assign(piece->n_elements, ConstantInt::get(word, piece->fill));
		if (piece->seal && !piece->begins_odd)
			out.push_back(ConstantInt::get(word, piece->seal));
	}
	for (uint32_t i = 0; piece->cells && i < piece->n_elements; i++)
		if (Constant *c = cell_value(fn, &piece->cells[i]))
			out.push_back(c);
	table = ConstantArray::get(ArrayType::get(word, out.size()), out);
	if (!piece->begins_odd)
		return table;
	return ConstantStruct::getAnon({ ConstantInt::get(word, piece->seal), table }, true);
}

/* Code refers to the elements by a name of their own, so that their address is in a register, and
 * not that of the seal. */
static GlobalValue *past_seal(Module *m, GlobalVariable *table)
{
	Type *type = table->getValueType();
	Type *index = Type::getInt32Ty(m->getContext());
	Constant *at[] = { ConstantInt::get(index, 0), ConstantInt::get(index, 1) };
	Constant *elements = ConstantExpr::getInBoundsGetElementPtr(type, table, at);

	return GlobalAlias::create(type->getStructElementType(1), 0, GlobalValue::PrivateLinkage,
				   "__sancov_gen_", elements, m);
}

/* piece->needs_no_bytes is not used: LLVM has no NOBITS section of a name that is not its own. */
static GlobalValue *make_table(struct anycov_llvm_function *fn, const struct anycov_piece *piece)
{
	const struct anycov_table_info *info = &anycov_table_infos[piece->table];
	struct anycov_module *mod = fn->mod;
	Constant *content = content_of(fn, piece);
	GlobalVariable *table =
		new GlobalVariable(*mod->m, content->getType(), piece->cells != NULL,
				   GlobalValue::PrivateLinkage, content, "__sancov_gen_");

	table->setSection(piece->section);
	table->setAlignment(Align(piece->begins_odd ? 2 : piece->element_bytes));
	table->setComdat(group_of(fn->f, info->init != ANYCOV_HOOK_NONE));
	/* Tables are parallel: no optimizer may drop a piece of one of them, nor, where no
	 * group holds the pieces together, a linker. */
	if (table->hasComdat())
		mod->used.push_back(table);
	else
		appendToUsed(*mod->m, { table });
	return piece->begins_odd ? past_seal(mod->m, table) : table;
}

void anycov_make_tables(struct anycov_llvm_function *fn)
{
	unsigned n;
	const struct anycov_piece *pieces = anycov_fn_pieces(fn->common, &n);

	for (unsigned i = 0; i < n; i++)
		fn->tables[pieces[i].table] = make_table(fn, &pieces[i]);
}

Constant *anycov_element(struct anycov_llvm_function *fn, int table, uint64_t i)
{
	GlobalValue *v = fn->tables[table];
	Type *index = Type::getInt64Ty(v->getContext());
	Constant *at[] = { ConstantInt::get(index, 0), ConstantInt::get(index, i) };

	return ConstantExpr::getInBoundsGetElementPtr(v->getValueType(), v, at);
}
