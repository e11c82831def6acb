// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The probes and their numbers are the same with and without -g.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %inputs/shapes.c -o %t.o && %hookcalls %t.o > %t.1
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -g -c %inputs/shapes.c -o %t.o && %hookcalls %t.o > %t.2
// RUN: diff %t.1 %t.2
