// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the lines that ran are gcov's: a small recursive parser over a string.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: diff out.ours out.theirs
// RUN: %lines ours.info %s
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;

static long expression(void);

static void fail(const char *what)
{
	printf("error: %s at '%s'\n", what, at);
	exit(1);
}

static void blanks(void)
{
	while (isspace((unsigned char)*at))
		at++;
}

static long atom(void)
{
	long v;
	char *end;

	blanks();
	if (*at == '(') {
		at++;
		v = expression();
		blanks();
		if (*at != ')')
			fail("missing )");
		at++;
		return v;
	}
	if (*at == '-') {
		at++;
		return -atom();
	}
	if (!isdigit((unsigned char)*at))
		fail("number expected");
	v = strtol(at, &end, 0);
	at = end;
	return v;
}

static long term(void)
{
	long v = atom();

	for (;;) {
		blanks();
		switch (*at) {
		case '*':
			at++;
			v *= atom();
			break;
		case '/': {
			long d;

			at++;
			d = atom();
			if (d == 0)
				fail("division by zero");
			v /= d;
			break;
		}
		default:
			return v;
		}
	}
}

static long expression(void)
{
	long v = term();

	blanks();
	while (*at == '+' || *at == '-') {
		char op = *at++;

		if (op == '+')
			v += term();
		else
			v -= term();
		blanks();
	}
	return v;
}

int main(void)
{
	at = "3 + 4 * (2 - 7) * 2 - 20 / 3";
	printf("%ld\n", expression());
	return 0;
}
