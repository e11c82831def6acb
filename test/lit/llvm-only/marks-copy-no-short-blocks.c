// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: x86_64
// Blocks of the source (place=early) have many probes, each between jumps: what follows is not copied
// to the ends of several blocks for less than a jump a call.
// RUN: %cov{coverage=edge,flags;place=early;prune=lossless} -O2 -S %s -o - | %check %s

// CHECK-LABEL: {{^}}high_bit:
// CHECK: cmpl	$15,
// CHECK-NOT: cmpl	$15,
int high_bit(unsigned z)
{
	int n = 0;

	if (!z)
		return -1;
	if (z >= 0x10000) {
		n += 16;
		z >>= 16;
	}
	if (z >= 0x100) {
		n += 8;
		z >>= 8;
	}
	if (z >= 0x10) {
		n += 4;
		z >>= 4;
	}
	return n;
}
