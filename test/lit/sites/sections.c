// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Functions that the linker drops leave no record that claims to be a site.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -ffunction-sections %inputs/shapes.c -Wl,--gc-sections -o %t %link
// RUN: %check-records sites %t 40
