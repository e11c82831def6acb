// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// The program and its library each announce their own tables.
// RUN: %cc -O1 -w -c %inputs/family_client.c -o %t.client.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow} -O2 -fPIC -shared -DLIBRARY %s -o %t.so
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow} -O2 -c %s -o %t.o && %cc %t.o %t.client.o %t.so -rdynamic -o %t && %run %t > %t.txt && %check %s < %t.txt
// CHECK-NOT: problem
// CHECK: module 0: [[#]] probes, [[#]] hit, 1 functions
// CHECK-NEXT: module 1: [[#]] probes, [[#]] hit, 1 functions
int twice(int x);
#ifdef LIBRARY
int twice(int x)
{
	return x > 3 ? 2 * x : x + x;
}
#else
int main(int argc, char **argv)
{
	(void)argv;
	return twice(argc) != 2;
}
#endif
