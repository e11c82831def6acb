// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function's map records stand once in the assembly, and not at all where a
// function gets no code.
// RUN: %cov{coverage=trace-pc} -O2 -S %s -o - | %check %s
// RUN: %cov{coverage=trace-pc} -O2 -fno-toplevel-reorder -S %s -o - | %check %s
// RUN: %cov{coverage=trace-pc} -O2 -g -pipe -ffunction-sections -S %s -o - | %check %s

static int inlined(int a)
{
	return a + 1;
}

extern inline __attribute__((gnu_inline)) int elsewhere(int a)
{
	return a + 2;
}

// CHECK-NOT: .asciz "inlined"
// CHECK-NOT: .asciz "elsewhere"
// CHECK: .ascii "F\001"
// CHECK: .asciz "f"
// CHECK-NOT: .ascii "F\001"
// CHECK: f:
// CHECK-NOT: .ascii "F\001"
int f(int a)
{
	return inlined(a) + elsewhere(a);
}
