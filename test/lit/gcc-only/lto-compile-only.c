// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Given at the compilation alone, -flto leaves the plugin nothing to do: the
// flags belong on the link line too, and the object has no map.  Fat objects carry both.
// REQUIRES: lto, native
// RUN: %cov{coverage=trace-pc} -O2 -flto -c %s -o %t.o
// RUN: %objdump -h %t.o | %check{SLIM} %s
// RUN: %cc -O2 -flto %t.o -o %t
// RUN: %objdump -d %t | %check{NONE} %s
// RUN: %cov{coverage=trace-pc} -O2 -flto -ffat-lto-objects -c %s -o %t.o
// RUN: %cc -O2 -fno-lto %t.o -o %t %link
// RUN: %check-records sites %t 1

// SLIM-NOT: anycov_map
// NONE-NOT: cov_trace_pc
int main(void)
{
	return 0;
}
