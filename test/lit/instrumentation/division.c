// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A hook for each division by 32 or 64 bits that are no constant; not for remainders.
// RUN: %cov{coverage=trace-div} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-div} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
#include <stdint.h>

// CHECK: s32: trace_div4
int32_t s32(int32_t a, int32_t b)
{
	return a / b;
}

// CHECK: u64: trace_div8
uint64_t u64(uint64_t a, uint64_t b)
{
	return a / b;
}

// CHECK-NOT: {{(by_constant|remainder|halves):.*trace.*}}
uint32_t by_constant(uint32_t a)
{
	return a / 7;
}

uint32_t remainder(uint32_t a, uint32_t b)
{
	return a % b;
}

double halves(double a, double b)
{
	return a / b;
}
