// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Accesses in another address space, whose addresses mean nothing to the hook, have no hook:
// variables and what pointers point to.
// REQUIRES: x86_64
// RUN: %cov{coverage=trace-loads,trace-stores} -O1 -c %s -o %t.o
// RUN: %hookcalls %t.o | %check-lines %s

extern int __seg_gs in_segment;
int plain;

// CHECK:      variables: load4 store4
void variables(void)
{
	plain = in_segment + plain;
	in_segment = 1;
}

// CHECK-NEXT: pointers: load4
int pointers(int __seg_fs *s, int *p)
{
	*s = 1;
	return *s + *p;
}
