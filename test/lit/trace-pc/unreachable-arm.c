// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A block that holds nothing but __builtin_unreachable() has no probe, and does
// not exist in optimised code.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines{OPT} %s

void go_on(void);

// CHECK: f: {{[12]}} trace_pc
// OPT: f: 1 trace_pc
void f(int x)
{
	if (x)
		__builtin_unreachable();
	go_on();
}
