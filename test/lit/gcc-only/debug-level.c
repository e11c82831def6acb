// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// -Og has a list of passes of its own, and lowers switches early in it.
// RUN: %cov{coverage=trace-pc,trace-cmp} -Og -g -c %s -o %t.o && %hookcalls %t.o | %check %s

void hit(int);

// CHECK: f: trace_pc trace_switch{{.*}}
void f(int a)
{
	switch (a) {
	case 3:
		hit(2);
		break;
	case 900:
		hit(3);
		break;
	}
}
