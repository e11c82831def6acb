// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// A library exports what it did before, and nothing relocates its code.
// RUN: %cov{coverage=flags} -O2 -fPIC -shared -Wl,-z,text %s -o %t.so && %objdump -T %t.so | %check %s && %anycov sites %t.so | %check{SITES} %s

// CHECK: SYMBOL TABLE
// CHECK-NOT: anycov
// CHECK-NOT: sancov
// CHECK: {{ f$}}
// CHECK-NOT: anycov
// CHECK-NOT: sancov
// SITES: [[N:[0-9]+]] probes, [[N]] with a record in the map
int yes(int), no(int);

int f(int x)
{
	return x == 1234 ? yes(x) : no(x);
}
