// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A wrong option is an error in a unit that has nothing to instrument, too.
// RUN: not %cov{coverage=nonsense} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: coverage=: unknown word 'nonsense'
int x;
