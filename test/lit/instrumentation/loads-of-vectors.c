// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// trace-loads and trace-stores: a vector of 16 bytes is loaded and stored as a whole.
// RUN: %cov{coverage=trace-loads,trace-stores} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

typedef int four __attribute__((vector_size(16)));

// CHECK: copies: load16 store16
void copies(four *to, const four *from)
{
	*to = *from;
}
