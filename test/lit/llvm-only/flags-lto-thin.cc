// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// ThinLTO and full LTO of instrumented objects, of which some functions vanish by inlining:
// each flag in the image has its record.
// REQUIRES: run, native, lto
// RUN: %cc -O1 -c %inputs/write_hits.c -o %t.hits.o
// RUN: %cov++{coverage=flags,trace-pc} -O2 -flto=thin -c %S/Inputs/one.cc -o %t.1.o && %cov++{coverage=flags,trace-pc} -O2 -flto=thin -c %S/Inputs/two.cc -o %t.2.o && %cxx -O2 -flto=thin -fuse-ld=lld %t.1.o %t.2.o %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 5
// RUN: %cov++{coverage=flags,trace-pc} -O2 -flto -c %S/Inputs/one.cc -o %t.1.o && %cov++{coverage=flags,trace-pc} -O2 -flto -c %S/Inputs/two.cc -o %t.2.o && %cxx -O2 -flto -fuse-ld=lld %t.1.o %t.2.o %t.hits.o -o %t && env HITS=%t.hits %run %t && %check-flags hits %t %t.hits 5
