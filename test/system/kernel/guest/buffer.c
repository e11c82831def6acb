// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* The buffer: its last word, and a user who writes into it. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "guest.h"

enum { SMALL = 512 };

void test_buffer_overflow_pc(void)
{
	struct kc k = kc_open(SMALL);
	kword n = kc_record(&k, KCOV_TRACE_PC, work_mixed, 50);

	CHECK(n == SMALL - 1, "%llu records in a buffer of %d words", (unsigned long long)n, SMALL);
	CHECK(k.cover[SMALL - 1] >> 63, "the last word is not used");
	keep_pcs(k.cover, n);
	/* A full buffer stays full, and nothing is written. */
	memset(k.cover + 1, 0, (SMALL - 1) * sizeof(kword));
	kc_enable(&k, KCOV_TRACE_PC);
	k.cover[0] = SMALL - 1;
	memset(k.cover + 1, 0, (SMALL - 1) * sizeof(kword));
	work_mixed(5);
	for (int i = 1; i < SMALL; i++)
		CHECK(!k.cover[i], "a full buffer is written to at word %d", i);
	CHECK(k.cover[0] == SMALL - 1, "a full buffer's count changes");
	kc_disable(&k);
	kc_close(&k);
}

void test_buffer_overflow_cmp(void)
{
	enum { RECORDS = (SMALL - 1) / 4 };
	struct kc k = kc_open(SMALL);
	kword n = kc_record(&k, KCOV_TRACE_CMP, work_mixed, 100);

	CHECK(n == RECORDS, "%llu records in a buffer of %d words", (unsigned long long)n, SMALL);
	for (int i = 1 + RECORDS * 4; i < SMALL; i++)
		CHECK(!k.cover[i], "word %d, behind the last record, is written", i);
	keep_cmps(k.cover, n);
	kc_close(&k);
}

void test_buffer_overflow_unique(void)
{
	static const unsigned long modes[] = { KCOV_TRACE_UNIQ_PC, KCOV_TRACE_UNIQ_EDGE,
					       KCOV_TRACE_UNIQ_CMP,
					       KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE };

	for (unsigned i = 0; i < 4; i++) {
		struct kc k = kc_open(SMALL);
		kword limit = modes[i] == KCOV_TRACE_UNIQ_CMP ? (SMALL - 1) / 4 : SMALL - 1;
		kword n;

		if (i == 3)
			kc_map_edge(&k);
		n = kc_record(&k, modes[i], work_wide, 0);
		/* Enough different PCs to fill it. */
		CHECK(n == limit, "mode %lu: %llu records, the limit is %llu", modes[i],
		      (unsigned long long)n, (unsigned long long)limit);
		if (i != 2) {
			struct pcset s = pcset_of(k.cover, n);

			CHECK(s.n == n, "mode %lu: only %zu of %llu differ", modes[i], s.n,
			      (unsigned long long)n);
			pcset_free(&s);
		}
		kc_close(&k);
	}
}

static unsigned mode_count(void)
{
	return guest.overlay ? 5 : 2;
}

/*
 * Modes in which the user may write any count.  Linux's own comparison writer multiplies the
 * count without checking that it fits: a count of -1 makes it write before the buffer, and the
 * kernel crash (6.1.192; 6.12.117 checks).
 */
static unsigned wild_mode_count(void)
{
	return guest.bounds ? mode_count() : 1;
}

static const unsigned long all_modes[] = { KCOV_TRACE_PC, KCOV_TRACE_CMP, KCOV_TRACE_UNIQ_PC,
					   KCOV_TRACE_UNIQ_EDGE, KCOV_TRACE_UNIQ_CMP };

void test_buffer_any_count(void)
{
	struct kc k = kc_open(SMALL);

	for (unsigned m = 0; m < wild_mode_count(); m++) {
		kc_enable(&k, all_modes[m]);
		for (int bit = 0; bit < 64; bit++)
			for (int d = -2; d <= 2; d++) {
				k.cover[0] = ((kword)1 << bit) + (kword)d;
				work_mixed(1);
			}
		for (kword n = 0; n < SMALL + 8; n++) {
			k.cover[0] = n;
			work_read(1);
		}
		k.cover[0] = ~(kword)0;
		work_mixed(1);
		kc_zero(k.cover);
		work_mixed(1);
		CHECK(kc_count(k.cover) > 0, "mode %lu records no more", all_modes[m]);
		kc_disable(&k);
	}
	kc_close(&k);
}

void test_buffer_read_only(void)
{
	struct kc k = kc_open(4096);
	kword *ro = mmap(NULL, 4096 * sizeof(kword), PROT_READ, MAP_SHARED, k.fd, 0);

	CHECK(ro != MAP_FAILED, "read-only mmap: %s", strerror(errno));
	munmap(k.cover, 4096 * sizeof(kword));
	k.cover = ro;
	for (unsigned m = 0; m < mode_count(); m++) {
		kc_enable(&k, all_modes[m]);
		/* Without a reset of any kind the count only grows. */
		work_mixed(1);
		CHECK(kc_count(ro) > 0, "mode %lu: nothing recorded", all_modes[m]);
		if (guest.overlay) {
			CHECK_IOCTL(k.fd, KCOV_RESET_TRACE, 0, 0);
			CHECK(kc_count(ro) < 200, "mode %lu: reset leaves %llu records",
			      all_modes[m], (unsigned long long)kc_count(ro));
		}
		kc_disable(&k);
	}
	kc_close(&k);
}

static volatile int stop;

static void *scribble(void *arg)
{
	struct kc *k = arg;
	unsigned seed = 1;

	while (!stop) {
		kword v = (kword)rand_r(&seed) << 33 ^ (kword)rand_r(&seed) << 13 ^
			  (kword)rand_r(&seed);

		switch (rand_r(&seed) % 4) {
		case 0:
			k->cover[0] = v >> (v & 63);
			break;
		case 1:
			k->cover[rand_r(&seed) % k->size] = v;
			break;
		case 2:
			k->cover[0] = 0;
			break;
		case 3: /* a record of its own, as if written by the kernel */
			k->cover[1 + rand_r(&seed) % (k->size - 1)] =
				k->cover[1 + rand_r(&seed) % (k->size - 1)];
			break;
		}
		if (k->edge)
			k->edge[v % k->size] = v >> (v & 63);
	}
	return NULL;
}

/* Another thread writes arbitrary values anywhere while the kernel records. */
void test_buffer_scribble(void)
{
	struct kc k = kc_open(SMALL);
	time_t end = time(NULL) + 2 + (time_t)guest.seconds / 2;
	pthread_t t;

	if (guest.overlay)
		kc_map_edge(&k);
	CHECK(!pthread_create(&t, NULL, scribble, &k), "pthread_create");
	while (time(NULL) < end) {
		for (unsigned m = 0; m < wild_mode_count(); m++) {
			kc_enable(&k, all_modes[m]);
			work_mixed(20);
			kc_disable(&k);
		}
		if (guest.overlay) {
			kc_enable(&k, KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE);
			work_mixed(20);
			kc_disable(&k);
			CHECK_IOCTL(k.fd, KCOV_UNIQUE_ENABLE, 100, 0);
			work_mixed(20);
			kc_disable(&k);
		}
	}
	stop = 1;
	pthread_join(t, NULL);
	CHECK(kc_record(&k, KCOV_TRACE_PC, work_read, 1) > 0, "nothing is recorded afterwards");
	kc_close(&k);
}
