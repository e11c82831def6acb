// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// skip-sections= leaves out functions by their section's name, by name and glob.
// RUN: %cov{coverage=trace-pc;skip-sections=.noinstr.text,.init.*} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

int x;

// CHECK-DAG: a:
__attribute__((section(".noinstr.text"))) void a(void)
{
	x = 1;
}

// CHECK-DAG: b:
__attribute__((section(".init.text"))) void b(void)
{
	x = 2;
}

// CHECK-DAG: c: trace_pc
__attribute__((section(".other.text"))) void c(void)
{
	x = 3;
}

// CHECK-DAG: d: trace_pc
void d(void)
{
	x = 4;
}
