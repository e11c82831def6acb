// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The compiler collects garbage at every chance: what the plugin keeps survives.
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -g0 -S %s -o %t.lazy.s
// RUN: %cov{coverage=trace-pc,trace-cmp} -O2 -g0 --param ggc-min-expand=0 --param ggc-min-heapsize=0 -S %s -o %t.eager.s
// RUN: cmp %t.lazy.s %t.eager.s

void hit(int);

void f(int a, int b)
{
	if (a < b)
		hit(1);
	switch (a) {
	case 3:
		hit(2);
		break;
	case 900:
		hit(3);
	}
}

void g(unsigned char *p)
{
	for (; *p != 7; p++)
		hit(*p);
}
