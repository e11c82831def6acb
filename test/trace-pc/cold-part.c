// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64
// A block that GCC moves to .text.unlikely keeps its probe.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void rare(void) __attribute__((cold));
void usual(void), more(void);

// CHECK-DAG: f: trace_pc {{.*}}trace_pc{{.*}}
// GCC-DAG: f.cold{{(.[0-9]+)?}}: trace_pc
int f(int x)
{
	if (x > 100) {
		rare();
		more();
		more();
		return 1;
	}
	usual();
	return 0;
}
