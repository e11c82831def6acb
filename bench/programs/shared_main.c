/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* shared threads|processes N: nanoseconds of wall time that N of them take, each the same work. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

unsigned shared_work(unsigned seed, unsigned turns);

static void *run(void *seed)
{
	volatile unsigned result = shared_work(*(unsigned *)seed, 10000000);

	(void)result;
	return NULL;
}

int main(int argc, char **argv)
{
	unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 0, seeds[64];
	struct timespec from, to;
	pthread_t threads[64];
	int bad = 0;

	if (n < 1 || n > 64)
		return 2;
	clock_gettime(CLOCK_MONOTONIC, &from);
	for (unsigned i = 0; i < n; i++) {
		seeds[i] = i + 1;
		if (!strcmp(argv[1], "threads")) {
			bad |= pthread_create(&threads[i], NULL, run, &seeds[i]);
		} else if (fork() == 0) {
			run(&seeds[i]);
			exit(0);
		}
	}
	for (unsigned i = 0; i < n; i++)
		if (!strcmp(argv[1], "threads"))
			bad |= pthread_join(threads[i], NULL);
		else
			bad |= wait(NULL) < 0;
	clock_gettime(CLOCK_MONOTONIC, &to);
	printf("%lld\n", (to.tv_sec - from.tv_sec) * 1000000000ll + to.tv_nsec - from.tv_nsec);
	return bad;
}
