// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// A unit in which no function is instrumented has no constructor.
// RUN: %cov{coverage=trace-pc-guard,pc-table} -O2 -c %s -o %t.o && %covtables %t.o > %t.txt && not grep ctors %t.txt

int x;

__attribute__((no_sanitize("coverage"))) void f(void)
{
	x = 1;
}
