// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// asm goto: the fall-through and the label each have a probe.
// REQUIRES: x86_64
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s

void fall(void), jumped(void);

// Entry, fall-through, label; at -O0 also the join, and GCC returns in a block of its own.
// CHECK: f: {{[345]}} trace_pc
int f(int x)
{
	__asm__ goto("test %0, %0; jnz %l1" : : "r"(x) : "cc" : out);
	fall();
	return 0;
out:
	jumped();
	return 1;
}
