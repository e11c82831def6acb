// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Functions and variables in sections of their own have probes and work.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w %s -o %t %link && %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w %s -o %t %link && %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w %s -o %t %link && %t
// RUN: %cov{coverage=trace-pc} -O1 -c %s -o %t.o && %hookcalls %t.o | %check %s
#include <stdlib.h>

__attribute__((section(".fast"))) int quick = 4;
__attribute__((section("named_functions"), noinline)) static int far_away(int n)
{
	return n > 3 ? n * 2 : n;
}

// CHECK: early: trace_pc
__attribute__((section(".text.startup"), noinline)) int early(int n)
{
	for (int i = 0; i < n; i++)
		quick += far_away(i);
	return quick;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (early(argc + 4) != 4 + 0 + 1 + 2 + 3 + 8)
		abort();
	return 0;
}
