// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, gcc
// UNSUPPORTED: int16
// With all the compiler's own checks on, lean probes raise no complaint, and their
// number does not depend on -g.
// RUN: %cov{coverage=trace-pc,trace-cmp;hooks=lean} -O2 -fchecking -ffreestanding -c %inputs/shapes.c -o %t.o
// RUN: %hookcalls %t.o > %t.plain
// RUN: %cov{coverage=trace-pc,trace-cmp;hooks=lean} -O2 -g -ffreestanding -c %inputs/shapes.c -o %t.o
// RUN: %hookcalls %t.o > %t.debug && diff %t.plain %t.debug && %check %s < %t.plain
// CHECK: trace_pc
