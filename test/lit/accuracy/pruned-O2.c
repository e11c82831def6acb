// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// At -O2 lossless probes tell every line and every block that all probes tell, also
// where a call became a jump, so that the blocks behind it never run.
// RUN: %cov{coverage=trace-pc} -O2 -g %s -o %t.all %link
// RUN: %anycov run -o %t.dump %t.all && %anycov report --image %t.all --json -o %t.all.json %t.dump
// RUN: %cov{coverage=trace-pc;prune=lossless} -O2 -g %s -o %t.less %link
// RUN: %anycov run -o %t.dump %t.less && %anycov report --image %t.less --json -o %t.json %t.dump
// RUN: %check-records facts %t.json %t.all.json 10
// RUN: %anycov report --complete --image %t.less --json -o %t.json %t.dump && %check-records same %t.json %t.all.json 15
#include <stdio.h>

__attribute__((noinline)) static int odd(int n)
{
	return printf("%d\n", n) > 1 && n & 1;
}

__attribute__((noinline)) static int choose(int n)
{
	int sum = 0;

	if (n < 0) {
		puts("negative");
		sum = -1;
	} else if (n == 0) {
		puts("zero");
		sum = 1;
	} else {
		for (int i = 0; i < n; i++)
			if (odd(i))
				sum += i;
		return odd(sum);
	}
	return sum;
}

__attribute__((noinline)) static int retry(const char *what, int n)
{
	switch (n) {
	case 0:
		return 1;
	case 1:
		puts(what);
		break;
	default:
		return choose(n);
	}
	return puts("again");
}

int main(int argc, char **argv)
{
	int all = retry("a", 1) + retry("b", 0) + retry("c", 4);

	if (all == 12345)
		return choose(-1);
	return choose(argc - 1) > 5 ? retry(argv[0], 2) : 0;
}
