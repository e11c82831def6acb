// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lto, native
// With the plugin at both steps, compiling and linking, each block has one probe.
// RUN: %cov{coverage=trace-pc} -O1 -flto -c %s -o %t.o
// RUN: %cc -O1 -flto %t.o -o %t %ltolink{coverage=trace-pc} %link
// RUN: %anycov sites %t | %check %s

volatile int v;

// CHECK-DAG: pc {{.*}} f{{.*}}
__attribute__((noinline)) static void f(int x)
{
	v = x + 1;
}

// CHECK-DAG: pc {{.*}} main{{.*}}
// CHECK: 2 probes, 2 with a record in the map
int main(int argc, char **argv)
{
	(void)argv;
	f(argc);
	v = 7;
}
