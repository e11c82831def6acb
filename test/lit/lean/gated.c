// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: lean, native
// The gate is in front of lean probes, too.
// RUN: %cov{coverage=trace-pc,trace-cmp;hooks=lean;gated-trace-callbacks} -O2 -c %s -o %t.o
// RUN: %cc -DMAIN -I%include -c %s -o %t.main.o
// RUN: %cc %t.o %t.main.o %link -o %t && %run %t | %check %s
// CHECK: closed 0
// CHECK-NEXT: open {{[2-9]}}
#include <stdint.h>
#ifdef MAIN
#include <stdio.h>
#include "anycov/anycov.h"
extern uint64_t __sancov_should_track __attribute__((visibility("hidden"), weak));
int f(int);

int main(void)
{
	anycov_start(KCOV_TRACE_PC);
	f(3);
	printf("closed %d\n", (int)anycov_count());
	__sancov_should_track = 1;
	f(3);
	printf("open %d\n", (int)anycov_count());
	anycov_stop();
	return 0;
}
#else
volatile int v;
int f(int x)
{
	if (x == 3)
		v = 1;
	else
		v = 2;
	v = 3;
	if (v == 9)
		v = 4;
	return v;
}
#endif
