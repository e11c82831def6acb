// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A source file that was compiled as tests/../x.c is x.c.
// REQUIRES: run
// RUN: rm -rf %t.d && mkdir -p %t.d/tests && cp %s %t.d/x.c && cd %t.d
// RUN: %cov{coverage=trace-pc;place=late} -O1 -g -c tests/../x.c -o x.o && %anycov sites x.o | %check %s
// RUN: %cov{coverage=trace-pc;place=early} -O1 -g -c ./tests/../x.c -o x.o && %anycov sites x.o | %check %s
// RUN: cd tests && %cov{coverage=trace-pc;place=late} -O1 -g -c ../tests//../x.c -o x.o && %anycov sites x.o | %check %s

// CHECK: f ({{.*}}.d/x.c:{{[0-9]+}})
// CHECK-NOT: /../
int x;

void f(void)
{
	x = 1;
}
