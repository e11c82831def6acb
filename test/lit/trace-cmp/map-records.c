// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// trace-cmp and the data words alone have the map records of the function, its blocks
// and its lines: reports of comparisons need no debug information.
// (Those of probes are in .anycov_map, which GCC before 11 does not tie to code.)
// REQUIRES: native, clang || version-11
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %objdump -h %t.o | %check %s
// RUN: %anycov sites --check %t.o
// RUN: %cov{coverage=trace-div} -O2 -c %s -o %t.o && %objdump -h %t.o | %check %s

// CHECK-DAG: {{ }}.anycov_map
// CHECK-DAG: {{ }}.debug_anycov_map
#include <stdint.h>

void yes(void), no(void);

void f(uint32_t a, uint32_t b)
{
	if (a == 0x12345678 / b)
		yes();
	else
		no();
}
