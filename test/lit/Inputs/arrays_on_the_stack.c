// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Arrays whose length the stack learns at run time, in loops and left by goto, and alloca.
#include <stdlib.h>
#include <string.h>

static int fill(int n)
{
	int sum = 0;

	for (int i = 1; i < n; i++) {
		int a[i], b[i][2];

		memset(a, 0, sizeof(a));
		for (int k = 0; k < i; k++)
			a[k] = b[k][k & 1] = k;
		if (i % 7 == 6)
			goto next;
		sum += a[i - 1] + b[i - 1][(i - 1) & 1] + (int)(sizeof(a) / sizeof(*a));
		continue;
next:
		sum += 1000;
	}
	return sum;
}

static int grown(int n)
{
	char *last = NULL;

	for (int i = 0; i < n; i++) {
		char *p = __builtin_alloca(64);

		memset(p, i, 64);
		if (last && last[63] != i - 1)
			return 0;
		last = p;
	}
	return last[0];
}

int main(int argc, char **argv)
{
	(void)argv;
	if (fill(argc + 19) != 2479 || grown(argc + 99) != 99)
		abort();
	return 0;
}
