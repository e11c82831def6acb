// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// trace-routines: compare-and-swap is an instruction, no call of a function.
// REQUIRES: native
// RUN: %cov{coverage=trace-routines;map=none} -O1 -S %s -o %t.s
// RUN: %check %s < %t.s

// CHECK: swaps:
// CHECK-NOT: __cmplog
int swaps(int *p, int *expected, int n)
{
	while (!__atomic_compare_exchange_n(p, expected, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		n++;
	return __atomic_compare_exchange(p, expected, &n, 1, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

extern int f(int *, int *, int);

// CHECK: calls:
// CHECK: call{{.*}}__cmplog_rtn_hook
int calls(int *p, int *expected, int n)
{
	return f(p, expected, n) + 1;
}
