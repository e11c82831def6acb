// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// The map takes no memory: no loaded segment of the image holds any of it.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 %inputs/shapes.c -o %t %link
// RUN: readelf -SW %t | grep anycov_map | %check %s

// CHECK: anycov_map{{ +}}PROGBITS{{ +}}0000000000000000
// CHECK-NOT: {{ W?AX? }}
