// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Code that is inlined into a function without hooks has none there, and keeps
// them elsewhere.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

#if defined(__clang__)
#define FREE __attribute__((no_sanitize("coverage")))
#else
#define FREE __attribute__((no_sanitize_coverage))
#endif
volatile int v;

static inline __attribute__((always_inline)) void callee(void)
{
	v = 1;
}

// CHECK-DAG: without:
FREE void without(void)
{
	callee();
}

// CHECK-DAG: with: trace_pc
void with(void)
{
	callee();
	v = 2;
}
