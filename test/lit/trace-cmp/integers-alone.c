// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// compares=integers: comparisons of floats call no hook, for most fuzzers define none; those of
// integers, pointers and switches do.
// RUN: %cov{coverage=trace-cmp;compares=integers} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-cmp;compares=integers} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

void yes(void), no(void), three(void);

// CHECK: f:
void f(float a, float b)
{
	if (a < b)
		yes();
	no();
}

// CHECK: d:
void d(double a)
{
	if (a > 3.5)
		yes();
	no();
}

// CHECK: i: trace_const_cmp4
void i(int32_t a)
{
	if (a > 3)
		yes();
	no();
}

// CHECK: s: trace_switch
void s(int32_t a)
{
	switch (a) {
	case 1:
		return yes();
	case 7:
		return no();
	case 20:
		return three();
	}
}
