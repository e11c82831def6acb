// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Firmware for ARM: a function has the address of its flags in one register, and each store takes
// 2 bytes: its low byte, at most 31 bytes above.
// REQUIRES: thumb
// RUN: %cov{coverage=edge,flags;place=early;prune=lossless;drop-ctors} -Os -S %s -o %t.s
// RUN: %check %s < %t.s
// RUN: sed -n '/^f:/,/^.Lfunc_end/p' %t.s | grep -c strb | grep -qx 33

// CHECK-LABEL: {{^}}f:
// CHECK: strb	[[BASE:r[0-7]]], {{\[}}[[BASE]]{{(, #([0-9]|[12][0-9]|3[01]))?\]}}
// CHECK-NOT: strb	{{r[89]|r1[0-9]}}
// CHECK-NOT: strb	{{.*}}#{{3[2-9]|[4-9][0-9]}}]
// CHECK: .Lfunc_end

#define IF(n) \
	if (a[n] > n) \
		s += h(n);
#define IF4(n) IF(n) IF(n + 1) IF(n + 2) IF(n + 3)

int h(int);

int f(int *a)
{
	int s = 0;

	IF4(1) IF4(5) IF4(9) IF4(13)
	return s;
}
