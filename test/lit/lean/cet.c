// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, x86_64, gcc
// With shadow stacks, indirect-branch tracking or thunks for indirect branches
// lean hooks are still reached by direct calls, and the program still runs.
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -fcf-protection=full -c %inputs/shapes.c -o %t.o
// RUN: %hookcalls %t.o | %check %s
// RUN: %cc -O2 %inputs/shapes.c %inputs/count_hooks.c -o %t.plain && %t.plain > %t.expected
// RUN: %cc -fcf-protection=full %t.o %link -o %t && %anycov run -o %t.dump %t > %t.out
// RUN: diff %t.expected %t.out && %check-records records %t %t.dump 20
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -fcf-protection=none -mindirect-branch=thunk -mfunction-return=thunk -c %inputs/shapes.c -o %t.o
// RUN: %hookcalls %t.o | %check %s
// RUN: %cc %t.o %link -o %t && %anycov run -o %t.dump %t > %t.out
// RUN: diff %t.expected %t.out && %check-records records %t %t.dump 20
// CHECK-NOT: jump:
// CHECK-NOT: indirect:
// CHECK-NOT: address:
// CHECK: main: trace_pc
