// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A call that returns twice stays the first of its block, also where two ways
// lead to it (GCC 14 and later check that).
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check %s
// RUN: %cov{coverage=edge,trace-pc,trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check %s

typedef __INTPTR_TYPE__ buffer[64];
int setjmp(buffer) __attribute__((returns_twice));
void hit(int);
buffer where;

// CHECK: f: {{.*}}trace_pc
int f(int n)
{
	int r;

	while ((r = setjmp(where)) < n)
		hit(r);
	return r;
}
