// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Two keywords for prune=.
// RUN: not %cov{coverage=trace-pc;prune=dom;prune=none} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: prune=none conflicts with prune=dom; keep one of none dom lossless
void f(void)
{
}
