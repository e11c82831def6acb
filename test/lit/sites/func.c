// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Site identity with probes at function entries.
// RUN: %cov{coverage=func,trace-pc} -O2 %inputs/shapes.c -o %t %link
// RUN: %check-records sites %t 10
