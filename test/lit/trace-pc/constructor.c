// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A user's constructor is code like any other.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

extern int ready;

// CHECK: begin: trace_pc
__attribute__((constructor)) void begin(void)
{
	ready = 1;
}
