// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Site identity with pruned probes.
// RUN: %cov{coverage=trace-pc,trace-cmp;prune=dom} -O2 %inputs/shapes.c -o %t.dom %link
// RUN: %check-records sites %t.dom 30
// RUN: %cov{coverage=trace-pc;prune=lossless} -O2 %inputs/shapes.c -o %t.lossless %link
// RUN: %check-records sites %t.lossless 20
