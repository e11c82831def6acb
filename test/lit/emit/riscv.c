// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: arch-riscv
// On RISC-V: what stands in the assembly.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -S %s -o - | %check %s
typedef unsigned int u32 __attribute__((mode(SI)));
void yes(void);

// CHECK-LABEL: {{^}}f:
// CHECK: call	__sanitizer_cov_trace_pc
// CHECK: call	__sanitizer_cov_trace_const_cmp4
// CHECK: call	__sanitizer_cov_trace_pc
// CHECK: call	yes
// CHECK: call	__sanitizer_cov_trace_pc
void f(u32 a)
{
	if (a == 0x12345678)
		yes();
	yes();
}
