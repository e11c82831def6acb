// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// trace-pc-entry-exit: a function that no exception passes through has one exit for each return.
// RUN: %cov{coverage=trace-pc-entry-exit} -O0 -fexceptions -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK: leaf: trace_pc_entry trace_pc_exit
int leaf(void)
{
	return x;
}
