// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// The flags that a run sets are those of the blocks whose hook it calls, in one build and
// in two, and every flag has its store and every store its flag.  In two builds without jumps to
// callees: behind one of them a block has no code, and which calls become jumps is not the same.
// RUN: %cc -O1 -c %inputs/write_hits.c -o %t.hits.o
// RUN: %cov{coverage=flags,trace-pc} -O0 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 80 && %check-flags stores %t 90
// RUN: %cov{coverage=flags,trace-pc} -O1 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 25 && %check-flags stores %t 60
// RUN: %cov{coverage=flags,trace-pc,edge} -O2 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 25 && %check-flags stores %t 60
// RUN: %cov{coverage=flags,trace-pc,func} -O2 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 4 && %check-flags stores %t 5
// RUN: %cov{coverage=flags,trace-pc;prune=dom} -O2 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 8 && %check-flags stores %t 30
// RUN: %cov{coverage=flags,trace-pc;prune=lossless} -O3 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 8 && %check-flags stores %t 30
// RUN: %cov{coverage=flags,trace-pc;prune=lossless;flags=test} -O2 %inputs/shapes.c %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 8 && %check-flags stores %t 30
// RUN: %cov{coverage=flags} -O2 -fno-optimize-sibling-calls %inputs/shapes.c %t.hits.o -o %t.f && env HITS=%t.f.hits %run %t.f
// RUN: %cov{coverage=trace-pc} -O2 -fno-optimize-sibling-calls %inputs/shapes.c %t.hits.o -o %t.p && env HITS=%t.p.hits %run %t.p && %check-flags same %t.f %t.f.hits %t.p %t.p.hits 25
