// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A probe stands inside the loop, so that each turn records.
// RUN: %cov{coverage=trace-pc} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int more(void);
void body(void), after(void);

// Entry, the block that calls more() (with or without the body split off), the
// body, and what follows.
// CHECK: f: trace_pc trace_pc trace_pc{{( trace_pc)?}}
void f(void)
{
	while (more())
		body();
	after();
}
