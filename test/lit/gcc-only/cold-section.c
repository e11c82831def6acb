// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64
// A function that GCC cuts in two has probes and map records in both parts, each
// tied to its own.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -w rare %t.o | %check-lines %s
// RUN: %anycov sites %t.o | %check{SITES} %s

void rare(void) __attribute__((cold));
void usual(void), more(void);

// CHECK-DAG: f: trace_pc {{.*}}trace_pc{{.*}}
// CHECK-DAG: f.cold{{(.[0-9]+)?}}: trace_pc rare{{.*}}
// SITES-DAG: {{^}}.text+{{.*}} pc 0 {{.*}} f
// SITES-DAG: .text.unlikely+{{.*}} pc {{.*}} f
// SITES: [[N:[0-9]+]] probes, [[N]] with a record in the map
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
