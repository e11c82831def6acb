/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * main() of every program of the bench: rounds, recording, CPU time.
 *
 *   IMAGE ROUNDS on|off INPUTS [TIMES]
 *
 * TIMES gets one line per round: nanoseconds of CPU time, number of records.  CPU time rather
 * than wall time, because it depends less on other load of the machine.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "programs/work.h"
#include "record.h"

static unsigned long long cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (unsigned long long)t.tv_sec * 1000000000ull + (unsigned long long)t.tv_nsec;
}

int main(int argc, char **argv)
{
	FILE *times = NULL;
	int on;

	if (argc < 4 || argc > 5) {
		fprintf(stderr, "usage: %s ROUNDS on|off INPUTS [TIMES]\n", argv[0]);
		return 2;
	}
	on = strcmp(argv[2], "on") == 0;
	if (argc == 5) {
		times = fopen(argv[4], "w");
		if (!times) {
			perror(argv[4]);
			return 1;
		}
	}
	bench_setup(argv[3]);
	for (int i = atoi(argv[1]); i > 0; i--) {
		unsigned long records = 0;
		unsigned long long before, after;

		if (on)
			bench_record_start();
		before = cpu_ns();
		bench_work();
		after = cpu_ns();
		if (on)
			records = bench_record_stop();
		if (records + 1 >= BENCH_WORDS) {
			fprintf(stderr, "%s: the buffer was full: enlarge BENCH_WORDS\n", argv[0]);
			return 1;
		}
		if (times)
			fprintf(times, "%llu %lu\n", after - before, records);
	}
	return times && fclose(times) ? 1 : 0;
}
