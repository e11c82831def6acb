// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: run
// What the hooks are handed, on every machine that can run it: the constant first,
// narrow values zero-extended, both operands whole.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o
// RUN: %cc %t.o %inputs/print_hooks.c -o %t
// RUN: %run %t | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o
// RUN: %cc %t.o %inputs/print_hooks.c -o %t
// RUN: %run %t | %check-lines %s
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline))
volatile int sink;

NOINLINE static void right(uint32_t a)
{
	if (a == 0x12345678)
		sink++;
	sink++;
}

NOINLINE static void left(uint32_t a)
{
	if (0x12345678 == a)
		sink++;
	sink++;
}

NOINLINE static void plain(uint64_t a, uint64_t b)
{
	if (a == b)
		sink++;
	sink++;
}

NOINLINE static void negative(int64_t a)
{
	if (a == -5)
		sink++;
	sink++;
}

NOINLINE static void minus(int32_t a, int32_t b)
{
	if (a < b)
		sink++;
	sink++;
}

NOINLINE static void floats(float a, double b)
{
	if (a < 2.5f)
		sink++;
	if (b == (double)sink)
		sink++;
	sink++;
}

volatile uint32_t v4[] = { 0xaabbccdd, 0x55 };
volatile uint64_t v8[] = { 0x1122334455667788, 0xffeeddccbbaa9988 };
volatile int64_t s8 = -2;
volatile int32_t s4[] = { -1, 7 };
volatile float vf = 1.5f;
volatile double vd = -3.25;

int main(void)
{
	/* Some compilers reorder operands, hence the patterns. */
	// CHECK: const_cmp4 12345678 aabbccdd
	right(v4[0]);
	// CHECK-NEXT: const_cmp4 12345678 55
	left(v4[1]);
	// CHECK-NEXT: cmp8 {{1122334455667788 ffeeddccbbaa9988|ffeeddccbbaa9988 1122334455667788}}
	plain(v8[0], v8[1]);
	// CHECK-NEXT: const_cmp8 fffffffffffffffb fffffffffffffffe
	negative(s8);
	// CHECK-NEXT: cmp4 {{ffffffff 7|7 ffffffff}}
	minus(s4[0], s4[1]);
	// CHECK-NEXT: cmpf {{1.5 2.5|2.5 1.5}}
	// CHECK-NEXT: cmpd {{-3.25 [0-9]+|[0-9]+ -3.25}}
	floats(vf, vd);
	return 0;
}
