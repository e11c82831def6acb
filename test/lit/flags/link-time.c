// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lto, native
// With -flto flags and map agree, wherever inlining at link time took the code.
// RUN: %cc -O1 -c %inputs/write_hits.c -o %t.hits.o
// RUN: %cov{coverage=flags,trace-pc} -O2 -flto -c %inputs/shapes.c -o %t.o
// RUN: %cc -O2 -flto %t.o %t.hits.o -o %t %ltolink{coverage=flags,trace-pc} && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 15
// RUN: %cov{coverage=flags;prune=lossless} -O2 -flto -c %inputs/shapes.c -o %t.o
// RUN: %cc -O2 -flto %t.o %t.hits.o -o %t %ltolink{coverage=flags;prune=lossless} && %anycov sites %t | %check %s

// CHECK: [[N:[0-9]+]] probes, [[N]] with a record in the map
