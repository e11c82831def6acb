// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: arch-xtensa
// Xtensa (call0 ABI): what stands in the assembly.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -S %s -o - | %check %s
typedef unsigned int u32 __attribute__((mode(SI)));
void yes(void);

// CHECK-LABEL: {{^}}f:
// CHECK: call0	__sanitizer_cov_trace_pc
// CHECK: call0	__sanitizer_cov_trace_const_cmp4
// CHECK: call0	__sanitizer_cov_trace_pc
// CHECK: call0	yes
// CHECK: call0	__sanitizer_cov_trace_pc
void f(u32 a)
{
	if (a == 0x12345678)
		yes();
	yes();
}
