// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* Coverage of code that runs on behalf of a task, in another context. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest.h"

#define WORDS ((size_t)1 << 15)

static void remote_enable(struct kc *k, uint32_t mode, uint32_t area)
{
	struct kcov_remote_arg arg = { .trace_mode = mode,
				       .area_size = area,
				       .common_handle = KCOV_SUBSYSTEM_COMMON | 0x1234 };

	CHECK_IOCTL(k->fd, KCOV_REMOTE_ENABLE, &arg, 0);
	kc_zero(k->cover);
}

void test_remote_own_calls_not_traced(void)
{
	struct kc k = kc_open(WORDS);

	remote_enable(&k, KCOV_TRACE_PC, WORDS);
	work_mixed(10);
	CHECK(kc_count(k.cover) == 0, "%llu records of the task's own calls",
	      (unsigned long long)kc_count(k.cover));
	kc_disable(&k);
	kc_close(&k);
}

/* The same section twice gives the same set. */
static void same_sections(const char *command)
{
	struct kc k = kc_open(WORDS);
	struct pcset set[3];

	remote_enable(&k, KCOV_TRACE_PC, WORDS);
	module_command(command, 0);
	for (int i = 0; i < 3; i++) {
		kword n;

		kc_zero(k.cover);
		module_command(command, 0);
		n = kc_count(k.cover);
		CHECK(n >= 5, "%s: %llu records", command, (unsigned long long)n);
		keep_pcs(k.cover, n);
		set[i] = pcset_of(k.cover, n);
	}
	CHECK(pcset_equal(&set[0], &set[1]) || pcset_equal(&set[1], &set[2]) ||
		      pcset_equal(&set[0], &set[2]),
	      "%s: three runs, three sets: %zu, %zu and %zu PCs", command, set[0].n, set[1].n,
	      set[2].n);
	kc_disable(&k);
	kc_close(&k);
}

void test_remote_worker(void)
{
	same_sections("work");
}

void test_remote_softirq(void)
{
	same_sections("softirq");
}

void test_remote_nested(void)
{
	struct kc k = kc_open(WORDS);
	struct pcset both, worker, softirq;

	remote_enable(&k, KCOV_TRACE_PC, WORDS);
	module_command("nested", 0);
	kc_zero(k.cover);
	module_command("work", 0);
	worker = pcset_of(k.cover, kc_count(k.cover));
	kc_zero(k.cover);
	module_command("softirq", 0);
	softirq = pcset_of(k.cover, kc_count(k.cover));
	kc_zero(k.cover);
	module_command("nested", 0);
	both = pcset_of(k.cover, kc_count(k.cover));
	CHECK(!pcset_extra(&softirq, &both), "the timer's part is missing: %llx",
	      (unsigned long long)pcset_extra(&softirq, &both));
	CHECK(!pcset_extra(&worker, &both), "the worker's part is missing: %llx",
	      (unsigned long long)pcset_extra(&worker, &both));
	kc_disable(&k);
	kc_close(&k);
}

void test_remote_worker_cmp(void)
{
	struct kc k = kc_open(WORDS);
	kword n;

	remote_enable(&k, KCOV_TRACE_CMP, WORDS);
	module_command("work", 0);
	n = kc_count(k.cover);
	CHECK(n > 0, "no comparison of the worker");
	for (kword i = 0; i < n; i++)
		CHECK(k.cover[1 + i * 4] <= 7, "record %llu has type %llx", (unsigned long long)i,
		      (unsigned long long)k.cover[1 + i * 4]);
	keep_cmps(k.cover, n);
	kc_disable(&k);
	kc_close(&k);
}

