// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64
// The user's own tail calls stay jumps; a probe does not turn them into calls.
// RUN: %cov{coverage=trace-pc} -O2 -S %s -o - | %check %s

void g(void);

// CHECK-LABEL: f:
// CHECK: call{{q?}} {{.*}}__sanitizer_cov_trace_pc
// CHECK: jmp {{.*}}g
void f(void)
{
	g();
}
