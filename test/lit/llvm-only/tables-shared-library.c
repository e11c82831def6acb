// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A program and its library announce their own guards, counters and PCs, each its own
// once, with GNU ld and lld.
// REQUIRES: run, native, lto
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,pc-table} -O1 -fPIC -DLIBRARY -c %s -o %t.1.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,pc-table} -O1 -DLIBRARY -DMORE -fPIC -c %s -o %t.2.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,pc-table} -O1 -c %s -o %t.3.o
// RUN: %cc -shared %t.1.o %t.2.o -o %t.so && %cc -rdynamic %t.3.o %t.so -o %t && %t | %check %s
// RUN: %cc -fuse-ld=lld -Wl,--gc-sections -shared %t.1.o %t.2.o -o %t.so && %cc -fuse-ld=lld -rdynamic %t.3.o %t.so -o %t && %t | %check %s

// CHECK: guards 5
// CHECK-NEXT: counters 5
// CHECK-NEXT: pcs 5, 2 entries
// CHECK-NEXT: guards 1
// CHECK-NEXT: counters 1
// CHECK-NEXT: pcs 1, 1 entries
// CHECK-NEXT: main
// CHECK-NOT: guards
#include <stdint.h>

#ifdef LIBRARY
#ifdef MORE
int more(int a)
{
	return a + 1;
}
#else
int more(int);
int library(int a)
{
	if (a)
		return more(a) * 3;
	return more(2);
}
#endif
#else
#include <stdio.h>

int library(int);
#define NO __attribute__((no_sanitize("coverage")))
NO void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
	printf("guards %d\n", (int)(stop - start));
}

NO void __sanitizer_cov_8bit_counters_init(char *start, char *stop)
{
	printf("counters %d\n", (int)(stop - start));
}

NO void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop)
{
	int entries = 0;

	for (const uintptr_t *p = start; p < stop; p += 2)
		entries += (int)p[1];
	printf("pcs %d, %d entries\n", (int)(stop - start) / 2, entries);
}

NO void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
	(void)guard;
}

int main(void)
{
	puts("main");
	return library(1) != 6;
}
#endif
