// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// prune=lossless without block coverage.
// RUN: not %cov{coverage=trace-cmp;prune=lossless} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: prune=lossless requires block coverage; add trace-pc or flags to coverage=
void f(void)
{
}
