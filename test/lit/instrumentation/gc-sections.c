// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native, start-stop-gc
// The linker drops unused functions, and what remains of the tables fits.  (GNU ld keeps
// all sections that a constructor names the bounds of, unless -z start-stop-gc.)
// RUN: %cc -O1 -w -c %inputs/family_client.c -o %t.client.o
// RUN: %cov{coverage=trace-pc-guard,inline-8bit-counters,inline-bool-flag,pc-table,control-flow} -O2 -ffunction-sections -c %s -o %t.o
// RUN: %cc %t.o %t.client.o -Wl,--gc-sections -o %t && %run %t > %t.txt && %check{ALL} %s < %t.txt
// RUN: %cc %t.o %t.client.o -Wl,--gc-sections,-z,start-stop-gc -o %t && %run %t > %t.txt && %check{FEW} %s < %t.txt
// RUN: %objdump -t %t | %check{SYMBOLS} %s
// ALL-NOT: problem
// ALL: functions
// FEW-NOT: problem
// FEW: module 0: [[#]] probes, [[#]] hit, 1 functions
// SYMBOLS-NOT: unused
volatile int v;

int unused(int x)
{
	if (x)
		v = 1;
	return v;
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		v = 2;
	return v;
}
