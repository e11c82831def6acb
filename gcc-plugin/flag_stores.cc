/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Stores of firmware's flags without a constant.  The flags of a function begin at an odd address,
 * and any odd number is a flag that was hit (anycov_flags_are_odd()): what is stored is the low
 * byte of the address that the store needs.  That is a register less, and on ARM half of a flag's
 * code.  In GIMPLE the low byte would be a variable of its own, which ARM extends to 32 bits.  LLVM
 * needs no such file: its pass stores the low byte itself (insert.cpp). */
#include "adapter.h"
#include "expr.h"

/* Thumb-1 stores at up to 31 bytes from a register, Thumb-2 does with 2 bytes of code. */
#define REACH 32

/* Returns the symbol of the function's flags if insn stores one of them; i: its number. */
static rtx stored_flag(rtx_insn *insn, HOST_WIDE_INT *i)
{
	rtx set = NONJUMP_INSN_P(insn) ? single_set(insn) : NULL_RTX;
	tree flag = set && MEM_P(SET_DEST(set)) ? MEM_EXPR(SET_DEST(set)) : NULL_TREE;

	if (!flag || TREE_CODE(flag) != ARRAY_REF || !tree_fits_shwi_p(TREE_OPERAND(flag, 1)))
		return NULL_RTX;
	*i = tree_to_shwi(TREE_OPERAND(flag, 1));
	return anycov_table_symbol(ANYCOV_TABLE_FLAGS, TREE_OPERAND(flag, 0));
}

static void store_address(rtx_insn *insn, rtx symbol, HOST_WIDE_INT i)
{
	const HOST_WIDE_INT offset = i % REACH;
	rtx set = single_set(insn), base = gen_reg_rtx(Pmode);
	rtx_insn *code;

	start_sequence();
	emit_move_insn(base, plus_constant(Pmode, symbol, i - offset));
	SET_DEST(set) = replace_equiv_address(SET_DEST(set), plus_constant(Pmode, base, offset));
	SET_SRC(set) = gen_lowpart(QImode, base);
	code = get_insns();
	end_sequence();
	emit_insn_before(code, insn);
	INSN_CODE(insn) = -1;
}

bool anycov_wants_addresses(void)
{
	return anycov_unit_stores_addresses(anycov_gcc_unit);
}

void anycov_store_addresses(function *)
{
	HOST_WIDE_INT i;
	rtx symbol;

	for (rtx_insn *insn = get_insns(); insn; insn = NEXT_INSN(insn))
		if ((symbol = stored_flag(insn, &i)))
			store_address(insn, symbol, i);
}
