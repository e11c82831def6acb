// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Options without coverage= would record nothing.
// RUN: not %cov{prune=dom} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: coverage= is required; write for example coverage=trace-pc (valid keywords are func bb edge trace-pc flags trace-pc-guard trace-cmp trace-routines trace-div trace-gep trace-loads trace-stores indirect-calls inline-8bit-counters inline-bool-flag pc-table control-flow stack-depth trace-pc-entry-exit no-prune)
void f(void)
{
}
