/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Calls one of the functions that the runtime interposes, and prints what it returned. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

#ifdef NO_DLSYM
void *dlsym(void *handle, const char *name)
{
	(void)handle;
	return name ? NULL : NULL;
}
#endif

static void *thread(void *arg)
{
	return arg;
}

static int c11_thread(void *arg)
{
	(void)arg;
	return -7;
}

int main(int argc, char **argv)
{
	char *arguments[] = { "name", "first", "second", NULL };
	pthread_t p;
	thrd_t c;
	int status = 0;

	if (argc > 1 && !strcmp(argv[1], "pthread")) {
		status = pthread_create(&p, NULL, thread, NULL);
		printf("pthread_create: %d\n", status);
		return status ? 1 : pthread_join(p, NULL);
	}
	if (argc > 1 && !strcmp(argv[1], "c11")) {
		if (thrd_create(&c, c11_thread, NULL) != thrd_success ||
		    thrd_join(c, &status) != thrd_success)
			return 1;
		printf("thrd_create: %d\n", status);
		return 0;
	}
	if (argc > 1 && !strcmp(argv[1], "sync")) {
		status = fsync(1);
		printf("fsync: %d\n", status);
		return 0;
	}
	if (argc > 2 && !strcmp(argv[1], "exec")) {
		execvp(argv[2], arguments);
		printf("execvp: errno %d\n", errno);
		return 0;
	}
	return 2;
}
