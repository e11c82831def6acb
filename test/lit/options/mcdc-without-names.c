// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// mcdc: a pass finds no decisions if clang discards the names of blocks.
// REQUIRES: clang
// RUN: not %cov{coverage=edge,flags;place=early;mcdc} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o
// CHECK: anycov: mcdc requires GCC, or clang with -fno-discard-value-names; add that, or remove mcdc
void f(void)
{
}
