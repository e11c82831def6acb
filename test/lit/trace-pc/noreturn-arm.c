// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A block that ends in a call which never comes back has a probe in front of it.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void die(void) __attribute__((noreturn));
void go_on(void);

// CHECK: f: trace_pc trace_pc trace_pc
void f(int x)
{
	if (x)
		die();
	go_on();
}
