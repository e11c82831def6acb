/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The runtime for anycov's builds: the archive that users link. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "anycov/anycov.h"
#include "record.h"

void bench_record_start(void)
{
	static void *area;
	int error;

	if (!area) {
		size_t bytes = BENCH_WORDS * sizeof(unsigned long);

		area = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
		if (area == MAP_FAILED || anycov_buffer(area, bytes)) {
			fprintf(stderr, "bench: no memory for the buffer\n");
			exit(1);
		}
	}
	error = anycov_start(KCOV_TRACE_PC);
	if (error) {
		fprintf(stderr, "bench: anycov_start: %d\n", error);
		exit(1);
	}
}

unsigned long bench_record_stop(void)
{
	anycov_stop();
	return anycov_count();
}
