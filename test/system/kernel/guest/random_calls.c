// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* What must not be recorded, and what must be recorded identically each time. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "guest.h"

#define WORDS ((size_t)1 << 16)

static void on_processor(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	CHECK(!sched_setaffinity(0, sizeof(set), &set), "sched_setaffinity: %s", strerror(errno));
}

static void busy(long ms)
{
	module_command("busy", (unsigned long)ms);
}

/* Returns the number of a thread's task switches, as the kernel reports it to other threads. */
static long switches(pid_t tid)
{
	char path[64], line[128];
	long n, sum = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/task/%d/status", (int)tid);
	f = fopen(path, "r");
	CHECK(f, "open %s: %s", path, strerror(errno));
	while (fgets(line, sizeof(line), f)) {
		char *p = strstr(line, "voluntary_ctxt_switches:");

		if (p && sscanf(p, "voluntary_ctxt_switches: %ld", &n) == 1)
			sum += n;
	}
	fclose(f);
	return sum;
}

struct watch {
	struct kc *k;
	pid_t tid;   /* the recording thread */
	long before; /* its switches before */
	volatile int ready, returned;
	bool valid;
	kword n;
};

/* Reads the buffer while the other thread is still inside its call. */
static void *watch(void *arg)
{
	enum { MS = 150 };
	struct watch *w = arg;

	on_processor(1);
	w->ready = 1;
	usleep(MS * 1000);
	w->n = kc_count(w->k->cover);
	w->valid = switches(w->tid) == w->before && !w->returned;
	return NULL;
}

/*
 * Makes one recorded call of busy(ms).  w->n: records in the buffer before it returns; returns
 * the number of records of the whole call.  There is a second thread in each call, also for
 * busy(0): a process with two threads has other paths through the kernel.
 */
static kword busy_round(struct watch *w, long ms)
{
	kword n;
	pthread_t t;

	w->ready = w->returned = 0;
	w->tid = gettid();
	/* It starts here, and must not be switched to while we record. */
	CHECK(!pthread_create(&t, NULL, watch, w), "pthread_create");
	while (!w->ready)
		usleep(1000);
	w->before = switches(w->tid);
	n = (ms ? kc_record : kc_record_alone)(w->k, KCOV_TRACE_PC, busy, ms);
	w->returned = 1;
	pthread_join(t, NULL);
	return n;
}

/*
 * Omits what Linux does not count as part of an interrupt: at the end of an interrupt that
 * finds ksoftirqd running, 5.10 and 6.1 call __kthread_should_park() in the task.
 */
static kword without_park(kword *pc, kword n)
{
	kword kept = 0;

	for (kword i = 0; i < n; i++)
		if (pc[i] - guest.park >= guest.park_bytes)
			pc[kept++] = pc[i];
	return kept;
}

/*
 * The module's loop is not instrumented and calls nothing, so all records that a longer run
 * adds come from interrupts.  The watcher reads the count before the call returns: on the way
 * out the task may be switched, and that is its own code.  A round in which it was switched on
 * the way in, or in which the watcher came too late, is repeated.
 */
void test_interrupts_not_recorded(void)
{
	enum { MS = 300, ROUNDS = 5, TRIES = 50 };
	struct kc k = kc_open(WORDS);
	struct watch w = { .k = &k };
	struct pcset quiet, set;

	on_processor(0);
	busy(0);
	quiet = pcset_of(k.cover, busy_round(&w, 0));
	module_command("irqs", 100);
	for (int i = 0, tries = 0; i < ROUNDS; tries++) {
		CHECK(tries < TRIES, "%d rounds, %d of them undisturbed", tries, i);
		busy_round(&w, MS);
		if (!w.valid)
			continue;
		i++;
		CHECK(w.n > 0 && w.n < WORDS - 1, "%llu records", (unsigned long long)w.n);
		keep_pcs(k.cover, w.n);
		k.cover[0] = without_park(k.cover + 1, w.n);
		set = pcset_of(k.cover, k.cover[0]);
		CHECK(!pcset_extra(&set, &quiet), "%llx was recorded, by an interrupt (round %d)",
		      (unsigned long long)pcset_extra(&set, &quiet), i);
		pcset_free(&set);
	}
	module_command("irqs", 0);
	kc_close(&k);
}

/* The same call gives the same PCs, each time. */
void test_same_call_same_pcs(void)
{
	enum { ROUNDS = 100 };
	struct kc k = kc_open(WORDS);
	struct pcset first = { 0, NULL }, set;
	unsigned long mode = guest.overlay ? KCOV_TRACE_UNIQ_PC : KCOV_TRACE_PC;

	work_read(10);
	for (int i = 0; i < ROUNDS; i++) {
		set = pcset_of(k.cover, kc_record_alone(&k, mode, work_read, 5));
		if (!i) {
			first = set;
			continue;
		}
		CHECK(pcset_equal(&first, &set), "%zu PCs, in call %d %zu, one of them %llx",
		      first.n, i, set.n,
		      (unsigned long long)(pcset_extra(&set, &first) | pcset_extra(&first, &set)));
		pcset_free(&set);
	}
	pcset_free(&first);
	kc_close(&k);
}

static void exec_compat(void *arg)
{
	(void)arg;
	execl("/compat", "/compat", guest.overlay ? "overlay" : "stock", NULL);
	CHECK(0, "the 32-bit program does not start: %s", strerror(errno));
}

void test_compat_32bit(void)
{
	CHECK(in_child(exec_compat, NULL), "the 32-bit program failed");
}

enum { FDS = 4, THREADS = 3 };
static int shared_fd[FDS];
static volatile int stop;

