// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function without statements still has an entry.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

// CHECK: f: trace_pc
void f(void)
{
}
