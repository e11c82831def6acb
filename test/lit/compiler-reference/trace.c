// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, own-cov
// The same calls with the same arguments in the same order as the compiler's own
// coverage makes them: at -O0 in both compilers, in clang at -O2 as well (GCC
// places its own before loops are optimised, anycov behind).
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -c %inputs/shapes.c -o %t.o && %cc %t.o %inputs/print_hooks.c -o %t.ours
// RUN: %own{trace-pc,trace-cmp} -O0 -c %inputs/shapes.c -o %t.o && %cc %t.o %inputs/print_hooks.c -o %t.own
// RUN: %t.ours > %t.1 && %t.own > %t.2 && diff %t.1 %t.2 && %check %s < %t.1

// CHECK: const_cmp4 a a
// CHECK: switch
