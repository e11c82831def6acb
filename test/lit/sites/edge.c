// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Site identity with probes on edges.
// RUN: %cov{coverage=edge,trace-pc} -O2 %inputs/shapes.c -o %t %link
// RUN: %check-records sites %t 50
