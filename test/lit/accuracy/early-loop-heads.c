// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// place=early: what is executed whenever a loop is entered is known from in front of the loop; a
// body that no turn reached, and what follows a call that did not return, was not executed.
// REQUIRES: run
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cov{coverage=flags;place=early;prune=lossless} -O1 -g %s -o t %set_link
// RUN: %anycov run -o t.data ./t > out
// RUN: %anycov report --lcov t.info t.data > report.txt
// RUN: %check{DA} %s < t.info
// RUN: %cov{coverage=flags;place=early;prune=lossless} -O2 -g %s -o t %set_link
// RUN: %anycov run -o t.data ./t > out
// RUN: %anycov report --lcov t.info t.data > report.txt
// RUN: %check{DA} %s < t.info
// RUN: %cov{coverage=flags;place=early;prune=none} -O3 -g %s -o t %set_link
// RUN: %anycov run -o t.data ./t > out
// RUN: %anycov report --lcov t.info t.data > report.txt
// RUN: %check{DA} %s < t.info
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
volatile int zero, one = 1;

static __attribute__((noinline)) int sum(const int *p, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += p[i];
// DA: DA:[[@LINE-1]],{{[1-9]}}
	return s;
}

static __attribute__((noinline)) int never_entered(const int *p, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
// DA: DA:[[@LINE-1]],{{[1-9]}}
		s += p[i];
// DA: DA:[[@LINE-1]],0
	return s;
// DA: DA:[[@LINE-1]],{{[1-9]}}
}

static __attribute__((noinline)) int inner_never_entered(int *p, int n)
{
	for (int i = 0; i < n; i++) {
		p[i]++;
// DA: DA:[[@LINE-1]],{{[1-9]}}
		for (int k = 0; k < zero; k++)
			p[k] += 2;
// DA: DA:[[@LINE-1]],0
	}
	return p[0];
}

static __attribute__((noinline)) void leave(int how)
{
	if (how)
		longjmp(back, 1);
}

static __attribute__((noinline)) int left_in_head(int *p)
{
	do {
		p[0]++;
// DA: DA:[[@LINE-1]],{{[1-9]}}
		leave(one);
// DA: DA:[[@LINE-1]],{{[1-9]}}
		p[1]++;
// DA-NOT: DA:[[@LINE-1]],{{[1-9]}}
	} while (zero);
	return p[1];
// DA-NOT: DA:[[@LINE-1]],{{[1-9]}}
}

static __attribute__((noinline)) int entered_in_the_middle(int *p, int n)
{
	int i = 0;

	if (one)
		goto middle;
	for (; i < n; i++) {
		if (p[i] == 77)
			p[i] = 1;
// DA: DA:[[@LINE-1]],0
middle:
		p[i] += 3;
// DA: DA:[[@LINE-1]],{{[1-9]}}
	}
	return p[0];
}

int main(void)
{
	int p[4] = { 1, 2, 3, 4 }, r = 0;

	r += sum(p, 4);
	r += never_entered(p, zero);
	r += inner_never_entered(p, 4);
	r += entered_in_the_middle(p, 1);
	if (!setjmp(back))
		r += left_in_head(p);
	return r == 0;
}
