// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* The life cycle of a descriptor: who owns it, and what ends recording. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest.h"

enum { WORDS = 4096 };

void test_lifecycle_enable_again(void)
{
	struct kc k = kc_open(WORDS);

	for (int i = 0; i < 200; i++) {
		unsigned long mode = i & 1 ? KCOV_TRACE_CMP : KCOV_TRACE_PC;
		kword n = kc_record(&k, mode, work_read, 2);

		CHECK(mode || n > 0, "nothing recorded in round %d", i);
		/* The count stays for the reader. */
		CHECK(kc_count(k.cover) >= n, "DISABLE lost records");
	}
	kc_close(&k);
}

static void enable_and_exit(void *arg)
{
	struct kc *k = arg;

	kc_enable(k, KCOV_TRACE_PC);
	kc_zero(k->cover);
	work_read(1);
}

void test_lifecycle_exit_while_enabled(void)
{
	struct kc k = kc_open(WORDS);
	kword n;

	for (int i = 0; i < 20; i++) {
		CHECK(in_child(enable_and_exit, &k), "child %d failed", i);
		CHECK(kc_count(k.cover) > 0, "child %d recorded nothing", i);
		n = kc_count(k.cover);
		work_read(3);
		CHECK(kc_count(k.cover) == n, "the descriptor records a dead task");
		kc_enable(&k, KCOV_TRACE_PC);
		kc_disable(&k);
	}
	kc_close(&k);
}

void test_lifecycle_close_while_enabled(void)
{
	struct kc k = kc_open(WORDS), other;
	kword n;

	kc_enable(&k, KCOV_TRACE_PC);
	close(k.fd);
	kc_zero(k.cover);
	work_read(1);
	n = kc_count(k.cover);
	CHECK(n > 0, "closing the descriptor stopped recording");
	/* Still recording, so a second descriptor is rejected. */
	other = kc_open(WORDS);
	CHECK_IOCTL(other.fd, KCOV_ENABLE, KCOV_TRACE_PC, -EBUSY);
	munmap(k.cover, WORDS * sizeof(kword));
	work_read(10);
	CHECK_IOCTL(other.fd, KCOV_ENABLE, KCOV_TRACE_PC, -EBUSY);
	kc_close(&other);
}

void test_lifecycle_unmap_while_enabled(void)
{
	struct kc k = kc_open(WORDS);
	kword n;

	kc_enable(&k, KCOV_TRACE_PC);
	CHECK(!munmap(k.cover, WORDS * sizeof(kword)), "munmap: %s", strerror(errno));
	work_read(5);
	k.cover = mmap(NULL, WORDS * sizeof(kword), PROT_READ | PROT_WRITE, MAP_SHARED, k.fd, 0);
	CHECK(k.cover != MAP_FAILED, "mmap while enabled: %s", strerror(errno));
	n = kc_count(k.cover);
	CHECK(n > 0, "nothing recorded without a mapping");
	kc_zero(k.cover);
	work_read(1);
	CHECK(kc_count(k.cover) > 0, "nothing recorded into the new mapping");
	kc_disable(&k);
	kc_close(&k);
}

/* The parent waits in wait4() and records nothing meanwhile; it may still be entering it. */
static void wait_until_asleep(pid_t pid)
{
	char path[64], state = 0;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	for (int tries = 0; state != 'S'; tries++) {
		FILE *f = fopen(path, "r");

		CHECK(f && fscanf(f, "%*d %*s %c", &state) == 1, "%s is not as expected", path);
		fclose(f);
		CHECK(tries < 10000, "process %d does not wait, it is in state %c", (int)pid,
		      state);
		usleep(1000);
	}
}

static void is_not_traced(void *arg)
{
	struct kc *k = arg;
	kword n;

	wait_until_asleep(getppid());
	n = kc_count(k->cover);
	work_mixed(20);
	CHECK(kc_count(k->cover) == n, "the child of a recording task is recorded");
	CHECK_IOCTL(k->fd, KCOV_ENABLE, KCOV_TRACE_PC, -EINVAL);
	CHECK_IOCTL(k->fd, KCOV_DISABLE, 0, -EINVAL);
	kc_close(k);
}

void test_lifecycle_fork_while_enabled(void)
{
	struct kc k = kc_open(WORDS);

	for (int i = 0; i < 10; i++) {
		kc_enable(&k, KCOV_TRACE_PC);
		kc_zero(k.cover);
		CHECK(in_child(is_not_traced, &k), "the child failed");
		kc_zero(k.cover);
		work_read(1);
		CHECK(kc_count(k.cover) > 0, "fork stopped the parent's recording");
		kc_disable(&k);
	}
	kc_close(&k);
}

static void enable_and_exec(void *arg)
{
	struct kc *k = arg;

	kc_enable(k, KCOV_TRACE_PC);
	kc_zero(k->cover);
	execl("/init", "/init", "--read", NULL);
	CHECK(0, "execl: %s", strerror(errno));
}

void test_lifecycle_exec_goes_on(void)
{
	struct kc k = kc_open((size_t)1 << 20);
	kword n, plain;

	plain = kc_record(&k, KCOV_TRACE_PC, work_read, 10);
	CHECK(in_child(enable_and_exec, &k), "the child failed");
	n = kc_count(k.cover);
	CHECK(n > plain * 2, "%llu records over an exec, 10 reads alone make %llu",
	      (unsigned long long)n, (unsigned long long)plain);
	keep_pcs(k.cover, n);
	kc_close(&k);
}

