// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// mcdc without place=early.
// RUN: not %cov{coverage=edge,flags;mcdc} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o
// CHECK: anycov: mcdc requires place=early, which knows the decisions of the source; add it
void f(void)
{
}
