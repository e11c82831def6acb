// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, own-cov
// Intended difference: GCC's table holds the cases as written and sign-extended;
// anycov's is sorted and zero-extended on both, as clang's.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %cc %t.o %inputs/print_hooks.c -o %t && %t | %check-lines %s
// RUN: %own{trace-pc,trace-cmp} -O0 -c %s -o %t.o && %cc %t.o %inputs/print_hooks.c -o %t && %t | %check-lines{OWN} %s

volatile int v = -7, sink;

// CHECK: switch fffffff9 of 3 at 32 bits: 1 1000 fffffff9
// OWN-GCC: switch {{(ffffffff)?}}fffffff9 of 3 at 32 bits: fffffffffffffff9 1 1000
// OWN-CLANG: switch fffffff9 of 3 at 32 bits: 1 1000 fffffff9
int main(void)
{
	switch (v) {
	case 1:
		sink = 1;
		break;
	case 0x1000:
		sink = 2;
		break;
	case -7:
		sink = 3;
		break;
	}
	return 0;
}
