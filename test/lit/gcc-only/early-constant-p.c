// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: the source is read as without optimization, but what is constant after
// inlining stays constant.
// RUN: %cov{coverage=trace-pc;place=early} -O2 -c %s -o %t.o

extern void not_constant(void) __attribute__((error("not constant")));

static inline __attribute__((always_inline)) int twice(int n)
{
	if (!__builtin_constant_p(n))
		not_constant();
	return 2 * n;
}

static inline __attribute__((always_inline)) int thrice(int n)
{
	int is_constant = __builtin_constant_p(n);

	if (!is_constant)
		not_constant();
	return 3 * n;
}

int f(void)
{
	int x = 3;
	const int y = 4;

	return twice(x) + twice(7) + twice(y) + thrice(x) + thrice(y);
}
