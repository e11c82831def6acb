// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Every probe has its record in the map, and every record its call or its counter.
// RUN: %cov{coverage=trace-pc-guard} -O2 -c %inputs/shapes.c -o %t.o && %anycov sites --check %t.o > %t.txt && %check{GUARD} %s < %t.txt
// RUN: %cov{coverage=inline-8bit-counters,inline-bool-flag} -O2 -c %inputs/shapes.c -o %t.o && %anycov sites --check %t.o > %t.txt && %check{INLINE} %s < %t.txt
// RUN: %cov{coverage=trace-loads,trace-stores,trace-gep,trace-div,indirect-calls,trace-pc-entry-exit} -O1 -c %inputs/shapes.c -o %t.o && %anycov sites --check %t.o > %t.txt && %check{DATA} %s < %t.txt
// GUARD: guard {{.*}}trace_pc_guard
// INLINE-DAG: counter
// INLINE-DAG: flag
// DATA-DAG: data {{.*}}load1
// DATA-DAG: entry {{.*}}trace_pc_entry
// DATA-DAG: exit {{.*}}trace_pc_exit
