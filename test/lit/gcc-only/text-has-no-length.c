// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// GCC takes each line of an asm for an instruction.  Ours has none until branch
// lengths are known, so that nothing is taken for farther away than it is.
// RUN: %cov{coverage=trace-pc} -Os -S -fdump-rtl-shorten=%t.rtl %s -o %t.s
// RUN: %check{RTL} %s < %t.rtl
// RUN: %check{ASM} %s < %t.s

void hit(void);

// RTL: asm_operands/v ("") ("") 0
// RTL-NOT: pushsection
// ASM: pushsection
void f(int a)
{
	if (a)
		hit();
}
