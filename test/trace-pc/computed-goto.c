// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The targets of a computed goto are blocks with probes.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines{OPT} %s

void a(void), b(void), c(void);

// At -O0 LLVM has one block of its own for the indirect branch, GCC one for each label.
// CHECK: f: {{[4-6]}} trace_pc
// OPT: f: {{[4-7]}} trace_pc
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
