// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// At -O0 a line where paths join did not run if each path that ran was left before: it is
// not covered or, with pruning, not covered or unknown.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=trace-pc} -O0 -g -w %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --image t --lcov t.info t.dump > report.txt
// RUN: %check{DA} %s < t.info
// RUN: %cov{coverage=trace-pc;prune=lossless} -O0 -g -w %s -o t %link
// RUN: %anycov run -o t.dump ./t
// RUN: %anycov report --image t --lcov t.info t.dump > report.txt
// RUN: %check{RAN} %s < t.info
#include <setjmp.h>

static jmp_buf env;
volatile int v;

static int leave(int n)
{
	if (n)
		longjmp(env, n);
	return v;
}

static void arms(int n)
{
	if (n)
		leave(n);
	else
		v = 2;
	v = 3;
// DA: DA:[[@LINE-1]],0
// RAN-NOT: {{DA}}:[[@LINE-2]],1
}

static void value(int n)
{
	v = n ?
		leave(n) :
		2;
	if (v)
		v = 5;
// DA: DA:[[@LINE-1]],0
// RAN-NOT: {{DA}}:[[@LINE-2]],1
}

static void condition(int n)
{
	if (n && leave(n))
		v = 5;
// DA: DA:[[@LINE-1]],0
// RAN-NOT: {{DA}}:[[@LINE-2]],1
	v = 6;
// DA: DA:[[@LINE-1]],0
// RAN-NOT: {{DA}}:[[@LINE-2]],1
}

static void loop(int n)
{
	while (leave(n))
		v = 7;
// DA: DA:[[@LINE-1]],0
// RAN-NOT: {{DA}}:[[@LINE-2]],1
	v = 8;
// DA: DA:[[@LINE-1]],0
// RAN-NOT: {{DA}}:[[@LINE-2]],1
}

static void cases(int n)
{
	switch (n) {
	case 1:
		leave(n);
		break;
	case 2:
		v = 2;
		break;
	default: ((void)0); }
// DA: DA:[[@LINE-1]],0
// RAN-NOT: {{DA}}:[[@LINE-2]],1
	v = 4;
// DA: DA:[[@LINE-1]],0
// RAN-NOT: {{DA}}:[[@LINE-2]],1
}

static void nested(int n)
{
	if (n) {
		if (n > 1)
			return;
		leave(n);
	} else {
		v = 1;
	}
	v = 9;
// DA: DA:[[@LINE-1]],0
// RAN-NOT: {{DA}}:[[@LINE-2]],1
}

static void (*const all[])(int) = { arms, value, condition, loop, cases, nested };

int main(void)
{
	volatile int i;

	for (i = 0; i < 6; i++)
		if (!setjmp(env))
			all[i](1);
	v = 10;
// DA: DA:[[@LINE-1]],1
	return 0;
}
