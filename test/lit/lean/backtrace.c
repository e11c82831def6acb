// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, native, x86_64
// Who unwinds from inside a lean hook meets every caller, leaf functions and ones
// that have not made their frame yet included.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -c %s -o %t.o
// RUN: %cc -O2 %t.o %inputs/backtrace_hook.c -o %t && %t | %check %s
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -fno-omit-frame-pointer -c %s -o %t.o
// RUN: %cc -O2 %t.o %inputs/backtrace_hook.c -o %t && %t | %check %s
// RUN: %cov{coverage=trace-pc;hooks=lean} -O0 -c %s -o %t.o
// RUN: %cc -O2 %t.o %inputs/backtrace_hook.c -o %t && %t | %check %s

int outside(int, int);

__attribute__((noinline, noclone)) int leaf(int a)
{
	volatile int x[6];

	x[a & 3] = a;
	return x[a & 3];
}

__attribute__((noinline, noclone)) int early(int a, int b)
{
	if (a < 0)
		return b;
	return outside(a, b) + outside(b, a);
}

// The hook says who called it, from the innermost on.
// CHECK: {{^}}middle main{{$}}
// CHECK: {{^}}leaf middle main{{$}}
// CHECK: {{^}}early middle main{{$}}
__attribute__((noinline, noclone)) int middle(int a)
{
	return leaf(a) + early(-a, a);
}

int main(int argc, char **argv)
{
	(void)argv;
	return middle(argc) + 1 < 0;
}
