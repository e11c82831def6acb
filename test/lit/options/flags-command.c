// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: hosted
// The compiler accepts what `anycov flags` prints.
// RUN: env "ANYCOV_FLAGS=--coverage trace-pc" %anycov cc %cc -O2 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check-lines %s
// RUN: env "ANYCOV_FLAGS=--coverage trace-cmp" %anycov cc %cc -O2 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check-lines{CMP} %s

volatile int v;

// CHECK: f: trace_pc trace_pc trace_pc
// CMP: f: trace_const_cmp4
void f(int x)
{
	if (x == 1234)
		v = 1;
	v = 2;
	v = 3;
	v = 4;
	v = 5;
}
