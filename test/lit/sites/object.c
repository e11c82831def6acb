// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Objects of every target: each hook call has a record, by relocations.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %inputs/shapes.c -o %t.o && %anycov sites --check %t.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -c %inputs/shapes.c -o %t.o && %anycov sites --check %t.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -Os -c %inputs/shapes.c -o %t.o && %anycov sites --check %t.o
// RUN: %anycov sites %t.o | %check %s

// CHECK: __sanitizer_cov_trace_pc{{ +}}equal_tails
// CHECK: probes, {{[0-9][0-9]+}} with a record in the map
