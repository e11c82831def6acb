// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A hook with the callee before each call by pointer.
// RUN: %cov{coverage=indirect-calls} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=indirect-calls} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=indirect-calls} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
void g(void);

// CHECK: by_pointer: trace_pc_indir
void by_pointer(void (*p)(void))
{
	p();
}

// CHECK: two: trace_pc_indir trace_pc_indir
int two(int (*const *p)(int))
{
	return p[0](1) + p[1](2);
}

// CHECK-NOT: {{direct:.*trace.*}}
void direct(void)
{
	g();
}
