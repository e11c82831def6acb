/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A site's identity: a volatile asm right behind the hook call whose text no
 * other site has.  On ELF the text is the site's map record; elsewhere it is
 * empty and a constant operand tells the sites apart.
 */
#include "family.h"

using namespace llvm;

/* '@' stands for a number that no other asm of the file has, copies of this one
 * included. */
#define LABEL ".Lanycov@"
/* Stands for the first operand, as an address alone. */
#define VARIABLE "\1"

/* '$' is LLVM's escape in asm texts. */
static std::string escape(const char *text)
{
	std::string out;

	for (; *text; text++) {
		if (*text == '@')
			out += "${:uid}";
		else if (*text == *VARIABLE)
			out += "${0:c}";
		else
			out += *text;
		if (*text == '$')
			out += '$';
	}
	return out;
}

static std::string site_text(struct anycov_func *fn, enum anycov_site_kind kind, BasicBlock *bb,
			     bool has_variable)
{
	std::string text(ANYCOV_SITE_ASM_MAX, '\0');
	struct anycov_site site = {};

	site.function = fn->id;
	site.number = fn->n_sites;
	site.block = fn->numbers[bb];
	site.kind = kind;
	site.variable = has_variable ? VARIABLE : NULL;
	site.addr_bytes = fn->mod->addr_bytes;
	/* The section that the code ends up in is known only to the assembler:
	 * link-time inlining moves sites from one function to another. */
	site.group = ANYCOV_GROUP_OF_CODE;
	/* clang has AVR programs linked with --gc-sections, and AVR's GNU ld (2.26) then
	 * drops tied records and keeps those of its debug sections. */
	if (fn->mod->o->map == ANYCOV_MAP_KERNEL || fn->mod->is_avr)
		site.section = anycov_section_names[anycov_options_map_section(fn->mod->o)];
	else
		site.label = LABEL;
	anycov_site_asm(&text[0], text.size(), &site);
	return escape(text.c_str());
}

static CallInst *site_record(struct anycov_func *fn, IRBuilder<> *b, enum anycov_site_kind kind,
			     BasicBlock *bb, Constant *variable,
			     ArrayRef<OperandBundleDef> bundles)
{
	SmallVector<Value *, 1> args;
	SmallVector<Type *, 1> types;
	FunctionType *type;

	if (variable) {
		args.push_back(variable);
		types.push_back(variable->getType());
	}
	type = FunctionType::get(b->getVoidTy(), types, false);
	return b->CreateCall(type,
			     InlineAsm::get(type, site_text(fn, kind, bb, variable != NULL),
					    variable ? "i" : "", true),
			     args, bundles);
}

static CallInst *site_number(struct anycov_func *fn, IRBuilder<> *b,
			     ArrayRef<OperandBundleDef> bundles)
{
	FunctionType *type = FunctionType::get(b->getVoidTy(), { b->getInt32Ty() }, false);
	Value *number = b->getInt32(fn->n_sites);

	return b->CreateCall(type, InlineAsm::get(type, "", "i", true), { number }, bundles);
}

void anycov_insert_site(struct anycov_func *fn, IRBuilder<> *b, enum anycov_site_kind kind,
			BasicBlock *bb, Constant *variable, ArrayRef<OperandBundleDef> bundles)
{
	CallInst *call = fn->mod->has_map ? site_record(fn, b, kind, bb, variable, bundles) :
					    site_number(fn, b, bundles);

	anycov_call_attr(call, Attribute::NoMerge);
	anycov_call_attr(call, Attribute::NoUnwind);
	fn->n_sites++;
}

/*
 * "Aligns the stack", LLVM's word for asm that calls: the function makes a frame as
 * one that calls does, and keeps nothing below its stack pointer, wherever inlining
 * takes the asm.  The hook's symbol is named to the linker by the text alone.
 */
void anycov_insert_lean(struct anycov_func *fn, enum anycov_site_kind kind,
			BasicBlock::iterator where, DebugLoc loc)
{
	BasicBlock *bb = where->getParent();
	LLVMContext &ctx = bb->getContext();
	SmallVector<OperandBundleDef, 1> bundles;
	SmallVector<Value *, 1> args;
	SmallVector<Type *, 1> types;
	IRBuilder<> b(ctx);
	FunctionType *type;
	CallInst *call;

	if (fn->mod->o->gated) {
		where = anycov_if(fn, anycov_gate(fn), where, 1)->getIterator();
		bb = where->getParent();
	}
	anycov_add_funclet(fn, bb, &bundles);
	b.SetInsertPoint(bb, where);
	b.SetCurrentDebugLocation(loc ? loc : anycov_artificial_loc(*fn->f));
	if (fn->lean_has_frame)
		args.push_back(b.CreateIntrinsic(Intrinsic::frameaddress, { anycov_ptr_type(ctx) },
						 { b.getInt32(0) }));
	for (Value *v : args)
		types.push_back(v->getType());
	type = FunctionType::get(fn->lean_type, types, false);
	call = b.CreateCall(type,
			    InlineAsm::get(type, fn->lean_call + site_text(fn, kind, bb, false),
					   fn->lean_constraints, true, true),
			    args, bundles);
	anycov_call_attr(call, Attribute::NoMerge);
	/* Codegen copies a call with care, and what it does not know to be one freely. */
	anycov_call_attr(call, Attribute::Convergent);
	anycov_call_attr(call, Attribute::NoUnwind);
	fn->n_sites++;
}
