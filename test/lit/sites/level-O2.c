// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Site identity at -O2: `anycov sites` and the disassembly name the same calls.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 %inputs/shapes.c -o %t %link
// RUN: %check-records sites %t 50 && %anycov sites --check %t
