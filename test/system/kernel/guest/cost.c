// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Executed instructions per fixed work.  With `qemu -icount shift=0,sleep=off` the clock counts
 * instructions, so the time-stamp counter does, too, and the result is reproducible.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "guest.h"

enum { ROUNDS = 300, WARM = 100 };
#define WORDS ((size_t)1 << 16)

static uint64_t now(void)
{
#if defined(__x86_64__)
	uint32_t low, high;

	__asm__ volatile("lfence; rdtsc; lfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
#elif defined(__aarch64__)
	uint64_t t;

	__asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(t) : : "memory");
	return t;
#endif
}

/* Returns the minimum of several measurements: a timer tick makes one of them longer. */
static uint64_t measure(kword *cover, kword *edge)
{
	uint64_t best = ~0ull;

	work_mixed(WARM);
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t start = now(), took;

		if (cover)
			kc_zero(cover);
		if (edge)
			kc_zero(edge);
		work_mixed(1);
		took = now() - start;
		if (took < best)
			best = took;
	}
	return best;
}

static void measure_mode(const char *name, unsigned long mode)
{
	struct kc k = kc_open(WORDS);
	uint64_t took;
	int err;

	if (mode == (KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE) && guest.overlay)
		kc_map_edge(&k);
	err = kc_ioctl(k.fd, KCOV_ENABLE, mode);
	if (!err) {
		sleep(3); /* until the other hooks are off */
		took = measure(k.cover, k.edge);
		printf("COST %s %llu records %llu\n", name, (unsigned long long)took,
		       (unsigned long long)kc_count(k.cover));
		kc_disable(&k);
	}
	kc_close(&k);
}

/* The first ENABLE patches the hooks, the next finds them on. */
static void measure_enable(void)
{
	struct kc k = kc_open(WORDS);
	static const char *const names[] = { "enable-first", "enable-again" };

	sleep(3); /* until the hooks are off */
	for (int i = 0; i < 2; i++) {
		uint64_t start = now();
		int err = kc_ioctl(k.fd, KCOV_ENABLE, KCOV_TRACE_PC);
		uint64_t took = now() - start;

		if (!err)
			printf("COST %s %llu records 0\n", names[i], (unsigned long long)took);
		kc_ioctl(k.fd, KCOV_DISABLE, 0);
	}
	kc_close(&k);
}

/* The first ENABLE of a unique mode allocates its slots, the next finds them. */
static void measure_large_enable(void)
{
	static const char *const names[] = { "enable-large", "enable-large-again" };
	struct kc k = kc_open((size_t)1 << 24);

	for (int i = 0; i < 2; i++) {
		uint64_t start = now();
		int err = kc_ioctl(k.fd, KCOV_ENABLE, KCOV_TRACE_UNIQ_PC);
		uint64_t took = now() - start;

		if (!err)
			printf("COST %s %llu records 0\n", names[i], (unsigned long long)took);
		kc_ioctl(k.fd, KCOV_DISABLE, 0);
	}
	kc_close(&k);
}

int cost_main(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	printf("COST off %llu records 0\n", (unsigned long long)measure(NULL, NULL));
	if (access(KCOV_FILE, R_OK))
		return 0;
	measure_enable();
	measure_mode("pc", KCOV_TRACE_PC);
	measure_mode("cmp", KCOV_TRACE_CMP);
	if (!guest.overlay)
		return 0;
	measure_mode("uniq-pc", KCOV_TRACE_UNIQ_PC);
	measure_mode("uniq-edge", KCOV_TRACE_UNIQ_EDGE);
	measure_mode("uniq-cmp", KCOV_TRACE_UNIQ_CMP);
	measure_mode("uniq-both", KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE);
	measure_large_enable();
	return 0;
}
