// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean
// LLVM's verifiers of the module and of machine code find nothing wrong with lean
// probes, at any level, with frame pointers and without.
// RUN: %cov{coverage=trace-pc,trace-cmp;hooks=lean} -O0 -mllvm -verify-machineinstrs -ffreestanding -c %inputs/shapes.c -o %t.o
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O2 -mllvm -verify-machineinstrs -ffreestanding -c %inputs/shapes.c -o %t.o
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -fno-omit-frame-pointer -mllvm -verify-machineinstrs -ffreestanding -c %inputs/shapes.c -o %t.o
// RUN: %hookcalls %t.o > %t.plain
// RUN: %cov{coverage=trace-pc;hooks=lean} -O2 -fno-omit-frame-pointer -g -ffreestanding -c %inputs/shapes.c -o %t.o
// RUN: %hookcalls %t.o > %t.debug && diff %t.plain %t.debug && %check %s < %t.plain
// CHECK: trace_pc
