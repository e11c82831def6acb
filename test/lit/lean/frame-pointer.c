// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, x86_64
// With frame pointers every function that calls a lean hook has made its frame
// before, so that who walks them meets all callers.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -fno-omit-frame-pointer -S %s -o %t.s && %check %s < %t.s

int g(int, int);

// CHECK-LABEL: f:
// CHECK: pushq %rbp
// CHECK: movq %rsp, %rbp
// CHECK: call{{q?}} __sanitizer_cov_trace_pc
int f(int a, int b)
{
	if (a < 0)
		return b;
	return g(a, b) + g(b, a);
}

// CHECK-LABEL: leaf:
// CHECK: pushq %rbp
// CHECK: movq %rsp, %rbp
// CHECK: call{{q?}} __sanitizer_cov_trace_pc
int leaf(int a)
{
	return a > 3 ? a * 7 : a;
}
