// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean
// A unit asks for the lean runtime if it has a lean probe, and only then.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -c %s -o %t.o && %objdump -t %t.o | %check{NONE} %s
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -DPROBE -c %s -o %t.o && %objdump -t %t.o | %check %s

// CHECK: __anycov_lean_abi_1
// CHECK-NOT: __anycov_lean_abi_1
// NONE-NOT: __anycov
#ifdef __clang__
__attribute__((no_sanitize("coverage")))
#else
__attribute__((no_sanitize_coverage))
#endif
void f(void)
{
}

#ifdef PROBE
void g(void)
{
}

void h(void)
{
}
#endif
