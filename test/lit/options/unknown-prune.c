// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An unknown keyword for prune=.
// RUN: not %cov{coverage=trace-pc;prune=some} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: prune=: unknown keyword 'some'; valid keywords are none dom lossless
void f(void)
{
}