/* A set has what the sections recorded in order, each once. */
void test_remote_unique(void)
{
	static const char *const commands[] = { "work", "softirq", "nested" };
	struct kc k = kc_open(WORDS);
	struct pcset plain, a, b;
	kword n, again;

	for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		remote_enable(&k, KCOV_TRACE_PC, WORDS);
		module_command(commands[i], 0);
		kc_zero(k.cover);
		for (int j = 0; j < 3; j++)
			module_command(commands[i], 0);
		n = kc_count(k.cover);
		plain = pcset_of(k.cover, n);
		kc_disable(&k);
		CHECK(plain.n < n, "%s: %llu records, all different", commands[i],
		      (unsigned long long)n);

		remote_enable(&k, KCOV_TRACE_UNIQ_PC, WORDS);
		for (int j = 0; j < 3; j++)
			module_command(commands[i], 0);
		n = kc_count(k.cover);
		a = pcset_of(k.cover, n);
		keep_pcs(k.cover, n);
		CHECK(a.n == n, "%s: %llu records, %zu different", commands[i],
		      (unsigned long long)n, a.n);
		/* Other paths of the same work, as after a wait, are few. */
		CHECK(a.n + 8 > plain.n && plain.n + 8 > a.n, "%s: %zu unique PCs, %zu in order",
		      commands[i], a.n, plain.n);
		CHECK_IOCTL(k.fd, KCOV_RESET_TRACE, 0, 0);
		CHECK(kc_count(k.cover) == 0, "%s: a reset leaves records", commands[i]);
		for (int j = 0; j < 3; j++)
			module_command(commands[i], 0);
		b = pcset_of(k.cover, kc_count(k.cover));
		CHECK(b.n + 8 > a.n && a.n + 8 > b.n, "%s: %zu PCs, %zu after a reset", commands[i],
		      a.n, b.n);
		kc_disable(&k);
		pcset_free(&plain);
		pcset_free(&a);
		pcset_free(&b);
	}
	/* Edges and comparisons: a repetition adds next to nothing. */
	kc_map_edge(&k);
	for (unsigned long mode = 4; mode <= 8; mode += 2) {
		const kword *cover = mode == KCOV_TRACE_UNIQ_EDGE ? k.edge : k.cover;

		remote_enable(&k, (uint32_t)mode, WORDS);
		for (int j = 0; j < 3; j++)
			module_command("work", 0);
		n = kc_count(cover);
		CHECK(n > 0, "mode %lu: nothing recorded", mode);
		CHECK(mode != 6 || kc_count(k.edge) >= n - 1, "%llu edges between %llu PCs",
		      (unsigned long long)kc_count(k.edge), (unsigned long long)n);
		for (int j = 0; j < 3; j++)
			module_command("work", 0);
		again = kc_count(cover);
		CHECK(again < n + n / 2, "mode %lu: %llu records, then %llu", mode,
		      (unsigned long long)n, (unsigned long long)again);
		kc_disable(&k);
	}
	kc_close(&k);
}

/* The task that supervises others resets what they recorded, also of sections. */
static void *reset_and_count(void *arg)
{
	struct kc *k = arg;

	CHECK(kc_count(k->cover) > 0, "nothing recorded");
	CHECK_IOCTL(k->fd, KCOV_RESET_TRACE, 0, 0);
	CHECK(kc_count(k->cover) == 0, "%llu records after a reset",
	      (unsigned long long)kc_count(k->cover));
	return NULL;
}

static void reset_by_thread(struct kc *k)
{
	pthread_t t;

	CHECK(!pthread_create(&t, NULL, reset_and_count, k), "pthread_create");
	pthread_join(t, NULL);
}

void test_remote_reset_by_thread(void)
{
	static const uint32_t modes[] = { KCOV_TRACE_PC, KCOV_TRACE_CMP, KCOV_TRACE_UNIQ_PC };
	struct kc k = kc_open(WORDS);

	for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		remote_enable(&k, modes[i], WORDS);
		for (int j = 0; j < 3; j++) {
			module_command("work", 0);
			reset_by_thread(&k);
		}
		kc_disable(&k);
	}
	kc_close(&k);
}

/* Sections append to the records; what does not fit is dropped. */
void test_remote_appends(void)
{
	struct kc k = kc_open(512);
	kword last = 0, n = 0;

	remote_enable(&k, KCOV_TRACE_PC, 4096);
	for (int i = 0; i < 200; i++) {
		module_command("work", 0);
		n = kc_count(k.cover);
		CHECK(n >= last && n <= 511, "%llu records after %llu", (unsigned long long)n,
		      (unsigned long long)last);
		CHECK(n > last || n == 511, "section %d added nothing", i);
		last = n;
	}
	CHECK(n == 511, "200 sections fill %llu of 511 words", (unsigned long long)n);
	/* Counts that only a user can have written: no record may follow. */
	for (int bit = 9; bit < 64; bit++) {
		k.cover[0] = (kword)1 << bit;
		module_command("work", 0);
		CHECK(k.cover[0] == (kword)1 << bit, "a count of 1 << %d became %llx", bit,
		      (unsigned long long)k.cover[0]);
	}
	kc_disable(&k);
	kc_close(&k);
}

void test_remote_after_disable(void)
{
	struct kc k = kc_open(WORDS);
	kword n;

	for (int i = 0; i < 20; i++) {
		pid_t pid;
		int status;

		remote_enable(&k, KCOV_TRACE_PC, 256 + (uint32_t)i);
		/* The child inherits the handle, not the recording. */
		pid = fork();
		if (!pid) {
			module_command("nested", 0);
			_exit(0);
		}
		if (i & 1)
			usleep(1000);
		kc_disable(&k);
		n = kc_count(k.cover);
		CHECK(waitpid(pid, &status, 0) == pid && !status, "the child failed");
		CHECK(kc_count(k.cover) == n, "a section of the past adds records");
	}
	kc_close(&k);
}
