// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Counters and flags are counted and set in place: no call of a hook.
// RUN: %cov{coverage=inline-8bit-counters} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s && %covtables %t.o | %check-lines{TABLE} %s
// RUN: %cov{coverage=inline-bool-flag} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s && %covtables %t.o | %check-lines{TABLE} %s

// CHECK-NOT: {{.*(trace|load|store).*}}
// TABLE: {{counters|flags}}: 4
volatile int v;
void a(void), b(void), c(void);

void f(int x)
{
	if (x)
		a();
	else
		b();
	c();
	v = 1;
	c();
	v = 2;
	c();
}
