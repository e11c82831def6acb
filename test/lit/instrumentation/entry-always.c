// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function's entry has its guard also where its coverage would follow from others':
// fuzzers tell functions by it.  (Without guards lossless leaves it out.)
// RUN: %cov{coverage=bb,trace-pc-guard;prune=lossless;drop-ctors=1} -O1 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check %s
// RUN: %cov{coverage=bb,trace-pc;prune=lossless} -O1 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check{PC} %s

// CHECK: f: trace_pc_guard trace_pc_guard trace_pc_guard{{$}}
// PC: f: trace_pc trace_pc{{$}}
void left(void);
void right(void);
void f(int x)
{
	if (x)
		left();
	else
		right();
}
