// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: avr
// On AVR an object with flags asks for the linker script that places them in RAM.
// RUN: %cov{coverage=flags} -O2 -c %s -o %t.o && %objdump -th %t.o | %check %s

// CHECK: *UND*{{.*}}__anycov_avr_ld_1
int f(int x)
{
	return x > 3 ? x * x : x;
}
