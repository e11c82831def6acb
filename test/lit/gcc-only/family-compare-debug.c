// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The code of every kind of probe is the same with and without debug information.
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,trace-pc-entry-exit} -O0 -w -fcompare-debug -c %inputs/shapes.c -o %t.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow,trace-cmp,indirect-calls,trace-div,trace-gep,trace-loads,trace-stores,trace-pc-entry-exit} -O2 -w -fcompare-debug -c %inputs/shapes.c -o %t.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,trace-cmp,trace-pc-entry-exit,trace-loads;gated-trace-callbacks} -O3 -w -fcompare-debug -c %inputs/shapes.c -o %t.o
