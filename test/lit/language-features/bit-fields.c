// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Bit-fields of odd widths and signs, packed, across words, as counters of loops.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w %s -o %t %link && %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w %s -o %t %link && %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O3 -w %s -o %t %link && %t
#include <stdlib.h>

struct f {
	unsigned a : 3;
	int b : 5;
	unsigned long long c : 37;
	_Bool d : 1;
	unsigned : 0;
	signed char e : 2;
} __attribute__((packed));

__attribute__((noinline)) static long walk(struct f *s, int n)
{
	long sum = 0;

	for (int i = 0; i < n; i++) {
		for (s->a = 0; s->a < 7; s->a++)
			s->b += s->d ? -1 : 1;
		s->c = s->c * 3 + s->a;
		s->d = !s->d;
		s->e++;
		switch (s->b) {
		case -16 ... -1:
			sum += 2;
			break;
		case 7:
			sum += 30;
			break;
		default:
			sum += s->e < 0 ? 100 : 500;
		}
	}
	return sum + (long)(s->c % 1000);
}

int main(int argc, char **argv)
{
	struct f s = { 0 };
	long r = walk(&s, argc + 5);

	(void)argv;
	if (r != 90 + 700 + (long)(s.c % 1000) && r != 90 + 900 + (long)(s.c % 1000) &&
	    r != 90 + 1100 + (long)(s.c % 1000))
		abort();
	return s.a != 7 || s.c != 2548 || s.d;
}
