// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An invalid option is an error even if there is nothing to instrument.
// RUN: not %cov{coverage=nonsense} -c %s -o %t.o 2>&1 | %check %s
// RUN: test ! -e %t.o

// CHECK: anycov: coverage=: unknown keyword 'nonsense'
int x;
