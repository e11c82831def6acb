// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The attribute no_sanitize_coverage keeps a function free of hooks; on compilers
// that lack it the plugin brings it (clang spells it no_sanitize("coverage")).
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

#if defined(__clang__)
#define FREE __attribute__((no_sanitize("coverage")))
#else
#define FREE __attribute__((no_sanitize_coverage))
#endif
void yes(void), no(void);

// CHECK-DAG: without:
FREE void without(int x)
{
	if (x == 123)
		yes();
	no();
}

// CHECK-DAG: with: trace_pc trace_const_cmp{{[24]}} trace_pc trace_pc{{( trace_pc)*}}
void with(int x)
{
	if (x == 123)
		yes();
	no();
	yes();
	no();
	yes();
}
