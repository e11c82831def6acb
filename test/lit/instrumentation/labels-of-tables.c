// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// control-flow lists every block of the code, those that nothing reaches too, and the
// user's own calls of hooks; what the compiler expands in place is no callee.
// RUN: %cov{coverage=trace-pc-guard,control-flow,pc-table} -O0 -c %s -o %t.o && %covtables %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc-guard,control-flow,pc-table} -O1 -c %s -o %t.o && %covtables %t.o | %check-lines %s

// CHECK: cfs: f {{[4-7]}} blocks, calls __sanitizer_cov_trace_pc g
// CHECK-NOT: {{problem.*}}
void __sanitizer_cov_trace_pc(void);
int g(int);

int f(int x)
{
	if (x == 1)
		__sanitizer_cov_trace_pc();
	else
		x = __builtin_popcount(g(x));
	if (x == 7)
		__builtin_unreachable();
	return x;
}
