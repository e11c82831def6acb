/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Unique modes through anycov_start(), in the runtime's own buffer and in a caller's: two equal
 * rounds give equal sets, smaller than the records of PC mode.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/anycov.h"
#include "check.h"

#define NO_COV __attribute__((no_sanitize_coverage))

static uint64_t own[4096];
static volatile int sink;

__attribute__((noinline)) static int classify(int v)
{
	switch (v) {
	case 1:
		return 10;
	case 3:
		return 30;
	case 500:
		return 50;
	case 9000:
		return 90;
	}
	return v < 100 ? 1 : 2;
}

static void work(void)
{
	int i;

	for (i = 0; i < 50; i++)
		sink += classify(i % 7);
}

NO_COV static size_t count(unsigned mode)
{
	size_t n;

	CHECK_EQ(anycov_start(mode), 0);
	work();
	n = anycov_count();
	CHECK(n > 0);
	anycov_reset();
	CHECK_EQ(anycov_count(), 0);
	work();
	anycov_stop();
	CHECK_EQ(anycov_count(), n);
	return n;
}

NO_COV static void every_mode(void)
{
	size_t pc = count(KCOV_TRACE_PC), cmp = count(KCOV_TRACE_CMP), unique, edges;

	unique = count(KCOV_TRACE_UNIQ_PC);
	edges = count(KCOV_TRACE_UNIQ_EDGE);
	CHECK(unique < 20 && unique < pc);
	CHECK(edges >= unique - 1 && edges < pc);
	CHECK_EQ(count(KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE), unique);
	CHECK(count(KCOV_TRACE_UNIQ_CMP) < cmp);
	CHECK_EQ(count(KCOV_TRACE_UNIQ_PC), unique);
	CHECK_EQ(count(KCOV_TRACE_UNIQ_PC), unique);
	CHECK_EQ(count(KCOV_TRACE_PC), pc);
	CHECK_EQ(count(KCOV_TRACE_CMP), cmp);
	CHECK_EQ(anycov_start(3), ANYCOV_EINVAL);
}

NO_COV static void *thread(void *arg)
{
	every_mode();
	return arg;
}

NO_COV int main(int argc, char **argv)
{
	pthread_t t;

	if (getenv("ANYCOV_OUT")) { /* already recording, in ANYCOV_MODE */
		work();
		return 0;
	}
	every_mode();
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	CHECK_EQ(anycov_buffer(own, sizeof(own)), 0);
	every_mode();
	memset(own, 0xff, sizeof(own)); /* arbitrary contents where slots will be */
	every_mode();
	CHECK_EQ(anycov_buffer(own, 24), 0);
	CHECK_EQ(anycov_start(KCOV_TRACE_UNIQ_PC), ANYCOV_ENOMEM);
	CHECK_EQ(anycov_buffer(own, sizeof(own)), 0);
	CHECK_EQ(anycov_start(KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE), 0);
	work();
	anycov_stop();
	if (argc > 1)
		CHECK_EQ(anycov_dump_file(argv[1]), 0);
	return check_result();
}
