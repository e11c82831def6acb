// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Where the passes stand: comparisons while switches are whole, in the lists of
// -O1 and above, of -Og and of -O0; blocks last; texts when lengths are known.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -S -fdump-passes %s -o %t.s 2>&1 | %check{CHECK,OPT} %s
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -S -fdump-passes %s -o %t.s 2>&1 | %check{CHECK,PLAIN} %s

// CHECK: anycov_cmp {{ *}}: ON
// CHECK: asan{{[0-9]}} {{ *}}:
// CHECK: anycov_cmp_g {{ *}}: ON
// OPT: anycov_cmp0 {{ *}}: OFF
// PLAIN: anycov_cmp0 {{ *}}: ON
// CHECK: asan0 {{ *}}:
// CHECK: anycov {{ *}}: ON
// CHECK-NEXT: optimized {{ *}}: ON
// CHECK: rtl-shorten {{ *}}: ON
// CHECK-NEXT: anycov_map {{ *}}: ON
int f(void)
{
	return 0;
}
