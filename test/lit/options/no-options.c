// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Without options a unit that has a function is an error, and one that has none is
// not: a link step may load the plugin and compile nothing.
// RUN: %cov{} -O2 -c %s -o %t.o
// RUN: rm %t.o && not %cov{} -O2 -DFUNCTION -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: error: {{.*}}anycov: coverage= is required
int x;
#ifdef FUNCTION
void f(void)
{
}
#endif
