// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A level without a kind of coverage.
// RUN: not %cov{coverage=bb} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: coverage=bb sets only the level; add one of trace-pc flags trace-pc-guard inline-8bit-counters inline-bool-flag
void f(void)
{
}
