// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: avr
// On AVR an object with flags asks for the code that initializes .data, and for no linker script.
// RUN: %cov{coverage=flags} -O2 -c %s -o %t.o && %objdump -th %t.o | %check %s

// CHECK-NOT: __anycov_avr_ld_1
// CHECK: *UND*{{.*}}__do_copy_data
int f(int x)
{
	return x > 3 ? x * x : x;
}
