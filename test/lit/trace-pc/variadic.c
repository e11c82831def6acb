// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function with variable arguments has one entry probe.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdarg.h>

int g(int, va_list *);

// CHECK: f: trace_pc
int f(int n, ...)
{
	va_list ap;
	int r;

	va_start(ap, n);
	r = g(n, &ap);
	va_end(ap);
	return r + 1;
}
