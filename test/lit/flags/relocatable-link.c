// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// ld -r joins instrumented objects, and the result has every flag and its record.
// RUN: %cov{coverage=flags,trace-pc} -O2 -c %s -o %t.1.o
// RUN: %cov{coverage=flags,trace-pc} -O2 -ffunction-sections -Df=g -c %s -o %t.2.o
// RUN: %cc -nostdlib -r %t.1.o %t.2.o -o %t.r.o
// RUN: %anycov sites %t.r.o | %check %s

int yes(int), no(int);

// CHECK-DAG: flag {{.*}} f
// CHECK-DAG: flag {{.*}} g
// CHECK: [[N:[0-9]+]] probes, [[N]] with a record in the map
int f(int x)
{
	return x == 1234 ? yes(x) : no(x);
}
