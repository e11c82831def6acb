// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, clang
// clang at -O2: the same calls with the same arguments as its own coverage.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %inputs/shapes.c -o %t.o && %cc %t.o %inputs/print_hooks.c -o %t.ours
// RUN: %own{trace-pc,trace-cmp} -O2 -c %inputs/shapes.c -o %t.o && %cc %t.o %inputs/print_hooks.c -o %t.own
// RUN: %t.ours > %t.1 && %t.own > %t.2 && diff %t.1 %t.2 && %check %s < %t.1

// CHECK: const_cmp4
