// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: run
// The counter or flag of the block that an image's code begins with is no record of dropped code.
// RUN: %cov{coverage=inline-8bit-counters;drop-ctors} -O2 -c %s -o %t.o && %anycov sites %t.o | %check %s
// RUN: %cc -nostdlib -Wl,-e,first %t.o -o %t && %anycov sites %t | %check %s
// RUN: %cov{coverage=inline-bool-flag;drop-ctors} -O2 -c %s -o %t.o && %anycov sites %t.o | %check %s
// RUN: %cc -nostdlib -Wl,-e,first %t.o -o %t && %anycov sites %t | %check %s

// CHECK: 0 {{.*}}first
// CHECK: 0 {{.*}}second
// CHECK: 2 probes, 2 with a record in the map{{$}}
int x;

void first(void)
{
	x = 1;
}

void second(void)
{
	x = 2;
}
