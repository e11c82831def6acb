// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// ld -r joins instrumented objects of C and C++ (comdat groups), and the result has
// every record.
// REQUIRES: hosted, cxx
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %inputs/shapes.c -o %t.1.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -Dmain=other_main -ffunction-sections -c %inputs/shapes.cc -o %t.2.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O0 -c %s -o %t.3.o
// RUN: %cc -nostdlib -r %t.1.o %t.2.o %t.3.o -o %t.r.o
// RUN: %anycov sites %t.r.o | %check %s

template <class T> T twice(T x)
{
	return x > 3 ? x + x : x;
}

// CHECK-DAG: pc {{.*}} f(int)
// CHECK-DAG: pc {{.*}} twice<int>(int)
// CHECK: [[N:[0-9]+]] probes, [[N]] with a record in the map
int f(int x)
{
	return twice(x);
}
