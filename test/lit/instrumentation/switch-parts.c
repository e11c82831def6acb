// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The branches that the compiler makes of one switch have no probes: only the entry, the
// cases, the default and what follows do.
// RUN: %cov{coverage=bb,trace-pc-guard} -O0 -c %s -o %t.o && %covtables %t.o | %check-lines %s
// RUN: %cov{coverage=bb,trace-pc-guard} -O1 -c %s -o %t.o && %covtables %t.o | %check-lines %s
// RUN: %cov{coverage=bb,trace-pc-guard} -O2 -c %s -o %t.o && %covtables %t.o | %check-lines %s

// CHECK: guards: 10
void h(int);
volatile int v;

void f(int x)
{
	switch (x) {
	case 3:
		h(1);
		v = 1;
		break;
	case 70:
		h(2);
		v = 2;
		break;
	case 500:
		h(3);
		h(v);
		break;
	case 2000:
		v = 4;
		h(4);
		break;
	case 9000:
		h(5);
		h(5);
		break;
	case 70000:
		h(6);
		h(v + 6);
		break;
	case 800000:
		v = 7;
		v = 8;
		break;
	default:
		h(8);
		h(9);
		h(7);
	}
	v = 9;
	v = 10;
}
