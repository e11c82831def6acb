// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A coverage word that stands twice.
// RUN: not %cov{coverage=trace-pc,trace-pc} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: coverage=: the word 'trace-pc' stands there twice; write each of func bb edge trace-pc trace-pc-guard trace-cmp trace-div trace-gep trace-loads trace-stores indirect-calls inline-8bit-counters inline-bool-flag pc-table control-flow stack-depth trace-pc-entry-exit no-prune once
void f(void)
{
}
