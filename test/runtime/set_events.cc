/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * set_events WHAT N: does something N times that ends a call, a thread or a process otherwise than
 * by a return: longjmp, throw, thread, thread-exit, fork, vfork, exit.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf env;

__attribute__((noinline)) static void jump(int deep)
{
	if (!deep)
		longjmp(env, 1);
	jump(deep - 1);
	__asm__("");
}

__attribute__((noinline)) static void thrown(int deep)
{
	if (!deep)
		throw deep;
	thrown(deep - 1);
	__asm__("");
}

static void *thread(void *arg)
{
	return arg;
}

static void *ended(void *arg)
{
	pthread_exit(arg);
}

static void catch_it(void)
{
	try {
		thrown(3);
	} catch (int) {
	}
}

static void run_child(const char *what)
{
	pid_t pid = strcmp(what, "vfork") ? fork() : vfork();

	if (!pid && !strcmp(what, "exit"))
		exit(0);
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
}

static void one(const char *what)
{
	pthread_t t;

	if (!strcmp(what, "longjmp")) {
		if (!setjmp(env))
			jump(3);
	} else if (!strcmp(what, "throw")) {
		catch_it();
	} else if (!strncmp(what, "thread", 6)) {
		pthread_create(&t, NULL, what[6] ? ended : thread, NULL);
		pthread_join(t, NULL);
	} else {
		run_child(what);
	}
}

int main(int argc, char **argv)
{
	int i = argc > 2 ? atoi(argv[2]) : 0;

	for (; i > 0; i--)
		one(argv[1]);
	return 0;
}
