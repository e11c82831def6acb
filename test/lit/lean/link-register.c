// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean
// UNSUPPORTED: arch-x86_64
// A leaf function with lean probes saves its own return address first.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -S %s -o %t.s && %check %s < %t.s

// CHECK-LABEL: {{^}}leaf:
// CHECK: {{(s[wd]|str|stp|push).*(ra|lr|x30)}}
// CHECK: {{(call|bl)[ \t]+__sanitizer_cov_trace_pc}}
int leaf(int a)
{
	return a * 7;
}
