// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// no-prune and a pruning rule.
// RUN: not %cov{coverage=trace-pc,no-prune;prune=dom} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: prune=dom conflicts with 'no-prune' in coverage=; remove one of them (prune= takes none dom lossless)
void f(void)
{
}
