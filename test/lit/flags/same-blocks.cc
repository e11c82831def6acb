// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, cxx
// The same in C++, with exceptions and inline functions that two units share.
// RUN: %cc -O1 -c %inputs/write_hits.c -o %t.hits.o
// RUN: %cov++{coverage=flags,trace-pc} -O0 -w -c %inputs/shapes.cc -o %t.1.o && %cov++{coverage=flags,trace-pc} -O0 -w -DSECOND -c %inputs/shapes.cc -o %t.2.o && %cxx %t.1.o %t.2.o %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 20 && %check-flags stores %t 20
// RUN: %cov++{coverage=flags,trace-pc;prune=lossless} -O2 -w -c %inputs/shapes.cc -o %t.1.o && %cov++{coverage=flags,trace-pc;prune=lossless} -O2 -w -DSECOND -c %inputs/shapes.cc -o %t.2.o && %cxx %t.1.o %t.2.o %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 3 && %check-flags stores %t 5
