// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the lines that ran are gcov's: if, else, conditional expressions, && and ||, over several lines.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: diff out.ours out.theirs
// RUN: %lines ours.info %s
#include <stdio.h>

static int chain(int a, int b, int c)
{
	if (a > 0 &&
	    b > 0 &&
	    c > 0)
		return 1;
	else if (a < 0 ||
		 b < -10)
		return 2;
	if (c) {
		puts("c");
		return a ?
			       b :
			       c;
	}
	return 3;
}

static int never(int x)
{
	if (x)
		return 1;
	return 2;
}

int main(void)
{
	int sum = 0;

	sum += chain(1, 1, 0);
	sum += chain(0, -20, 5);
	sum += chain(0, 0, 4);
	sum += sum > 1000 ? never(1) : 5;
	if (sum == -1)
		puts("not");
	printf("%d\n", sum);
	return 0;
}
