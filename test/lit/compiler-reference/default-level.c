// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: clang
// Intended difference: clang's trace-pc alone means edges; anycov's means blocks on
// both compilers, as GCC's.
// RUN: %cov{coverage=trace-pc} -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines %s
// RUN: %cc -fsanitize-coverage=trace-pc,no-prune -O0 -c %s -o %t.o && %hookcalls -c %t.o | %check-lines{OWN} %s

void yes(void);

// CHECK: f: 3 trace_pc
// OWN: f: 4 trace_pc
void f(int a)
{
	if (a)
		yes();
}
