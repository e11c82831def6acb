// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Copies that loop unrolling makes each have a record of their own.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O3 -funroll-loops %inputs/shapes.c -o %t %link
// RUN: %check-records sites %t 60
