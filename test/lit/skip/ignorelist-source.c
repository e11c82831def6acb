// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// ignorelist=: a src: entry names the unit.
// RUN: echo "src:*/ignorelist-source.c" > %t.list
// RUN: %cov{coverage=trace-pc;ignorelist=%t.list} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK: f:
void f(void)
{
	x = 1;
}
