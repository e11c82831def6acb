// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The constructors are made while the first function is compiled.  Options of that
// function's own survive it (the register allocator crashed on x86).
// RUN: %cov{coverage=func,trace-pc-guard} -Ofast -w -c %s -o %t.o
// RUN: %hookcalls %t.o | %check %s

// CHECK: add: trace_pc_guard{{$}}
__attribute__((optimize("no-associative-math"))) double add(double a, double b)
{
	return a + b;
}
double add(double, double) __attribute__((optimize("O2,no-associative-math")));
