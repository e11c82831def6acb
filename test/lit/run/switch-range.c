// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: run
// GNU case ranges: a short one gives each of its values.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o
// RUN: %cc %t.o %inputs/print_hooks.c -o %t
// RUN: %run %t | %check-lines %s
#include <stdint.h>

volatile int sink;

__attribute__((noinline)) static void f(uint32_t x)
{
	switch (x) {
	case 10 ... 13:
		sink = 1;
		break;
	case 400:
		sink = 2;
		break;
	case 3:
		sink = 3;
	}
}

int main(void)
{
	// CHECK: switch c of 6 at 32 bits: 3 a b c d 190
	f(12);
	return 0;
}
