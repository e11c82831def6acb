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

void anycov_write_tags(struct anycov_module *mod)
{
	mod->m->appendModuleInlineAsm(StringRef(anycov_unit_take_tags(mod->unit)));
	anycov_write_lists(mod);
	if (!mod->used.empty())
		appendToCompilerUsed(*mod->m, mod->used);
}
