// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: clang
// The same comparison hooks in the same order as the compiler's own, in clang
// at -O2.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls -f cmp %t.o > %t.1
// RUN: %own{trace-pc,trace-cmp} -O2 -c %s -o %t.o && %hookcalls -f cmp %t.o > %t.2
// RUN: diff %t.1 %t.2 && %check %s < %t.1
// CHECK: f: {{.*}}cmp8
#include "compares.c"
