// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// allowlist=: a unit that no src: entry names has no hooks.
// RUN: echo "src:*/another.c" > %t.list
// RUN: echo "fun:*" >> %t.list
// RUN: %cov{coverage=trace-pc;allowlist=%t.list} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK: f:
void f(void)
{
	x = 1;
}
