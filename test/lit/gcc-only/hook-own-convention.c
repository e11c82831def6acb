// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, x86_64
// A unit that defines a hook with a calling convention of its own: calls of the hook follow it.
// RUN: %cov{coverage=trace-cmp} -O2 %s -o %t && %t

static unsigned last[2];

__attribute__((ms_abi)) void __sanitizer_cov_trace_cmp4(unsigned a, unsigned b)
{
	last[0] = a;
	last[1] = b;
}

__attribute__((noinline)) int is_less(unsigned a, unsigned b)
{
	return a < b;
}

int main(void)
{
	int wrong = is_less(3, 5) - 1;

	return wrong + (last[0] + 10 * last[1] - 53);
}
