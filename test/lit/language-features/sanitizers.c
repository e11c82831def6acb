// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// REQUIRES: gcc
// The address and the undefined behaviour sanitizer together, and probes.
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O0 -w -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t %link && env ASAN_OPTIONS=detect_leaks=0 %t
// RUN: %cov{coverage=edge,trace-pc,trace-pc-guard,trace-cmp,trace-div,trace-gep,trace-loads,trace-stores,indirect-calls,inline-8bit-counters,pc-table,control-flow,stack-depth} -O2 -w -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t %link && env ASAN_OPTIONS=detect_leaks=0 %t
// RUN: %cov{coverage=trace-pc;prune=lossless;hooks=lean} -O2 -w -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t %link && env ASAN_OPTIONS=detect_leaks=0 %t
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
