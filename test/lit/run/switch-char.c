// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: run
// A switch over a char: the values are those of the promoted type in C, which all
// compilers compare; the record says what was switched on.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o
// RUN: %cc %t.o %inputs/print_hooks.c -o %t
// RUN: %run %t | %check-lines %s

volatile int sink;
volatile signed char minus = -5;
volatile unsigned char big = 200;

__attribute__((noinline)) static void s(signed char x)
{
	switch (x) {
	case 'a':
		sink = 1;
		break;
	case -5:
		sink = 2;
		break;
	case 'c':
		sink = 3;
		break;
	case 'z':
		sink = 4;
	}
}

__attribute__((noinline)) static void u(unsigned char x)
{
	switch (x) {
	case 'a':
		sink = 1;
		break;
	case 200:
		sink = 2;
		break;
	case 'c':
		sink = 3;
		break;
	case 'z':
		sink = 4;
	}
}

int main(void)
{
	// CHECK: switch fffffffb of 4 at 32 bits: 61 63 7a fffffffb
	s(minus);
	// CHECK-NEXT: switch c8 of 4 at 32 bits: 61 63 7a c8
	u(big);
	return 0;
}
