// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 the line of a switch is in the report if its block contains nothing else, whether it
// becomes branches or a jump table.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --lcov t.info t.dump > report.txt
// RUN: %check{DA} %s < t.info
// RUN: %cov{coverage=trace-pc,trace-cmp;prune=lossless} -O0 -g %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --complete --image t --lcov t.info t.dump > report.txt
// RUN: %check{DA} %s < t.info
volatile int v;

static void branches(int n)
{
	if (n > 0)
		switch (n) {
// DA: DA:[[@LINE-1]],1
		case 1:
			v = 1;
			break;
		case 1000:
			v = 2;
		}
	v = 3;
}

static void table(int n)
{
	if (n > 0)
		switch (n) {
// DA: DA:[[@LINE-1]],1
		case 1:
			v = 1;
			break;
		case 2:
			v = 5;
			break;
		case 3:
			v = 4;
			break;
		case 4:
			v = 7;
			break;
		case 5:
			v = 2;
			break;
		case 6:
			v = 8;
		}
	v = 3;
}

static void missed_table(int n)
{
	if (n > 0)
		switch (n) {
// DA: DA:[[@LINE-1]],0
		case 1:
			v = 1;
			break;
		case 2:
			v = 5;
			break;
		case 3:
			v = 4;
			break;
		case 4:
			v = 7;
			break;
		case 5:
			v = 2;
			break;
		case 6:
			v = 8;
		}
	v = 3;
}

int main(void)
{
	branches(1);
	table(6);
	missed_table(0);
	return 0;
}
