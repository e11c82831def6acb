// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// With trace-pc the entry's call takes the place of the entry block's.
// RUN: %cov{coverage=trace-pc,trace-pc-entry-exit} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
void a(void), b(void);

// CHECK: f: trace_pc_entry{{( trace_pc| trace_pc_exit)+}}
// CHECK-NOT: {{f: trace_pc .*}}
void f(int x)
{
	if (x)
		a();
	else
		b();
	a();
}
