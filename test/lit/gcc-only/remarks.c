// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// -fopt-info prints what was instrumented, and what was not and why, once; dumps have it, and -v
// prints the version of the plugin.
// REQUIRES: version-9
// RUN: %cov{coverage=trace-pc,trace-cmp} -O1 -fopt-info-all -c %s -o %t.o 2>&1 | grep anycov > %t.all
// RUN: %check{ALL} %s < %t.all
// RUN: %cov{coverage=flags;place=early;prune=lossless} -O2 -fopt-info-all -c %s -o %t.o 2>&1 | grep anycov > %t.early
// RUN: %check{ALL} %s < %t.early
// RUN: %cov{coverage=trace-pc} -O0 -fopt-info-missed -c %s -o %t.o 2>&1 | grep anycov > %t.missed
// RUN: %check{MISSED} %s < %t.missed
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %cov{coverage=trace-pc} -O1 -fdump-tree-all -c %s -o f.o
// RUN: cd %t.d && cat *.anycov* | %check{DUMP} %s
// RUN: %cov{coverage=trace-pc} -DONE -O1 -fopt-info-all -c %s -o %t.o 2>&1 | %check{ONE} %s
// RUN: %cov{coverage=trace-pc} -v -c %s -o %t.o 2>&1 | %check{VERSION} %s

// ALL-COUNT-1: optimized: anycov: 'f' gets {{[1-9][0-9]*}} probes, in {{[1-9][0-9]*}} blocks
// ALL-COUNT-1: missed: anycov: 'g' gets no hooks: it has the attribute no_sanitize_coverage
// ALL-NOT: anycov: '
// MISSED-NOT: 'f'
// MISSED: remarks.c:[[@LINE+11]]:{{.*}}missed: anycov: 'g' gets no hooks: it has the attribute no_sanitize_coverage
// DUMP-DAG: ;; anycov: 'f' gets {{[1-9][0-9]*}} probes, in {{[1-9][0-9]*}} blocks
// DUMP-DAG: ;; anycov: 'g' gets no hooks: it has the attribute no_sanitize_coverage
// ONE: optimized: anycov: 'f' gets 1 probe, in 1 block{{$}}
// VERSION: anycov: {{[0-9]+[.][0-9]+[.][0-9]+}}

#ifdef ONE
int f(int x) { return x; }
#else
int f(int x) { return x ? 2 : 3; }
#endif
__attribute__((no_sanitize_coverage)) int g(int x) { return x ? 2 : 3; }
