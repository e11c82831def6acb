// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Several jumps leave the scope of variables, and share the code there, to which GCC gives the
// line of one of them: only those ran that were taken.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %check{DA} %s < ours.info
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O0 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %check{DA} %s < ours.info
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O1 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %check{DA} %s < ours.info
// RUN: %cov{coverage=trace-pc;place=early;prune=lossless} -O2 -g %s -o ours %link
// RUN: %anycov run -o ours.dump ./ours > out
// RUN: %anycov report --complete --image ours --lcov ours.info ours.dump > report.txt
// RUN: %check{DA} %s < ours.info
#include <stdio.h>

struct pair {
	int a, b;
};

static __attribute__((noinline)) struct pair make(int i)
{
	struct pair p = { i, i + 1 };

	return p;
}

static __attribute__((noinline)) int from_loop(int sorted, int n)
{
	int i = 0, sum = 0;

	while (1) {
		struct pair key, value;

		if (sorted) {
			if (i >= make(n).a) {
				puts("the end of the sorted");
				break;
// DA: DA:[[@LINE-1]],0
			}
			key = make(i);
			value = make(i);
		} else {
			if (i >= n)
				break;
// DA: DA:[[@LINE-1]],{{[1-9]}}
			key = make(2 * i);
			value = make(i);
		}
		sum += key.a + value.b;
		i++;
	}
	return sum;
}

static __attribute__((noinline)) int from_block(int how)
{
	int result = 0;

	{
		struct pair p = make(how);

		if (p.a == 1)
			goto out;
// DA: DA:[[@LINE-1]],0
		if (p.a == 2)
			goto out;
// DA: DA:[[@LINE-1]],{{[1-9]}}
		result = p.b;
	}
out:
	return result;
}

static __attribute__((noinline)) int from_cases(int n)
{
	int result = 0;

	for (int i = 0; i < 4; i++) {
		struct pair p = make(n + i);

		switch (p.a) {
		case 100:
			continue;
// DA: DA:[[@LINE-1]],0
		case 2:
			result++;
			continue;
// DA: DA:[[@LINE-1]],{{[1-9]}}
		default:
			break;
		}
		if (p.b == 50)
			return -1;
// DA: DA:[[@LINE-1]],0
		result += p.b;
	}
	return result;
}

int main(void)
{
	printf("%d %d %d\n", from_loop(0, 3), from_block(2), from_cases(1));
	return 0;
}
