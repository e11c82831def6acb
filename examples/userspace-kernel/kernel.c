/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A small kernel in user space: a library that supplies read() and other functions, so that a
 * KCOV client has instrumented code that implements its system calls.  Built with coverage
 * instrumentation; the other code of the process is not instrumented.
 *
 * A "USB hub" thread works for bus 1 all the time, and write() passes its data to a worker
 * thread on behalf of the caller: both are remote sections.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef __clang__
#define NO_COV __attribute__((no_sanitize("coverage")))
#else
#define NO_COV __attribute__((no_sanitize_coverage))
#endif

uint64_t kcov_common_handle(void);
void kcov_remote_start(uint64_t handle);
void kcov_remote_stop(void);

#define USB_BUS_1 (1ull << 56 | 1)
#define NR_FILES 64

static volatile int status;                      /* keeps the results alive */
static uint32_t open_map[NR_FILES / 32] = { 7 }; /* 0, 1 and 2 */

__attribute__((noinline)) static int fdget(int fd)
{
	if (fd < 0)
		return -EBADF;
	if (fd >= NR_FILES)
		return 0; /* left to the host */
	if (open_map[fd / 32] & 1u << fd % 32)
		return 0;
	open_map[fd / 32] |= 1u << fd % 32;
	return 0;
}

__attribute__((noinline)) static int access_ok(const void *p, size_t n)
{
	uintptr_t from = (uintptr_t)p;

	if (!n)
		return 1;
	if (from + n < from)
		return 0;
	return from >= 4096;
}

/* Executed by every system call: does this kernel implement the call number? */
__attribute__((noinline)) static int enter(long nr)
{
	switch (nr) {
	case SYS_read:
	case SYS_write:
		return 1;
	case SYS_pread64:
	case SYS_pwrite64:
		return 2;
	case SYS_readv:
		return 3;
	case SYS_writev:
		return 4;
	}
	return 0;
}

__attribute__((noinline)) static ssize_t vfs_read(int fd, void *buf, size_t n)
{
	int err;

	if (!enter(SYS_read))
		return -ENOSYS;
	err = fdget(fd);
	if (err)
		return err;
	if (!access_ok(buf, n))
		return -EFAULT;
	if (n > 0x7ffff000)
		n = 0x7ffff000;
	return syscall(SYS_read, fd, buf, n);
}

static ssize_t to_errno(ssize_t r)
{
	if (r >= 0)
		return r;
	if (r != -1)
		errno = (int)-r;
	return -1;
}

ssize_t read(int fd, void *buf, size_t n)
{
	return to_errno(vfs_read(fd, buf, n));
}

/* Data that write() passes to the worker, and the handle it works for. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t more;
	uint64_t handle;
	unsigned pending;
	unsigned char first;
} work = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0 };

__attribute__((noinline)) static unsigned process(unsigned char c)
{
	unsigned i, odd = 0;

	for (i = 0; i < 8; i++)
		if (c >> i & 1)
			odd++;
	return odd > 4 ? odd : 0;
}

NO_COV static void *worker(void *arg)
{
	for (;;) {
		uint64_t handle;

		pthread_mutex_lock(&work.lock);
		while (!work.pending)
			pthread_cond_wait(&work.more, &work.lock);
		work.pending--;
		handle = work.handle;
		pthread_mutex_unlock(&work.lock);
		kcov_remote_start(handle);
		status += (int)process(work.first);
		kcov_remote_stop();
	}
	return arg;
}

__attribute__((noinline)) static int hub_port(int port)
{
	if (port & 1)
		return port * 3;
	if (port > 4)
		return -1;
	return port;
}

NO_COV static void *hub(void *arg)
{
	const struct timespec tick = { 0, 20 * 1000 * 1000 };
	int port;

	for (;;) {
		kcov_remote_start(USB_BUS_1);
		for (port = 0; port < 8; port++)
			status += hub_port(port);
		kcov_remote_stop();
		nanosleep(&tick, NULL);
	}
	return arg;
}

ssize_t write(int fd, const void *buf, size_t n)
{
	uint64_t handle = kcov_common_handle();
	int err = fdget(fd);

	if (err || !access_ok(buf, n))
		return to_errno(err ? err : -EFAULT);
	if (handle && n) {
		pthread_mutex_lock(&work.lock);
		work.handle = handle;
		work.first = *(const unsigned char *)buf;
		work.pending++;
		pthread_cond_signal(&work.more);
		pthread_mutex_unlock(&work.lock);
	}
	return syscall(SYS_write, fd, buf, n);
}

/* Load address of this library, for symbolizers: UK_BASE names the file. */
NO_COV static void say_base(void)
{
	const char *path = getenv("UK_BASE");
	extern char __ehdr_start __attribute__((visibility("hidden")));
	FILE *f = path ? fopen(path, "w") : NULL;

	if (f) {
		fprintf(f, "%p\n", (void *)&__ehdr_start);
		fclose(f);
	}
}

__attribute__((constructor)) NO_COV static void boot(void)
{
	pthread_t t;

	say_base();
	/* Counters belong to the whole process: UK_ALONE avoids those of other threads. */
	if (getenv("UK_ALONE"))
		return;
	if (!pthread_create(&t, NULL, worker, NULL))
		pthread_detach(t);
	if (!pthread_create(&t, NULL, hub, NULL))
		pthread_detach(t);
}
