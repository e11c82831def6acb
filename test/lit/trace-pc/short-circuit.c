// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Every operand of && and || is a block of its own.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s

int a(void), b(void), c(void);
void yes(void), no(void);

// CHECK: f: {{[5-7]}} trace_pc
void f(void)
{
	if ((a() && b()) || c())
		yes();
	else
		no();
}
