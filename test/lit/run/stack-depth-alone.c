// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// stack-depth links with the host runtime and follows the stack of each thread.
// RUN: %cov{coverage=stack-depth,trace-pc} -O0 %s -o %t %link
// RUN: %t | %check %s
// CHECK: deep is lower
#include <stdint.h>
#include <stdio.h>

extern __thread uintptr_t __sancov_lowest_stack;

__attribute__((noinline)) int deep(int n)
{
	volatile char frame[256];

	frame[0] = (char)n;
	return n ? deep(n - 1) + frame[0] : 0;
}

int main(void)
{
	uintptr_t before, behind;

	before = __sancov_lowest_stack;
	deep(100);
	behind = __sancov_lowest_stack;
	puts(behind && before - behind > 100 * 256 ? "deep is lower" : "not followed");
	return 0;
}
