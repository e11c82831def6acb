// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Firmware for RISC-V: the address of a function's flags is computed once.
// REQUIRES: arch-riscv
// RUN: %cov{coverage=edge,flags;place=early;prune=lossless;drop-ctors} -Os -S %s -o - | \
// RUN:   sed -n '/^f:/,/^.Lfunc_end/p' > %t.s
// RUN: %check %s < %t.s
// RUN: grep -c '%%hi(.*sancov_gen' %t.s | grep -qx 1

// CHECK: sb	zero, 0([[BASE:[a-z0-9]+]])
// CHECK: sb	zero, {{[1-4]}}([[BASE]])
// CHECK: sb	zero, {{[1-4]}}([[BASE]])
// CHECK-NOT: sb	zero, {{[0-9]+}}({{(a|t)}}

int h(int);

int f(int *a)
{
	int s = 0;

	if (a[1])
		s += h(1);
	if (a[2])
		s += h(2);
	return s;
}
