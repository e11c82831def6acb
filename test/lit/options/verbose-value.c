// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// verbose with a word that is none of its own.
// RUN: not %cov{coverage=trace-pc;verbose=loud} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: verbose=: unknown value 'loud'; valid are verbose alone, verbose=1 and verbose=0
void f(void)
{
}
