// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An unknown coverage keyword is an error that lists the valid ones.
// RUN: not %cov{coverage=trace-pc,trace-everything} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: coverage=: unknown keyword 'trace-everything'; valid keywords are func bb edge trace-pc flags trace-pc-guard trace-cmp trace-routines trace-div trace-gep trace-loads trace-stores indirect-calls inline-8bit-counters inline-bool-flag pc-table control-flow stack-depth trace-pc-entry-exit no-prune
void f(void)
{
}
