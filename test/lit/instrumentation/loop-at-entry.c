// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A function that begins with a loop is still entered once: guard 0 is the entry's.
// RUN: %cov{coverage=trace-pc-guard,pc-table} -O1 -c %s -o %t.o && %covtables %t.o | %check-lines %s
// RUN: %cov{coverage=trace-pc-guard,pc-table} -Os -c %s -o %t.o && %covtables %t.o | %check-lines %s

// CHECK: pcs: f {{[2-5]}}
// CHECK-NOT: {{problem.*}}
void a(void);

void f(void)
{
	for (;;)
		a();
}
