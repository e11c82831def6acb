// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: arch-arm
// If an option excludes thread-local storage, stack-depth uses a call.
// RUN: %cov{coverage=stack-depth} -mcpu=cortex-m33 -mthumb -mpure-code -fno-pic -mfloat-abi=soft -O2 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check %s

// CHECK: calls: {{.*}}stack_depth
int far(int);
int calls(int x)
{
	return far(x) + 1;
}
