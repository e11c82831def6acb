// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Every block, its successors and its callees; * is a call by pointer.
// RUN: %cov{coverage=trace-pc-guard,control-flow} -O2 -c %s -o %t.o && %covtables %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc-guard,control-flow} -O0 -c %s -o %t.o && %covtables %t.o | %check-lines %s

// CHECK: cfs: f 4 blocks, calls * g
// CHECK-NEXT: cfs: h {{[0-9]+}} blocks
// CHECK-NOT: {{problem.*}}
int g(int);
volatile int v;

int f(int x, int (*p)(int))
{
	if (x) {
		x = g(p(x));
		v = x;
		v = x + 1;
		return x;
	}
	return 0;
}

int h(int n)
{
	while (n--)
		v = n;
	return v;
}
