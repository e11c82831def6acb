// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A coverage keyword that is given twice.
// RUN: not %cov{coverage=trace-pc,trace-pc} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: coverage=: duplicate keyword 'trace-pc'; write it once
void f(void)
{
}
