// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// --gc-sections of GNU ld and of lld drops the records of dropped code and keeps the
// others.
// REQUIRES: run, native, lto
// RUN: %cc -fPIC -I%include -c %S/Inputs/stubs.c -o %t.stubs.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -ffunction-sections -c %S/Inputs/one.cc -o %t.1.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -ffunction-sections -c %S/Inputs/two.cc -o %t.2.o
// RUN: %cxx %t.1.o %t.2.o %t.stubs.o -Wl,--gc-sections -o %t
// RUN: %check-records sites %t 20 && %anycov sites %t | %check %s
// RUN: %cxx -fuse-ld=lld %t.1.o %t.2.o %t.stubs.o -Wl,--gc-sections -o %t
// RUN: %check-records sites %t 20 && %anycov sites %t | %check %s

// CHECK: main
// CHECK-NOT: unused
