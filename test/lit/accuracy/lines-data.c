// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the lines that ran are gcov's: structures, bit-fields, arrays, floats, statement expressions, macros.
// REQUIRES: gcov
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out.ours
// RUN: %anycov report --image ours --lcov ours.info ours.dump > report.txt
// RUN: %cc -O0 -g --coverage %s -o theirs && ./theirs > out.theirs
// RUN: diff out.ours out.theirs
// RUN: %lines ours.info %s
#include <stdio.h>
#include <string.h>

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define TWO_STEPS(x)              \
	do {                      \
		if ((x) > 3)      \
			puts("big"); \
		(x)++;            \
	} while (0)

struct item {
	unsigned kind : 3;
	unsigned count : 5;
	double price;
	char name[8];
};

static double value(const struct item *v, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++) {
		switch (v[i].kind) {
		case 0:
			continue;
		case 1:
			sum += v[i].price * v[i].count;
			break;
		default:
			if (v[i].price < 0.5)
				sum -= 1;
			else
				sum += v[i].price;
		}
	}
	return sum;
}

static int expression(int x)
{
	int y = ({
		int t = x * 2;

		if (t > 100)
			t = 100;
		t;
	});

	return y;
}

int main(void)
{
	struct item v[] = {
		{ 0, 1, 2.0, "a" },
		{ 1, 3, 4.0, "b" },
		{ 2, 5, 6.5, "c" },
	};
	int n = 2;

	TWO_STEPS(n);
	memset(v[0].name, 'x', 3);
	printf("%g %d %d %d\n", value(v, 3), MAX(n, 7), expression(9), n);
	return 0;
}
