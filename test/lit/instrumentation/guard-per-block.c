// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// One guard for each block, the entry among them, and a call with its address.
// RUN: %cov{coverage=trace-pc-guard} -O0 -c %s -o %t.o && %covtables %t.o | %check-lines %s && %hookcalls %t.o | %check-lines{CALL} %s
// RUN: %cov{coverage=trace-pc-guard} -O2 -c %s -o %t.o && %covtables %t.o | %check-lines %s && %hookcalls %t.o | %check-lines{CALL} %s
// RUN: %cov{coverage=trace-pc-guard} -Os -c %s -o %t.o && %covtables %t.o | %check-lines %s && %hookcalls %t.o | %check-lines{CALL} %s

// CHECK: guards: 4
// CHECK-NOT: {{pcs|cfs|counters|flags|problem}}
// CALL: f: trace_pc_guard trace_pc_guard trace_pc_guard trace_pc_guard
volatile int v;
void a(void), b(void), c(void);

void f(int x)
{
	if (x)
		a();
	else
		b();
	c();
	v = 1;
	c();
	v = 2;
	c();
}
