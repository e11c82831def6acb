// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, native, x86_64
// Lean probes with IBT and shadow stacks, and with retpolines: a direct call needs neither.
// RUN: %cc -O2 %inputs/shapes.c %inputs/count_hooks.c -o %t.plain && %t.plain > %t.expected
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -fcf-protection=full -c %inputs/shapes.c -o %t.o
// RUN: %hookcalls %t.o | %check %s
// RUN: %cc -fcf-protection=full %t.o %link -o %t && %anycov run -o %t.dump %t > %t.out
// RUN: diff %t.expected %t.out && %check-records records %t %t.dump 20
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -mretpoline -c %inputs/shapes.c -o %t.o
// RUN: %hookcalls %t.o | %check %s
// RUN: %cc %t.o %link -o %t && %anycov run -o %t.dump %t > %t.out
// RUN: diff %t.expected %t.out && %check-records records %t %t.dump 20
// CHECK: trace_pc
