// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A switch that only has a default is no decision.
// RUN: %cov{coverage=trace-cmp} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void a(void);

// CHECK: f:
void f(int x)
{
	switch (x) {
	default:
		a();
	}
}
