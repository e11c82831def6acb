// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, cxx
// Two units share inline functions: their tables are those of the copy that stays.
// RUN: %cc -O1 -w -c %inputs/family_client.c -o %t.client.o
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O0 -w -c %inputs/shapes.cc -o %t.1.o && %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O0 -w -DSECOND -c %inputs/shapes.cc -o %t.2.o && %cxx -O0 %t.1.o %t.2.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O2 -w -c %inputs/shapes.cc -o %t.1.o && %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O2 -w -DSECOND -c %inputs/shapes.cc -o %t.2.o && %cxx -O2 %t.1.o %t.2.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt
// RUN: %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O2 -fno-exceptions -w -c %inputs/shapes.cc -o %t.1.o && %cov++{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,stack-depth,trace-pc-entry-exit} -O2 -fno-exceptions -w -DSECOND -c %inputs/shapes.cc -o %t.2.o && %cxx -O2 -fno-exceptions %t.1.o %t.2.o %t.client.o -o %t && %run %t > %t.txt && %check %s < %t.txt

// CHECK-NOT: problem
// CHECK: module 0: {{[1-9][0-9]*}} probes, {{[1-9][0-9]*}} hit, {{[1-9][0-9]*}} functions
// CHECK: stack known
// CHECK-NEXT: end
