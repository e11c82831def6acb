// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: gcc
// GCC's own check that -g changes no code, with the plugin's passes in it.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O0 -fcompare-debug -c %s -o %t.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -fcompare-debug -c %s -o %t.o
// RUN: %cov{coverage=trace-pc,trace-cmp} -Os -fcompare-debug -c %s -o %t.o
// RUN: %hookcalls -c %t.o | %check %s

int g(int);

static int h(int x)
{
	int y = x + 1;

	return y > 4 ? g(y) : y;
}

// CHECK: f: {{[4-9]}} trace_pc
int f(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		int twice = 2 * i;

		switch (h(twice)) {
		case 1:
			sum += g(i);
			break;
		case 7:
			g(twice);
		}
	}
	return sum;
}
