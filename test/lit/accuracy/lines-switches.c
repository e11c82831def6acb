// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the lines that ran are gcov's: switches with fall-through, ranges, defaults, returns.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: diff out.ours out.theirs
// RUN: %lines ours.info %s
#include <stdio.h>

static const char *name(int x)
{
	const char *s = "none";

	switch (x) {
	case 1:
		s = "one";
		break;
	case 2:
		s = "two";
		/* fall through */
	case 3:
		puts("three");
		break;
	case 10 ... 20:
		return "range";
	case 1000:
		puts("not here");
		return "thousand";
	case -1:
	case -2:
		s = "negative";
		break;
	default:
		s = "default";
	}
	return s;
}

static int chars(char c)
{
	switch (c) {
	case 'a':
		return 1;
	case 'b':
		return 2;
	default:
		break;
	}
	switch (c) {
	case 'x':
		return 3;
	}
	return 0;
}

int main(void)
{
	puts(name(2));
	puts(name(15));
	puts(name(-2));
	puts(name(77));
	printf("%d %d\n", chars('b'), chars('x'));
	return 0;
}
