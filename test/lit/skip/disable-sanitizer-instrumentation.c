// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// disable_sanitizer_instrumentation keeps a function free of hooks.
// UNSUPPORTED: clang-13-x86_64
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void yes(void);

// CHECK: without:
__attribute__((disable_sanitizer_instrumentation)) void without(int x)
{
	if (x == 123)
		yes();
}
