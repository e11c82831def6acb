// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// With the machine outliner asked for at -Oz, the addresses that a program records are those of
// its own probes: a call in an outlined function would be one address for both functions.
// REQUIRES: native, version-16
// RUN: %cov{coverage=trace-pc} -Oz -g -mllvm -enable-machine-outliner=always -c %s -o %t.o
// RUN: %hookcalls %t.o | %check %s
// RUN: %cc %t.o -o %t %link && %anycov run -o %t.dump %t > /dev/null
// RUN: %anycov report --functions --strict --complete --image %t %t.dump | %check{REPORT} %s
#include <stdio.h>

#define BODY(name)                                                                                 \
	__attribute__((noinline)) int name(volatile int *a, int n)                                 \
	{                                                                                          \
		if (n == 7) {                                                                      \
			a[0] = 1, a[1] = 2, a[2] = 3, a[3] = 4;                                    \
			puts("seven");                                                             \
		}                                                                                  \
		if (n == 8) {                                                                      \
			a[0] = 5, a[1] = 6, a[2] = 7, a[3] = 8;                                    \
			puts("eight");                                                             \
		}                                                                                  \
		return a[0];                                                                       \
	}

// CHECK-NOT: OUTLINED
// CHECK: first: trace_pc trace_pc trace_pc
// CHECK: second: trace_pc trace_pc trace_pc
// CHECK: third: trace_pc trace_pc trace_pc
// CHECK-NOT: OUTLINED
BODY(first)
BODY(second)
BODY(third)

// REPORT-DAG: {{^}}  first {{.*}}100.0%
// REPORT-DAG: {{^}}  second {{ *}}0/
// REPORT-DAG: {{^}}  third {{ *}}0/
int main(int argc, char **argv)
{
	volatile int a[4] = {0};
	int n;

	(void)argv;
	n = first(a, argc + 6) + first(a, argc + 7);
	return argc > 5 ? second(a, n) + third(a, n) : 0;
}
