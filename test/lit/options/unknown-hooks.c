// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An unknown keyword for hooks=.
// RUN: not %cov{coverage=trace-pc;hooks=fast} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: hooks=: unknown keyword 'fast'; valid keywords are c lean
void f(void)
{
}
