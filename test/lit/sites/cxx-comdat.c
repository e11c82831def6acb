// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, cxx
// C++ inline functions: the linker keeps one of two equal comdat groups, and its
// records; exceptions and --gc-sections.
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O0 -DSECOND -c %inputs/shapes.cc -o %t.2.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O0 %inputs/shapes.cc %t.2.o -o %t.O0 %link
// RUN: %check-records sites %t.O0 30
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -ffunction-sections -DSECOND -c %inputs/shapes.cc -o %t.2.o
// RUN: %cov++{coverage=trace-pc,trace-cmp} -O2 -ffunction-sections %inputs/shapes.cc %t.2.o -Wl,--gc-sections -o %t.O2 %link
// RUN: %check-records sites %t.O2 10
