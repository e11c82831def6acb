// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// One call at the entry and one at each return; what could have been a tail call
// returns first.
// RUN: %cov{coverage=trace-pc-entry-exit} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc-entry-exit} -Os -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
int g(int);

// CHECK: plain: trace_pc_entry trace_pc_exit
int plain(int x)
{
	return x + 1;
}

// CHECK: tail: trace_pc_entry trace_pc_exit
int tail(int x)
{
	return g(x);
}

// CHECK: never: trace_pc_entry
void leave(void) __attribute__((noreturn));
void never(void)
{
	leave();
}
