// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Options of the command line count, not those of the environment, when there are any.
// REQUIRES: native
// RUN: env ANYCOV_OPTIONS=coverage=nonsense %cov{coverage=trace-pc} -O1 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check-lines %s

// CHECK: f: trace_pc
void f(void)
{
}
