// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Every arm, the default and the join have a probe; GCC also probes the blocks that
// it makes of the dispatch.
// RUN: %cov{coverage=trace-pc} -O2 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s

void a(void), b(void), c(void), d(void), e(void), join(void);

// Entry, five arms, join.
// CLANG: f: 7 trace_pc
// GCC: f: {{[7-9]|1[0-5]}} trace_pc
void f(int x)
{
	switch (x) {
	case 0:
		a();
		break;
	case 1:
		b();
		break;
	case 2:
		c();
		break;
	case 3:
		d();
		break;
	default:
		e();
	}
	join();
}
