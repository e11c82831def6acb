// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// All tables of all functions have an element for each probe; each function's PCs
// begin with its entry, which alone is marked.
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table} -O0 -c %inputs/shapes.c -o %t.o && %covtables %t.o | %check %s
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table} -O2 -c %inputs/shapes.c -o %t.o && %covtables %t.o | %check %s
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table} -O3 -c %inputs/shapes.c -o %t.o && %covtables %t.o | %check %s
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table;prune=lossless} -O2 -c %inputs/shapes.c -o %t.o && %covtables %t.o | %check %s

// CHECK: guards: [[#N:]]
// CHECK-NEXT: counters: [[#N]]
// CHECK-NEXT: flags: [[#N]]
// CHECK-NEXT: pcs: {{.*}}
// CHECK-NOT: problem
