# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Coroutines (swapcontext()), also one that never ends, and pthread_exit(): the calls that may not
# return are known, so nothing is unknown in other functions.
. "${0%/*}/ends_lib.sh"

cat >contexts.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
static ucontext_t home, task;
static char stack[65536];
__attribute__((noinline)) static int other(int x)
{
	if (x & 1)
		puts("odd");
	puts("other ends");
	return x;
}
__attribute__((noinline)) static void yield(int x)
{
	if (x > 5)
		puts("big");
	swapcontext(&task, &home);
	puts("resumed");
}
__attribute__((noinline)) static void work(int x)
{
	int i;

	for (i = 0; i < x; i++)
		yield(x);
	puts("work: after the loop");
}
static void start(int x)
{
	work(x);
	puts("start ends");
}
__attribute__((noinline)) static void leave(int x)
{
	if (x == 7)
		pthread_exit(NULL);
	puts("leave goes on");
}
static void *thread(void *arg)
{
	if (arg)
		leave(*(int *)arg);
	puts("thread ends");
	return NULL;
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0, i;
	pthread_t t;

	other(x);
	getcontext(&task);
	task.uc_stack.ss_sp = stack;
	task.uc_stack.ss_size = sizeof(stack);
	task.uc_link = &home;
	makecontext(&task, (void (*)(void))start, 1, x);
	for (i = 0; i < 3; i++)
		swapcontext(&home, &task);
	if (pthread_create(&t, NULL, thread, &x) || pthread_join(t, NULL))
		return 1;
	puts("main ends");
	return 0;
}
END
contexts()
{
	for x in 3 7; do
		record "$1" "$2 -pthread" contexts.c $x
		unknown_within 14 46
		hasnt lossless.words "ended in a call"
	done
}
for_each_build contexts
