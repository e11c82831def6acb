// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, gcc
// The plugin works where code is made: at the link.
// RUN: %cc -O1 -w -c %inputs/family_client.c -o %t.client.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O2 -flto -w -c %inputs/shapes.c -o %t.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O2 -flto %t.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O2 -flto -ffat-lto-objects -flto-partition=max -w %inputs/shapes.c %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt
// CHECK-NOT: problem
// CHECK: module 0: {{[1-9][0-9]+}} probes, {{[1-9][0-9]*}} hit, {{[1-9][0-9]*}} functions
// CHECK: stack known
