// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc, naked, own-cov
// Intended difference: GCC instruments naked functions, which breaks them.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %own{trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines{OWN} %s

// CHECK: f:
// OWN: f: trace_pc
__attribute__((naked)) void f(void)
{
	__asm__ volatile("ret");
}
