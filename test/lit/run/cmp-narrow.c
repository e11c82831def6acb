// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: run
// Operands narrower than int arrive zero-extended, whatever their sign.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o
// RUN: %cc %t.o %inputs/print_hooks.c -o %t
// RUN: %run %t | %check-lines %s
#include <stdint.h>

#define NOINLINE __attribute__((noinline))
volatile int sink;

NOINLINE static void s1(int8_t a)
{
	if (a == -3)
		sink++;
	sink++;
}

NOINLINE static void s2(int16_t a, int16_t b)
{
	if (a == b)
		sink++;
	sink++;
}

NOINLINE static void u1(uint8_t a, uint8_t b)
{
	if (a == b)
		sink++;
	sink++;
}

volatile int8_t m1 = -1;
volatile int16_t m2 = -2, m3 = -3;
volatile uint8_t u = 200, v = 201;

int main(void)
{
	// CHECK: const_cmp1 fd ff
	s1(m1);
	// CHECK-NEXT: cmp2 {{fffe fffd|fffd fffe}}
	s2(m2, m3);
	// CHECK-NEXT: cmp1 {{c8 c9|c9 c8}}
	u1(u, v);
	return 0;
}
