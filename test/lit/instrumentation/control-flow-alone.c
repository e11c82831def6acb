// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// control-flow without guards, counters or flags has a constructor of its own, which
// registers the table (clang's own coverage does not).
// RUN: %cov{coverage=control-flow} -O1 -c %s -o %t.o && %covtables %t.o | %check %s
// RUN: %cov{coverage=control-flow,trace-pc} -O1 -c %s -o %t.o && %covtables %t.o | %check %s
// RUN: %cov{coverage=control-flow;drop-ctors} -O1 -c %s -o %t.o && %covtables %t.o | %check{DROP} %s

// CHECK: cfs: f {{[1-9]}} blocks, calls g
// CHECK-NEXT: ctors: sancov.module_ctor{{$}}
// CHECK-NOT: problem
// DROP: cfs: f
// DROP-NOT: ctors
int g(int);
int f(int a)
{
	return g(a) + 1;
}
