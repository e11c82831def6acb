/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A probe's identity: a volatile asm directly after the hook call whose text no other probe has.
 * The text is the probe's map record; without a map it is empty and a constant operand
 * distinguishes the probes. */
#include <stdlib.h>
#include "adapter.h"

using namespace llvm;

/* '@' stands for a number that no other asm of the file has, copies of this one included. */
#define LABEL ".Lanycov@"
/* Stands for the first operand, as an address alone. */
#define VARIABLE "\1"

/* The text as LLVM takes it. */
static std::string escape(const char *text)
{
	static const struct anycov_asm_escape escapes[] = {
		{ '$', "$$" }, { '@', "${:uid}" }, { *VARIABLE, "${0:c}" }, { '\0', NULL }
	};
	char *escaped = anycov_escape_asm(text, escapes);
	std::string out = escaped;

	free(escaped);
	return out;
}

/* The section that the code ends up in is known only to the assembler: link-time inlining
 * moves probes from one function to another. */
static struct anycov_probe_place in_code(bool has_variable)
{
	return { LABEL, NULL, ANYCOV_GROUP_OF_CODE, has_variable ? VARIABLE : NULL, false };
}

std::string anycov_probe_asm(struct anycov_llvm_function *fn, uint32_t probe, bool has_variable)
{
	struct anycov_probe_place place = in_code(has_variable);

	return escape(anycov_fn_probe_text(fn->common, probe, &place));
}

CallInst *anycov_insert_asm(IRBuilder<> *b, const std::string &text, Value *operand,
			    ArrayRef<OperandBundleDef> bundles)
{
	SmallVector<Value *, 1> args(operand ? 1 : 0, operand);
	SmallVector<Type *, 1> types(operand ? 1 : 0, operand ? operand->getType() : NULL);
	FunctionType *type = FunctionType::get(b->getVoidTy(), types, false);
	const Module *m = b->GetInsertBlock()->getModule();
	bool symbol = ANYCOV_HAS_SYMBOL_OPERANDS && operand &&
		      Triple(m->getTargetTriple()).getArch() == Triple::x86;
	const char *address = !operand ? "" : symbol ? "Ws" : "i";
	CallInst *call =
		b->CreateCall(type, InlineAsm::get(type, text, address, true), args, bundles);

	anycov_call_attr(call, Attribute::NoUnwind);
	return call;
}

/* In the code, not in the module's own asm: it must name the flags, which only an operand does
 * when a link step has renamed them, and go where inlining takes them. */
void anycov_insert_flags_record(struct anycov_llvm_function *fn, IRBuilder<> *b)
{
	struct anycov_probe_place place = in_code(true);
	const char *text = anycov_fn_flags_text(fn->common, &place);

	if (*text)
		anycov_insert_asm(b, escape(text), anycov_element(fn, ANYCOV_TABLE_FLAGS, 0), {});
}

void anycov_insert_marker(struct anycov_llvm_function *fn, IRBuilder<> *b, uint32_t probe,
			  ArrayRef<OperandBundleDef> bundles)
{
	const struct anycov_probe *info = anycov_fn_probe(fn->common, probe);
	bool has_map = anycov_unit_has_map(fn->mod->unit);
	bool has_variable = has_map && info->table >= 0;
	Value *operand = has_map ? NULL : b->getInt32(probe);

	if (has_variable)
		operand = anycov_element(fn, info->table, info->element);
	anycov_call_attr(
		anycov_insert_asm(b, anycov_probe_asm(fn, probe, has_variable), operand, bundles),
		Attribute::NoMerge);
}