static void *enable_in_thread(void *arg)
{
	enable_and_exit(arg);
	return NULL;
}

void test_lifecycle_thread_exit(void)
{
	struct kc k = kc_open(WORDS), own = kc_open(WORDS);
	pthread_t t;

	kc_enable(&own, KCOV_TRACE_PC);
	for (int i = 0; i < 50; i++) {
		CHECK(!pthread_create(&t, NULL, enable_in_thread, &k), "pthread_create");
		CHECK(!pthread_join(t, NULL), "pthread_join");
		CHECK(kc_count(k.cover) > 0, "thread %d recorded nothing", i);
		/* The thread ends for user space slightly before it ends for the kernel. */
		for (int tries = 0; tries < 10000; tries++) {
			if (kc_ioctl(k.fd, KCOV_ENABLE, KCOV_TRACE_PC) == -EBUSY)
				break;
			usleep(1000);
		}
		CHECK_IOCTL(k.fd, KCOV_ENABLE, KCOV_TRACE_PC, -EBUSY);
	}
	kc_disable(&own);
	kc_enable(&k, KCOV_TRACE_PC);
	kc_disable(&k);
	kc_close(&k);
	kc_close(&own);
}

void test_lifecycle_two_mappings(void)
{
	struct kc k = kc_open(WORDS);
	kword *again = mmap(NULL, WORDS * sizeof(kword), PROT_READ, MAP_SHARED, k.fd, 0);
	kword n;

	CHECK(again != MAP_FAILED, "the second mmap: %s", strerror(errno));
	n = kc_record(&k, KCOV_TRACE_PC, work_read, 3);
	CHECK(n && !memcmp(again + 1, k.cover + 1, (size_t)n * sizeof(kword)),
	      "two mappings differ");
	munmap(again, WORDS * sizeof(kword));
	kc_close(&k);
}

enum { FORK_PROCESSES = 4, FORKS_EACH = 150 };

static void fork_child(void *arg)
{
	struct kc *k = arg;

	kc_enable(k, KCOV_TRACE_PC);
	kc_zero(k->cover);
	work_read(1);
	CHECK(kc_count(k->cover) > 0, "nothing recorded");
	/* Some exit while enabled, some create a process while enabled. */
	switch (getpid() % 3) {
	case 0:
		kc_disable(k);
		break;
	case 1:
		if (!fork())
			_exit(0);
		break;
	}
}

static void fork_many(void *arg)
{
	struct kc k = kc_open(WORDS);

	(void)arg;
	for (int i = 0; i < FORKS_EACH; i++)
		CHECK(in_child(fork_child, &k), "child %d failed", i);
	kc_close(&k);
}

void test_lifecycle_many_forks(void)
{
	int status, failed = 0;

	for (int i = 0; i < FORK_PROCESSES; i++)
		if (!fork()) {
			fork_many(NULL);
			_exit(0);
		}
	for (int i = 0; i < FORK_PROCESSES; i++)
		if (wait(&status) > 0 && status)
			failed++;
	CHECK(!failed, "%d of %d processes failed", failed, FORK_PROCESSES);
}

static void remote_and_exit(void *arg)
{
	struct kc *k = arg;
	struct kcov_remote_arg remote = { .area_size = 512, .common_handle = 0x77 };

	CHECK_IOCTL(k->fd, KCOV_REMOTE_ENABLE, &remote, 0);
	if (guest.module)
		module_command("work", 0);
}

void test_lifecycle_exit_in_remote(void)
{
	struct kc k = kc_open(WORDS);

	/* The handle is released each time, or the second round gives EEXIST. */
	for (int i = 0; i < 10; i++)
		CHECK(in_child(remote_and_exit, &k), "child %d failed", i);
	kc_enable(&k, KCOV_TRACE_PC);
	kc_disable(&k);
	kc_close(&k);
}

static atomic_int reset_now;

static void *reset_when_asked(void *arg)
{
	struct kc *k = arg;

	while (!atomic_load(&reset_now))
		;
	CHECK_IOCTL(k->fd, KCOV_RESET_TRACE, 0, 0);
	CHECK(kc_count(k->cover) == 0, "%llu records after a reset",
	      (unsigned long long)kc_count(k->cover));
	atomic_store(&reset_now, 0);
	return NULL;
}

/* Another thread resets, while this one executes no kernel code. */
void test_lifecycle_reset_by_thread(void)
{
	static const unsigned long modes[] = { KCOV_TRACE_PC, KCOV_TRACE_CMP, KCOV_TRACE_UNIQ_PC,
					       KCOV_TRACE_UNIQ_EDGE };
	struct kc k = kc_open(WORDS);
	pthread_t t;

	for (unsigned i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		CHECK(!pthread_create(&t, NULL, reset_when_asked, &k), "pthread_create");
		kc_enable(&k, modes[i]);
		work_mixed(1);
		CHECK(kc_count(k.cover) > 0, "mode %lu: nothing recorded", modes[i]);
		atomic_store(&reset_now, 1);
		while (atomic_load(&reset_now))
			;
		work_mixed(1);
		CHECK(kc_count(k.cover) > 0, "mode %lu: nothing after the reset", modes[i]);
		kc_disable(&k);
		pthread_join(t, NULL);
	}
	kc_close(&k);
}
