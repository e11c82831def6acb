// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// allowlist=: only what both a src: and a fun: entry name has hooks.
// RUN: echo "src:*" > %t.list
// RUN: echo "fun:chosen*" >> %t.list
// RUN: %cov{coverage=trace-pc;allowlist=%t.list} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK-DAG: chosen_one: trace_pc
void chosen_one(void)
{
	x = 1;
}

// CHECK-DAG: other:
void other(void)
{
	x = 2;
}
