// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the lines that ran are gcov's: for, while, do, break, continue, loops that do not turn.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: diff out.ours out.theirs
// RUN: %lines ours.info %s
#include <stdio.h>

static int search(const int *v, int n, int x)
{
	for (int i = 0;
	     i < n;
	     i++) {
		if (v[i] < 0)
			continue;
		if (v[i] == x)
			return i;
	}
	return -1;
}

int main(void)
{
	static const int v[] = { 5, -1, 7, 9 };
	int i = 0, n = 0;

	while (i < 3) {
		n += search(v, 4, 7);
		i++;
	}
	do {
		n--;
		if (n == 2)
			break;
	} while (n > 0);
	for (; n > 100; n--)
		puts("not here");
	while (n > 100) {
		puts("nor here");
		n--;
	}
	for (;;) {
		if (n++ > 5)
			break;
	}
	printf("%d %d\n", n, search(v, 4, 8));
	return 0;
}
