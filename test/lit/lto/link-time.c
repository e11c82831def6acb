// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lto, native
// With -flto the plugin works at link time; sites and records agree.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -flto -c %inputs/shapes.c -o %t.o
// RUN: %cc -O2 -flto %t.o -o %t %ltolink{coverage=trace-pc,trace-cmp} %link
// RUN: %check-records sites %t 30
// RUN: %anycov run -o %t.dump %t && %check-records records %t %t.dump 20
