// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// The comparisons that were met, with their constants.
// RUN: %cov{coverage=trace-pc,trace-cmp} -g -O0 %s -o %t %link
// RUN: %anycov run --mode cmp -o %t.dump %t && %check-records records %t %t.dump 3
// RUN: %anycov report --cmp --image %t %t.dump | %check %s
#include <stdint.h>

volatile uint32_t magic = 0x89504e47;

// CHECK: 0x4d5a9000
int main(void)
{
	if (magic == 0x4d5a9000)
		return 1;
	if (magic == 0x7f454c46)
		return 2;
	return magic == 0x25504446;
}
