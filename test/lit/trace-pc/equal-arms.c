// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Two arms that do the same: the compiler may merge them before the plugin sees
// them, but then one probe is left, never two sites in one call.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void a(void), c(void);

// CHECK: f: trace_pc trace_pc trace_pc trace_pc
void f(int x)
{
	if (x)
		a();
	else
		a();
	c();
}
