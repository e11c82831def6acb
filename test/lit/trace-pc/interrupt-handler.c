// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: avr
// An interrupt handler's prologue saves what the hook's call may clobber.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

volatile char x;

// CHECK: __vector_1: trace_pc
__attribute__((signal, used)) void __vector_1(void)
{
	x = 1;
}
