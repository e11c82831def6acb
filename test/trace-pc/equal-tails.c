// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Cross-jumping and tail merging must not make one call of two sites.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -Os -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O3 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s

void a(void), b(void), c(void), d(void), same(int);

// Entry, four arms, join.
// CHECK: f: 6 trace_pc
void f(int x)
{
	switch (x) {
	case 10:
		a();
		same(1);
		break;
	case 200:
		b();
		same(1);
		break;
	case 3000:
		c();
		same(1);
		break;
	default:
		d();
		same(1);
	}
	a();
}
