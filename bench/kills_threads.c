/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* main() of bench/kills: the work of a program of the bench, once, by as many threads as argv[2]
 * says. */
#include <pthread.h>
#include <stdlib.h>
#include "programs/work.h"

static void *thread(void *arg)
{
	bench_work();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t threads[16];
	int n = argc > 2 ? atoi(argv[2]) : 1;

	bench_setup(argv[1]);
	if (n < 2) {
		bench_work();
		return 0;
	}
	for (int i = 0; i < n && i < 16; i++)
		pthread_create(&threads[i], NULL, thread, NULL);
	for (int i = 0; i < n && i < 16; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
