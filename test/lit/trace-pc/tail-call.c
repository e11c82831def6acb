// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A hook is called, never jumped to: its return address is the record.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -Os -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O3 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void g(void);

// CHECK-DAG: empty: trace_pc
void empty(void)
{
}

// CHECK-DAG: tail: trace_pc
void tail(void)
{
	g();
}

// CHECK-DAG: arms: trace_pc trace_pc trace_pc{{( trace_pc)?}}
void arms(int x)
{
	if (x)
		g();
}
