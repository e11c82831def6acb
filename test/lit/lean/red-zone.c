// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, x86_64
// A leaf function with lean probes keeps nothing below the stack pointer, where
// the call writes its return address; one without probes still may.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -fno-stack-protector -S %s -o %t.s && %check %s < %t.s

// CHECK-LABEL: leaf:
// CHECK: call{{q?}} __sanitizer_cov_trace_pc
// CHECK-NOT: {{-[0-9]+}}(%rsp{{[,)]}}
// CHECK: .size leaf
int leaf(const int *p, unsigned n)
{
	volatile int a[4];

	for (int i = 0; i < 4; i++)
		a[i] = p[i];
	return n < 4 ? a[n] : 0;
}

#ifdef __clang__
#define NO_COVERAGE __attribute__((no_sanitize("coverage")))
#else
#define NO_COVERAGE __attribute__((no_sanitize_coverage))
#endif

// CHECK-LABEL: plain:
// CHECK: {{-[0-9]+}}(%rsp{{[,)]}}
NO_COVERAGE int plain(const int *p, unsigned n)
{
	volatile int a[4];

	for (int i = 0; i < 4; i++)
		a[i] = p[i];
	return n < 4 ? a[n] : 0;
}

// CHECK-LABEL: after:
// CHECK: call{{q?}} __sanitizer_cov_trace_pc
// CHECK-NOT: {{-[0-9]+}}(%rsp{{[,)]}}
// CHECK: .size after
int after(const int *p, unsigned n)
{
	volatile int a[4];

	for (int i = 0; i < 4; i++)
		a[i] = p[i];
	return n < 4 ? a[n] : 0;
}
