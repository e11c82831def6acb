// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// prune=lossless has nothing to choose from.
// RUN: not %cov{coverage=trace-cmp;prune=lossless} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: prune=lossless chooses among blocks, but coverage= asks for none; add trace-pc or drop prune=lossless
void f(void)
{
}
