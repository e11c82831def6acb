// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The targets of a computed goto are blocks with probes.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -w a,b,c %t.o > %t.0
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -w a,b,c %t.o > %t.2
// RUN: %check{A} %s < %t.0 && %check{B} %s < %t.0 && %check{C} %s < %t.0
// RUN: %check{A} %s < %t.2 && %check{B} %s < %t.2 && %check{C} %s < %t.2

void a(void), b(void), c(void);

// The jump has a block of its own before them.
// A: f: trace_pc {{.*}}trace_pc {{(jump:)?}}a
// B: f: trace_pc {{.*}}trace_pc {{(jump:)?}}b
// C: f: trace_pc {{.*}}trace_pc {{(jump:)?}}c
void f(unsigned i)
{
	static void *const labels[] = { &&la, &&lb, &&lc };

	goto *labels[i];
la:
	a();
	return;
lb:
	b();
	return;
lc:
	c();
}
