// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A unit that defines a hook: the hook has no hooks, or it would call itself.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

unsigned long count;

// CHECK-DAG: __sanitizer_cov_trace_pc:
void __sanitizer_cov_trace_pc(void)
{
	if (count != 77)
		count++;
}

// CHECK-DAG: __sanitizer_cov_trace_cmp4:
void __sanitizer_cov_trace_cmp4(unsigned a, unsigned b)
{
	if (a != b)
		count++;
}

// CHECK-DAG: __anycov_something:
void __anycov_something(void)
{
	count++;
}

// CHECK-DAG: anycov_port_ctx:
void *anycov_port_ctx(void)
{
	return &count;
}

// CHECK-DAG: user: trace_pc
void user(void)
{
	count = 3;
}
