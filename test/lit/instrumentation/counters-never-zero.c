// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// counters=never-zero: 1 follows 255, so that what was executed 256 times is no code that did not
// run; up to there, and without it, counters are those of clang.
// RUN: %cov{coverage=func,inline-8bit-counters;counters=never-zero} -O0 %s -o %t && %run %t | %check-lines %s
// RUN: %cov{coverage=func,inline-8bit-counters;counters=never-zero} -O2 %s -o %t && %run %t | %check-lines %s
// RUN: %cov{coverage=func,inline-8bit-counters;counters=never-zero} -O3 -fPIE %s -o %t && %run %t | %check-lines %s
// RUN: %cov{coverage=func,inline-8bit-counters;counters=never-zero;map=none} -O0 %s -o %t && %run %t | %check-lines %s
// RUN: %cov{coverage=func,inline-8bit-counters;counters=never-zero;map=none} -O2 -fPIE %s -o %t && %run %t | %check-lines %s
// RUN: %cov{coverage=func,inline-8bit-counters;counters=wrap;map=none} -O2 %s -o %t && %run %t | %check-lines{WRAP} %s
// RUN: %cov{coverage=func,inline-8bit-counters;counters=wrap} -O2 %s -o %t && %run %t | %check-lines{WRAP} %s

// CHECK: 0: 0
// CHECK-NEXT: 1: 1
// CHECK-NEXT: 255: 255
// CHECK-NEXT: 256: 1
// CHECK-NEXT: 257: 2
// CHECK-NEXT: 511: 1
// WRAP: 0: 0
// WRAP-NEXT: 1: 1
// WRAP-NEXT: 255: 255
// WRAP-NEXT: 256: 0
// WRAP-NEXT: 257: 1
// WRAP-NEXT: 511: 255
#include <stdio.h>

#define CLIENT __attribute__((no_sanitize("coverage"), used))
static volatile int n;
static unsigned char *counters;

__attribute__((noinline)) static void counted(void)
{
	n++;
}

CLIENT void __sanitizer_cov_8bit_counters_init(unsigned char *start, unsigned char *stop)
{
	if (stop - start == 1)
		counters = start;
}

CLIENT int main(void)
{
	static const int times[] = { 0, 1, 255, 256, 257, 511 };

	for (int i = 0; i < 6; i++) {
		*counters = 0;
		for (int k = 0; k < times[i]; k++)
			counted();
		printf("%d: %d\n", times[i], *counters);
	}
	return 0;
}
