// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An instrumented object needs nothing: no symbol, no constructor.
// RUN: %cov{coverage=flags} -O2 -c %s -o %t.o && %objdump -th %t.o | %check %s
// RUN: %cov{coverage=flags;prune=lossless;flags=test} -O0 -c %s -o %t.o && %objdump -th %t.o | %check %s
// UNSUPPORTED: avr

// CHECK: __anycov_flags
// CHECK-NOT: init_array
// CHECK-NOT: ctors
// CHECK-NOT: *UND*{{.*(anycov|sancov)}}
int f(int x)
{
	return x > 3 ? x * x : x;
}
