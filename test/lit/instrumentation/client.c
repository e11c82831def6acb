// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// A strict client finds guards, counters, flags and tables in agreement, and the program
// does what it did.
// RUN: %cc -O1 -w -c %inputs/family_client.c -o %t.client.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O0 -w -c %inputs/shapes.c -o %t.o && %cc -O0 %t.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O1 -w -c %inputs/shapes.c -o %t.o && %cc -O1 %t.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O2 -w -c %inputs/shapes.c -o %t.o && %cc -O2 %t.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O3 -w -c %inputs/shapes.c -o %t.o && %cc -O3 %t.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -Os -w -c %inputs/shapes.c -o %t.o && %cc -Os %t.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O2 -fPIC -w -c %inputs/shapes.c -o %t.o && %cc -O2 -fPIC %t.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt

// CHECK-NOT: problem
// CHECK: module 0: {{[1-9][0-9]+}} probes, {{[1-9][0-9]*}} hit, 1{{[2-9]}} functions
// CHECK: entry [[N:[0-9]+]] exit [[N]] indirect {{[0-9]+}} load {{[1-9].*}} stack known
// CHECK-NEXT: end
