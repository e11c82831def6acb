// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Two levels.
// RUN: not %cov{coverage=func,edge,trace-pc} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: coverage=: 'edge' conflicts with 'func'; keep one of func bb edge
void f(void)
{
}
