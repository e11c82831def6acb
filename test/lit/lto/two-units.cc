// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lto, native, cxx
// Two C++ units with equal comdat functions, joined at link time.
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -flto -DSECOND -c %inputs/shapes.cc -o %t.2.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -flto -c %inputs/shapes.cc -o %t.1.o
// RUN: %cxx -O2 -flto %t.1.o %t.2.o -o %t %ltolink{coverage=trace-pc,trace-cmp} %link
// RUN: %check-records sites %t 10
