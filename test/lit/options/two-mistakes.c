// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Every wrong option is an error of its own: one compilation shows them all.
// RUN: not %cov{coverage=nonsense;hooks=fast} -c %s -o %t.o 2> %t.err && %check %s < %t.err && %check{OTHER} %s < %t.err
// RUN: test ! -e %t.o

// CHECK: anycov: coverage=: unknown keyword 'nonsense'
// OTHER: anycov: hooks=: unknown keyword 'fast'
void f(void)
{
}
