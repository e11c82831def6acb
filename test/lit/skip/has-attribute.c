// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// __has_attribute sees the attributes that the plugin brings, so that code such
// as the kernel's noinstr uses them.
// REQUIRES: gcc
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

#ifdef __has_attribute
#if !__has_attribute(no_sanitize_coverage)
#error "no_sanitize_coverage is not known"
#endif
#endif

// CHECK: f: trace_pc
void f(void)
{
}
