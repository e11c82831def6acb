// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: ptr64
// RUN: %cov{coverage=trace-loads,trace-stores} -O1 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s
typedef int vector __attribute__((vector_size(16)));

// CHECK: move: load16 store16
void move(vector *a, vector *b)
{
	*a = *b;
}
