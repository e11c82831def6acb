// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Without skip-sections= no section is special.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK: a: trace_pc
__attribute__((section(".noinstr.text"))) void a(void)
{
	x = 1;
}
