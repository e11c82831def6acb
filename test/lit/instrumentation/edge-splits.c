// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An if without else has a critical edge: a block of its own, and a guard, with
// edge (the default here), none with bb.
// RUN: %cov{coverage=edge,trace-pc-guard,pc-table} -O1 -c %s -o %t.o && %covtables %t.o | %check-lines{EDGE} %s
// RUN: %cov{coverage=trace-pc-guard,pc-table} -O1 -c %s -o %t.o && %covtables %t.o | %check-lines{EDGE} %s
// RUN: %cov{coverage=bb,trace-pc-guard,pc-table} -O1 -c %s -o %t.o && %covtables %t.o | %check-lines{BB} %s
// RUN: %cov{coverage=func,trace-pc-guard,pc-table} -O1 -c %s -o %t.o && %covtables %t.o | %check-lines{FUNC} %s

// EDGE: guards: 4
// EDGE: pcs: f 4
// BB: guards: 3
// BB: pcs: f 3
// FUNC: guards: 1
// FUNC: pcs: f 1
volatile int v;
void a(void), c(void);

void f(int x)
{
	if (x)
		a();
	c();
	v = 1;
	c();
	v = 2;
	c();
}
