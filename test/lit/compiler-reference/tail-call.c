// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc, own-cov, x86_64
// UNSUPPORTED: version-14
// Intended difference: up to GCC 13 its own hook may be the target of a jump; the
// recorded address is then the caller's. anycov always calls.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
// RUN: %own{trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines{OWN} %s

// CHECK: f: trace_pc
// OWN: f: jump:trace_pc
void f(void)
{
}
