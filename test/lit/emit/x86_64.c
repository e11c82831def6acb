// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64, clang || version-11
// x86-64: the assembly, with the label of the record of the site after each call (GCC before 11
// has the record there).
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -S %s -o - | %check %s
typedef unsigned int u32 __attribute__((mode(SI)));
void yes(void);

// CHECK-LABEL: {{^}}f:
// CHECK: call{{q?}}	__sanitizer_cov_trace_pc
// CHECK: {{.Lanycov[0-9]+}}:
// CHECK: movl	$305419896, %edi
// CHECK-NEXT: movl	%{{[a-z0-9]+}}, %esi
// CHECK-NEXT: call{{q?}}	__sanitizer_cov_trace_const_cmp4
// CHECK: cmpl	$305419896
// CHECK: call{{q?}}	__sanitizer_cov_trace_pc
// CHECK: call{{q?}}	yes
// CHECK: call{{q?}}	__sanitizer_cov_trace_pc
void f(u32 a)
{
	if (a == 0x12345678)
		yes();
	yes();
}
