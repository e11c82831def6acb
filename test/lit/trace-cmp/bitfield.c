// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A bit-field of 5 bits compares in a byte.
// RUN: %cov{coverage=trace-cmp} -O2 -c %s -o %t.o && %hookcalls %t.o | %check-lines %s

struct s {
	unsigned char low : 3, mid : 5;
};
void yes(void), no(void);

// CHECK: f: trace_const_cmp1
void f(struct s *p)
{
	if (p->mid == 19)
		yes();
	no();
}
