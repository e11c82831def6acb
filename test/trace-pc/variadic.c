// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function with variable arguments: the register save area comes first or
// survives; the probe count is the entry's.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdarg.h>

// CHECK: f: trace_pc
int f(int n, ...)
{
	va_list ap;
	int r;

	va_start(ap, n);
	r = va_arg(ap, int);
	va_end(ap);
	return r + n;
}
