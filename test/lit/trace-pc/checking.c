// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc
// GCC checks its own data structures after each pass: the plugin leaves them whole.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -fchecking -c %s -o %t.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -fchecking -c %s -o %t.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -O3 -fchecking=2 -c %s -o %t.o
// RUN: %hookcalls -c %t.o | %check %s
// UNSUPPORTED: gcc-5-avr

int g(int);

// CHECK: f: {{[0-9]+}} trace_pc
int f(int n, unsigned char *p)
{
	static void *const labels[] = { &&one, &&two };
	int sum = 0;

	for (int i = 0; i < n; i++) {
		switch (p[i]) {
		case 1 ... 9:
			sum += g(i);
			break;
		case 200:
			goto *labels[sum & 1];
		}
	}
one:
	if (sum > 3)
		__builtin_trap();
two:
	return sum;
}
