// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The machine outliner (on by itself at -Oz on aarch64) would make one hook call of
// equal sequences in several functions.
// REQUIRES: native
// RUN: %cov{coverage=trace-pc,trace-cmp} --target=aarch64-none-elf -Oz -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

void ext(int, int, int);
#define BODY                                                                                       \
	do {                                                                                       \
		if (a == 7)                                                                        \
			ext(1, 2, 3);                                                              \
		if (a == 8)                                                                        \
			ext(1, 2, 3);                                                              \
	} while (0)

// CHECK: f: trace_pc trace_const_cmp4 trace_pc trace_pc
// CHECK: g: trace_pc trace_const_cmp4 trace_pc trace_pc
// CHECK: h: trace_pc trace_const_cmp4 trace_pc trace_pc
void f(int a)
{
	BODY;
}
void g(int a)
{
	BODY;
}
void h(int a)
{
	BODY;
}
