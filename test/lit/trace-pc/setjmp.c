// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// What runs after a call that returns twice has probes of its own, which are
// called again at the second return: in front of the call, and in each arm.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -w _setjmp,again,once,last %t.o > %t.0
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -w _setjmp,again,once,last %t.o > %t.2
// RUN: %check %s < %t.0 && %check{AGAIN} %s < %t.0 && %check{ONCE} %s < %t.0 && %check{LAST} %s < %t.0
// RUN: %check %s < %t.2 && %check{AGAIN} %s < %t.2 && %check{ONCE} %s < %t.2 && %check{LAST} %s < %t.2

typedef long jmp_buf_like[64];
int _setjmp(jmp_buf_like) __attribute__((returns_twice));
void again(void), once(void), last(void);
jmp_buf_like buf;

// CHECK: f: trace_pc {{(trace_pc )?}}_setjmp {{.*}}trace_pc
// AGAIN: trace_pc again
// ONCE: trace_pc once
// LAST: trace_pc last
int f(void)
{
	if (_setjmp(buf))
		again();
	else
		once();
	last();
	return 1;
}
