// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A block that is entered a second time through longjmp has a probe that is
// called again; the first return and the second are different blocks here.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s

typedef long jmp_buf_like[64];
int _setjmp(jmp_buf_like) __attribute__((returns_twice));
void first(void), second(void);
jmp_buf_like buf;

// Entry up to the call, (after the call), two arms, join or joins.
// CHECK: f: {{[4-8]}} trace_pc
void f(void)
{
	if (_setjmp(buf))
		second();
	else
		first();
	first();
}
