/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* One way to begin or to end a process per argument; instrumented. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

volatile int sink;

__attribute__((noinline)) static void work(int n)
{
	for (int i = 0; i < n; i++)
		if (i & sink)
			sink++;
}

static void *thread(void *arg)
{
	work(*(int *)arg);
	if (*(int *)arg == 300)
		pthread_exit(NULL);
	return NULL;
}

static int c11_thread(void *arg)
{
	work(*(int *)arg);
	return 7;
}

static void threads(void)
{
	int n[] = { 100, 200, 300 };
	pthread_t t[3];
	thrd_t c;
	int i, r = 0;

	for (i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, thread, &n[i]);
	for (i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	thrd_create(&c, c11_thread, &n[0]);
	thrd_join(c, &r);
	if (r != 7)
		abort();
}

static void on_usr1(int sig)
{
	(void)sig;
	work(50);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "exit";
	char *args[] = { argv[0], "exit", NULL };
	int status;
	pid_t pid;

	work(10);
	if (!strcmp(how, "_exit"))
		_exit(3);
	else if (!strcmp(how, "abort"))
		abort();
	else if (!strcmp(how, "segv"))
		*(volatile int *)8 = 1;
	else if (!strcmp(how, "quick"))
		quick_exit(0);
	else if (!strcmp(how, "term"))
		raise(SIGTERM);
	else if (!strcmp(how, "threads"))
		threads();
	else if (!strcmp(how, "signal")) {
		signal(SIGUSR1, on_usr1);
		raise(SIGUSR1);
	} else if (!strcmp(how, "fork")) {
		pid = fork();
		work(20);
		if (!pid)
			return 0;
		waitpid(pid, &status, 0);
	} else if (!strcmp(how, "vfork")) {
		pid = vfork();
		if (!pid)
			_exit(4);
		waitpid(pid, &status, 0);
		if (WEXITSTATUS(status) != 4)
			return 1;
	} else if (!strcmp(how, "exec"))
		execv(argv[0], args);
	else if (!strcmp(how, "execlp"))
		execlp(argv[0], argv[0], "exit", (char *)NULL);
	else if (!strcmp(how, "execfail")) {
		execl("/nonexistent", "x", (char *)NULL);
		work(5);
	} else if (!strcmp(how, "chdir"))
		return chdir("/");
	return 0;
}
