// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A constant on one side takes the const form, of the operand's own width.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

void yes(void), no(void);

// CHECK-DAG: f1: trace_const_cmp1
void f1(uint8_t a)
{
	if (a == 77)
		yes();
	no();
}

// CHECK-DAG: f2: trace_const_cmp2
void f2(uint16_t a)
{
	if (a == 0x1234)
		yes();
	no();
}

// CHECK-DAG: f4: trace_const_cmp4
void f4(uint32_t a)
{
	if (a == 0x12345678)
		yes();
	no();
}

// CHECK-DAG: f8: trace_const_cmp8
void f8(uint64_t a)
{
	if (a == 0x123456789abcdef0)
		yes();
	no();
}
