// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// -Rpass= prints what was instrumented, -Rpass-missed= what was not and why, and the pass has a
// name for -print-after=.  -v prints the version of the plugin.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O1 -g -Rpass=anycov -Rpass-missed=anycov -c %s -o %t.o 2>&1 | grep anycov > %t.all
// RUN: %check{ALL} %s < %t.all
// RUN: %cov{coverage=flags;place=early;prune=lossless} -O2 -g -Rpass=anycov -Rpass-missed=anycov -c %s -o %t.o 2>&1 | grep anycov > %t.early
// RUN: %check{ALL} %s < %t.early
// RUN: %cov{coverage=trace-pc} -O0 -g -Rpass-missed=anycov -c %s -o %t.o 2>&1 | %check{MISSED} %s
// RUN: %cov{coverage=trace-pc} -O1 -mllvm -print-after=anycov -c %s -o %t.o 2>&1 | %check{PRINT} %s
// RUN: %cov{coverage=trace-pc} -O1 -c %s -o %t.o 2>&1 | %check{QUIET} --allow-empty %s
// RUN: %cov{coverage=trace-pc} -DONE -O1 -Rpass=anycov -c %s -o %t.o 2>&1 | %check{ONE} %s
// RUN: %cov{coverage=trace-pc} -v -c %s -o %t.o 2>&1 | %check{VERSION} %s
// RUN: %cov{coverage=trace-pc} -Xlinker -v -c %s -o %t.o 2>&1 | not grep "anycov: 0"

// ALL: remark: anycov: 'f' gets {{1 probe|[1-9][0-9]* probes}}, in {{1 block|[1-9][0-9]* blocks}} [-Rpass=anycov]
// ALL: remark: anycov: 'g' gets no hooks: it has the attribute no_sanitize_coverage or no_sanitize("coverage") [-Rpass-missed=anycov]
// ALL-NOT: anycov: '
// MISSED-NOT: 'f' gets
// MISSED: remarks.c:[[@LINE+11]]:{{.*}}remark: anycov: 'g' gets no hooks
// ONE: remark: anycov: 'f' gets 1 probe, in 1 block [-Rpass=anycov]
// PRINT: IR Dump After {{.*}}anycov_pass
// QUIET-NOT: remark
// VERSION: anycov: {{[0-9]+[.][0-9]+[.][0-9]+}}

#ifdef ONE
int f(int x) { return x; }
#else
int f(int x) { return x ? 2 : 3; }
#endif
__attribute__((no_sanitize("coverage"))) int g(int x) { return x ? 2 : 3; }
