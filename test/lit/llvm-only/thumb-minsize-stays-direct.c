// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -Oz LLVM calls a function through a register when one Thumb block calls it three
// times; hook calls stay direct.
// REQUIRES: native, version-14
// RUN: %cov{coverage=trace-cmp} --target=thumbv6m-none-eabi -Oz -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} --target=thumbv7m-none-eabi -Oz -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

// CHECK: f: trace_cmp4 trace_cmp4 trace_cmp4 trace_cmp4
int f(int a, int b, int c, int d)
{
	return (a < b) + (b < c) + (c < d) + (d < a);
}
