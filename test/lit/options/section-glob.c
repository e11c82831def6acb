// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A bad glob in skip-sections=.
// RUN: not %cov{coverage=trace-pc;skip-sections=.text[} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: skip-sections=: invalid section name or glob '.text[': {{.*}}; write for example skip-sections=.noinstr.text,.init.*
void f(void)
{
}
