// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Xtensa: the assembler lays out calls differently with line information (with GCC's own
// coverage as well).
// UNSUPPORTED: arch-xtensa
// -g changes no instruction: the probes stand behind debug statements, and
// their number does not depend on them.
// (With unwind tables in both, because on some targets -g brings them and clang
// orders a prologue by them.)
// RUN: %cov{coverage=trace-pc,trace-cmp} -fasynchronous-unwind-tables -O2 -c %s -o %t.o
// RUN: %objdump -s -j .text %t.o > %t.plain && %hookcalls %t.o >> %t.plain
// RUN: %cov{coverage=trace-pc,trace-cmp} -fasynchronous-unwind-tables -O2 -g -c %s -o %t.o
// RUN: %objdump -s -j .text %t.o > %t.debug && %hookcalls %t.o >> %t.debug
// RUN: diff %t.plain %t.debug
// RUN: %hookcalls -c %t.o | %check-lines %s

int g(int);

// CHECK: f: {{[4-9]}} trace_pc, {{[1-9]}} trace_{{.*}}
int f(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		int twice = 2 * i;

		if (g(twice) > 3)
			sum += g(i);
	}
	return sum;
}
