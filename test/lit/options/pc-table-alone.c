// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// pc-table without guards, counters or bool flags.
// RUN: not %cov{coverage=trace-pc,pc-table} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: coverage=pc-table requires guards, counters or bool flags; add one of trace-pc-guard inline-8bit-counters inline-bool-flag
void f(void)
{
}
