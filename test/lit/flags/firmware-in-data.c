// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// In firmware flags are part of .data, which every linker script places and start-up code initializes.
// RUN: %cov{coverage=flags;drop-ctors} -O2 -c %s -o %t.o && %objdump -h %t.o | %check %s

// CHECK-NOT: {{ __anycov_flags}}
// CHECK: {{ .data.__anycov_flags([.]f)? +0*[2-9]}}
int f(int x)
{
	return x > 3 ? x * x : x;
}
