// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// ignorelist=: what a fun: entry names has no hooks.
// RUN: echo "fun:left_*" > %t.list
// RUN: %cov{coverage=trace-pc;ignorelist=%t.list} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK-DAG: left_out:
void left_out(void)
{
	x = 1;
}

// CHECK-DAG: other: trace_pc
void other(void)
{
	x = 2;
}
