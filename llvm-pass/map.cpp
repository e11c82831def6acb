/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Puts the text of the map and the tags into the object.  LLVM 23 takes what a StringRef makes. */
#include "adapter.h"

using namespace llvm;

void anycov_write_map(struct anycov_llvm_function *fn)
{
	fn->mod->m->appendModuleInlineAsm(StringRef(anycov_fn_map_text(fn->common)));
}

void anycov_write_lists(struct anycov_module *mod)
{
	mod->m->appendModuleInlineAsm(StringRef(anycov_unit_lists_text(mod->unit)));
}

/* Not as text, which link-time optimization would find in each module. */
static void write_fuzzer(struct anycov_module *mod)
{
	const char *section = anycov_unit_fuzzer_section(mod->unit);
	Module *m = mod->m;
	GlobalVariable *v;

	if (!section || m->getNamedValue(ANYCOV_ONE_FUZZER))
		return;
	v = new GlobalVariable(
		*m, Type::getInt8Ty(m->getContext()), true, GlobalValue::ExternalLinkage,
		ConstantInt::get(Type::getInt8Ty(m->getContext()), 0), ANYCOV_ONE_FUZZER);
	v->setVisibility(GlobalValue::HiddenVisibility);
	v->setSection(section);
	v->setComdat(m->getOrInsertComdat(anycov_fuzzer_group(section)));
}

void anycov_write_tags(struct anycov_module *mod)
{
	mod->m->appendModuleInlineAsm(StringRef(anycov_unit_take_tags(mod->unit)));
	anycov_write_lists(mod);
	write_fuzzer(mod);
	if (!mod->used.empty())
		appendToCompilerUsed(*mod->m, mod->used);
}
