// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The calls of a hook stay, even if its definition is seen to do nothing.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void __sanitizer_cov_trace_pc(void)
{
}

void __sanitizer_cov_trace_const_cmp1(unsigned char a, unsigned char b)
{
	(void)a;
	(void)b;
}

volatile int v;

// CHECK: user: trace_pc trace_const_cmp1 trace_pc trace_pc
void user(unsigned char c)
{
	if (c == 77)
		v = 1;
}
