// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// A static executable.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -static %inputs/shapes.c -o %t %link
// RUN: %check-records sites %t 50
