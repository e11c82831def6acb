// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: run
// A switch's table: zero-extended case values, sorted, each once; ranges give
// both of their ends.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o
// RUN: %cc %t.o %inputs/print_hooks.c -o %t
// RUN: %run %t | %check-lines %s
#include <stdint.h>

#define NOINLINE __attribute__((noinline))
volatile int sink;

NOINLINE static void plain(uint32_t x)
{
	switch (x) {
	case 500:
		sink = 1;
		break;
	case 7:
		sink = 2;
		break;
	case 0xfffffff0:
		sink = 3;
		break;
	case 90:
		sink = 4;
	}
}

NOINLINE static void signed_long(int64_t x)
{
	switch (x) {
	case -1:
		sink = 1;
		break;
	case 0x123456789a:
		sink = 2;
		break;
	case -0x123456789a:
		sink = 3;
		break;
	case 5:
		sink = 4;
	}
}

NOINLINE static void signed_int(int x)
{
	switch (x) {
	case -1:
		sink = 1;
		break;
	case 30:
		sink = 2;
		break;
	case -400:
		sink = 3;
		break;
	case 5:
		sink = 4;
	}
}

int main(void)
{
	// CHECK: switch 5a of 4 at 32 bits: 7 5a 1f4 fffffff0
	plain(90);
	// CHECK-NEXT: switch ffffffffffffffff of 4 at 64 bits: 5 123456789a ffffffedcba98766 ffffffffffffffff
	signed_long(-1);
	// CHECK-NEXT: switch fffffe70 of 4 at 32 bits: 5 1e fffffe70 ffffffff
	signed_int(-400);
	return 0;
}
