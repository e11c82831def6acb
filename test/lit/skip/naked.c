// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: naked
// A naked function has no frame: a call would destroy registers its asm relies on.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

// CHECK: f:
__attribute__((naked)) void f(void)
{
	__asm__ volatile("nop");
}
