// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// mcdc: clang shows a pass no decisions.
// REQUIRES: clang
// RUN: not %cov{coverage=edge,flags;place=early;mcdc} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o
// CHECK: anycov: mcdc requires GCC, whose trees show decisions; remove it
void f(void)
{
}
