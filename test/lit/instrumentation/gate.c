// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Each call of a hook is behind a branch; the variable is in a section of its own
// and yields to the program's.
// REQUIRES: native
// RUN: %cov{coverage=trace-pc-guard,trace-cmp;gated-trace-callbacks} -O2 -c %s -o %t.o
// RUN: %cc -O1 -DMAIN -I%include -c %s -o %t.main.o
// RUN: %cc %t.o %t.main.o -o %t && %run %t | %check %s
// CHECK: off 0
// CHECK-NEXT: on {{[4-9]}}
#include <stdint.h>
#ifdef MAIN
#include <stdio.h>
extern uint64_t __sancov_should_track __attribute__((visibility("hidden"), weak));
int f(int), calls;
#define HOOK(n, ...) void __sanitizer_cov_trace_##n(__VA_ARGS__); \
	void __sanitizer_cov_trace_##n(__VA_ARGS__) { calls++; }
HOOK(pc_guard, uint32_t *g)
HOOK(const_cmp4, uint32_t a, uint32_t b)
void __sanitizer_cov_trace_pc_guard_init(uint32_t *a, uint32_t *b);
void __sanitizer_cov_trace_pc_guard_init(uint32_t *a, uint32_t *b)
{
	(void)a;
	(void)b;
}

int main(void)
{
	f(3);
	printf("off %d\n", calls);
	__sancov_should_track = 1;
	f(3);
	printf("on %d\n", calls);
	return 0;
}
#else
volatile int v;
int f(int x)
{
	if (x == 3)
		v = 1;
	else
		v = 2;
	v = 3;
	if (v == 9)
		v = 4;
	return v;
}
#endif
