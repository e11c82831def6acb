// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// The flags that a run sets are those of the blocks whose hook it calls, and every flag has its
// store and every store its flag.
// RUN: %cc -O1 -c %inputs/write_hits.c -o %t.hits.o
// RUN: %cov{coverage=flags,trace-pc} -O0 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 80 && %check-flags stores %t 90
// RUN: %cov{coverage=flags,trace-pc} -O1 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 25 && %check-flags stores %t 60
// RUN: %cov{coverage=flags,trace-pc,edge} -O2 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 25 && %check-flags stores %t 60
// RUN: %cov{coverage=flags,trace-pc,func} -O2 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 4 && %check-flags stores %t 5
// RUN: %cov{coverage=flags,trace-pc;prune=dom} -O2 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 8 && %check-flags stores %t 30
// RUN: %cov{coverage=flags,trace-pc;prune=lossless} -O3 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 8 && %check-flags stores %t 30
// RUN: %cov{coverage=flags,trace-pc;prune=lossless;flags=test} -O2 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 8 && %check-flags stores %t 30
