// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// REQUIRES: native
// Calls that end where no call instruction stands (a fault that kills or is left by a
// jump, a loop in which a signal ends the process) and where one does: what the report of
// pruned probes calls a fact is what all probes say.
// RUN: %cov{coverage=trace-pc} -O0 -g %s -o %t.all %link
// RUN: %cov{coverage=trace-pc;prune=lossless} -O0 -g %s -o %t.less %link
// RUN: %cov{coverage=trace-pc;prune=dom} -O0 -g %s -o %t.dom %link
// RUN: sh -c "for how in whole fault jump spin thread exit handler; do for p in all less dom; do %anycov run --size 8000000 -o %t.$p.$how.dump %t.$p $how; %anycov report --image %t.$p --json -o %t.$p.$how %t.$p.$how.dump || exit 1; done; done"
// RUN: sh -c "for how in whole fault jump spin thread exit handler; do for p in less dom; do %check-records facts %t.$p.$how %t.all.$how 5 || exit 1; done; done"
// The rules alone would say more than is true, where another thread leaves the calls unknown.
// RUN: %anycov report --complete --image %t.less --json -o %t.json %t.less.thread.dump
// RUN: not %check-records facts %t.json %t.all.thread 5
// RUN: %anycov report --complete --image %t.less --json -o %t.json %t.less.whole.dump
// RUN: %check-records same %t.json %t.all.whole 5
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile int never, always = 1;
static int *volatile nothing;
/* A round must take some time, or the loop fills the buffer. */
static volatile unsigned long long slow = 1ull << 60;

static void leave(int sig)
{
	if (always)
		siglongjmp(back, sig);
}

static void end(int sig)
{
	if (sig)
		_exit(0);
}

static void kill_me(int sig)
{
	if (sig)
		raise(SIGTERM);
}

/* Processor time, so that a busy machine does not matter. */
static void soon(void (*handler)(int))
{
	struct itimerval t = { .it_value = { .tv_usec = 10000 } };

	signal(SIGVTALRM, handler);
	setitimer(ITIMER_VIRTUAL, &t, NULL);
}

static void *wait_here(void *arg)
{
	pause();
	return arg;
}

/* A thread that no signal comes to. */
static void start_thread(void)
{
	sigset_t all;
	pthread_t t;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	pthread_create(&t, NULL, wait_here, NULL);
	pthread_sigmask(SIG_UNBLOCK, &all, NULL);
}

static int fault(int n)
{
	int sum = 0;

	while (n--)
		sum += n;
	sum += *nothing;
	if (sum)
		sum++;
	return sum;
}

static int spin(int n)
{
	int sum = 0;

	if (n > 2)
		sum = n;
	while (!never)
		slow = slow / 3 % 7 / 5 % 11 / 3 % 13 / 7 % 5 / 3 % 17 + slow / 7 % 13;
	if (sum)
		sum--;
	return sum;
}

static int whole(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		if (i & 1)
			sum += i;
		else
			sum ^= i;
	return sum;
}

static int leaves(int n)
{
	if (n)
		exit(0);
	return n + 1;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "whole";

	if (!strcmp(how, "fault"))
		return fault(3);
	if (!strcmp(how, "jump")) {
		signal(SIGSEGV, leave);
		if (!sigsetjmp(back, 1))
			fault(4);
		return whole(2);
	}
	if (!strcmp(how, "thread"))
		start_thread();
	if (!strcmp(how, "spin") || !strcmp(how, "thread")) {
		soon(kill_me);
		return spin(3);
	}
	if (!strcmp(how, "handler")) {
		soon(end);
		return spin(1);
	}
	if (!strcmp(how, "exit"))
		return leaves(1);
	return whole(9) == 0;
}