static unsigned long any_size(unsigned *seed)
{
	static const unsigned long sizes[] = { 0,    1,    2,    3,       511,       512,
					       1024, 4096, 4097, 1 << 16, 1ul << 31, ~0ul };

	return sizes[(unsigned)rand_r(seed) % (sizeof(sizes) / sizeof(sizes[0]))];
}

static void any_remote(int fd, unsigned *seed)
{
	struct {
		uint32_t mode, area, num, hole;
		uint64_t common, handles[4];
	} arg = { .mode = (uint32_t)rand_r(seed) % 3,
		  .area = (uint32_t)any_size(seed),
		  .num = (uint32_t)rand_r(seed) % 6,
		  .common = (uint64_t)rand_r(seed) % 3 };

	if (arg.area > 1 << 16)
		arg.area = 64;
	/* Linux's own kcov warns (vmalloc of 0 bytes) when a section begins. */
	if (!arg.area && !guest.overlay)
		arg.area = 1;
	for (int i = 0; i < 4; i++)
		arg.handles[i] = KCOV_SUBSYSTEM_USB | (uint64_t)(rand_r(seed) % 6);
	if (arg.num > 4)
		arg.num = 0;
	kc_ioctl(fd, KCOV_REMOTE_ENABLE, (unsigned long)&arg);
	if (guest.module && !(rand_r(seed) % 8)) {
		int m = open(MODULE_FILE, O_WRONLY);

		/* Without a handle it returns ENOENT and does nothing. */
		if (write(m, "softirq", 7) < 0 && errno != ENOENT)
			guest_fail(__FILE__, __LINE__, "softirq: %s", strerror(errno));
		if (write(m, "work", 4) < 0 && errno != ENOENT)
			guest_fail(__FILE__, __LINE__, "work: %s", strerror(errno));
		close(m);
	}
}

static void any_map(int fd, unsigned *seed)
{
	size_t bytes = (size_t)4096 << (rand_r(seed) % 4);
	off_t offset = rand_r(seed) % 3 ? 0 : (off_t)4096 << (rand_r(seed) % 4);
	volatile kword *p = mmap(NULL, bytes, rand_r(seed) % 4 ? PROT_READ | PROT_WRITE : PROT_READ,
				 MAP_SHARED, fd, offset);

	if (p == MAP_FAILED)
		return;
	kword v = p[0];

	if (rand_r(seed) % 2)
		work_read(2);
	munmap((void *)p, bytes);
	(void)v;
}

static void any_call(unsigned *seed)
{
	static const unsigned long modes[] = { 0, 0, 1, 1, 2, 4, 8, 6, 3, 5, 10, 99 };
	int *fd = &shared_fd[rand_r(seed) % FDS];

	switch (rand_r(seed) % 14) {
	case 0:
		kc_ioctl(*fd, INIT_TRACE64, any_size(seed) & 0x1ffff);
		break;
	case 1:
	case 2:
	case 3:
		kc_ioctl(*fd, KCOV_ENABLE, modes[rand_r(seed) % 12]);
		break;
	case 4:
	case 5:
		kc_ioctl(*fd, KCOV_DISABLE, !(rand_r(seed) % 10));
		break;
	case 6:
		kc_ioctl(*fd, KCOV_RESET_TRACE, !(rand_r(seed) % 10));
		break;
	case 7:
		kc_ioctl(*fd, KCOV_UNIQUE_ENABLE, any_size(seed));
		break;
	case 8:
		any_remote(*fd, seed);
		break;
	case 9:
	case 10:
		any_map(*fd, seed);
		break;
	case 11:
		if (!(rand_r(seed) % 8)) {
			int fresh = open(KCOV_FILE, O_RDWR);

			/* Closes the old file, in whatever state others have left it. */
			dup2(fresh, *fd);
			close(fresh);
		}
		break;
	case 12:
		if (!(rand_r(seed) % 16)) {
			pid_t pid = fork();

			if (!pid) {
				kc_ioctl(*fd, KCOV_ENABLE, 0);
				work_read(1);
				_exit(0);
			}
			waitpid(pid, NULL, 0);
		}
		break;
	case 13:
		work_read(3);
		break;
	}
}

static void *any_calls(void *arg)
{
	unsigned seed = (unsigned)(uintptr_t)arg;

	while (!stop)
		any_call(&seed);
	return NULL;
}

/*
 * Random calls at random times, from several threads on the same descriptors.  The kernel's log
 * shows whether they succeeded; the check here is that recording still works at the end.
 */
void test_random_calls(void)
{
	time_t end = time(NULL) + (time_t)guest.seconds;
	uintptr_t seed = 1;
	struct kc k;

	while (time(NULL) < end) {
		pid_t pid = fork();
		int status;

		if (!pid) {
			pthread_t t[THREADS];

			for (int i = 0; i < FDS; i++)
				shared_fd[i] = open(KCOV_FILE, O_RDWR);
			for (int i = 0; i < THREADS; i++)
				CHECK(!pthread_create(&t[i], NULL, any_calls,
						      (void *)(seed * 31 + (uintptr_t)i)),
				      "pthread_create");
			usleep(700000);
			stop = 1;
			for (int i = 0; i < THREADS; i++)
				pthread_join(t[i], NULL);
			_exit(0);
		}
		CHECK(waitpid(pid, &status, 0) == pid, "waitpid");
		/* 5.10's second mapping has no pages. */
		CHECK(!status || (!guest.recent && WTERMSIG(status) == SIGBUS),
		      "round %lu failed, status %x", (unsigned long)seed, status);
		seed++;
	}
	k = kc_open(WORDS);
	CHECK(kc_record(&k, KCOV_TRACE_PC, work_read, 1) > 0, "nothing is recorded afterwards");
	kc_close(&k);
}
