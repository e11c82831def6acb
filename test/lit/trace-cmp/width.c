// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// One hook for each width; two variables take the plain form.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

void yes(void), no(void);

// CHECK-DAG: f1: trace_cmp1
void f1(uint8_t a, uint8_t b)
{
	if (a == b)
		yes();
	no();
}

// CHECK-DAG: f2: trace_cmp2
void f2(uint16_t a, uint16_t b)
{
	if (a == b)
		yes();
	no();
}

// CHECK-DAG: f4: trace_cmp4
void f4(uint32_t a, uint32_t b)
{
	if (a == b)
		yes();
	no();
}

// CHECK-DAG: f8: trace_cmp8
void f8(uint64_t a, uint64_t b)
{
	if (a == b)
		yes();
	no();
}
