/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Interface between a program of the bench and bench/main.c.  The file that defines these two
 * functions is never instrumented; the library that it calls is.
 */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

/* Generates or reads the inputs, once.  dir: the directory of the bench's inputs. */
void bench_setup(const char *dir);

/* Runs one round: the same instructions each time.  Results go to stdout. */
void bench_work(void);

/* A generator of test data that needs no library: xorshift32. */
static inline unsigned bench_random(unsigned *state)
{
	unsigned x = *state;

	x ^= x << 13;
	x ^= x >> 17;
	x ^= x << 5;
	return *state = x;
}

static inline unsigned long bench_hash(const void *data, unsigned long n)
{
	const unsigned char *p = data;
	unsigned long h = 14695981039346656037ul;

	while (n--)
		h = (h ^ *p++) * 1099511628211ul;
	return h;
}

#endif
