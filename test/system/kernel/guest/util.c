// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* Helpers of the guest's tests, see guest.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guest.h"

struct guest_options guest;

void guest_fail(const char *file, int line, const char *fmt, ...)
{
	char text[400];
	int n = snprintf(text, sizeof(text), "why: %s:%d: ", strrchr(file, '/') + 1, line);
	va_list ap;

	va_start(ap, fmt);
	n += vsnprintf(text + n, sizeof(text) - (size_t)n, fmt, ap);
	va_end(ap);
	if (n > (int)sizeof(text) - 2)
		n = sizeof(text) - 2;
	text[n++] = '\n';
	/* One write, so that lines of several processes do not mix. */
	if (write(STDOUT_FILENO, text, (size_t)n) != n)
		_exit(3);
	_exit(1);
}

int kc_ioctl(int fd, unsigned long cmd, unsigned long arg)
{
	return ioctl(fd, cmd, arg) ? -errno : 0;
}

struct kc kc_open(size_t size)
{
	struct kc k = { .size = size };
	int err;

	k.fd = open(KCOV_FILE, O_RDWR);
	CHECK(k.fd >= 0, "open %s: %s", KCOV_FILE, strerror(errno));
	err = kc_ioctl(k.fd, INIT_TRACE64, size);
	CHECK(!err, "KCOV_INIT_TRACE(%zu) gives %d", size, err);
	k.cover = mmap(NULL, size * sizeof(kword), PROT_READ | PROT_WRITE, MAP_SHARED, k.fd, 0);
	CHECK(k.cover != MAP_FAILED, "mmap of %zu words: %s", size, strerror(errno));
	return k;
}

void kc_map_edge(struct kc *k)
{
	size_t bytes = k->size * sizeof(kword);

	k->edge = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, k->fd, (off_t)bytes);
	CHECK(k->edge != MAP_FAILED, "mmap of the edges' area: %s", strerror(errno));
}

void kc_close(struct kc *k)
{
	if (k->cover)
		munmap(k->cover, k->size * sizeof(kword));
	if (k->edge)
		munmap(k->edge, k->size * sizeof(kword));
	close(k->fd);
}

void kc_enable(struct kc *k, unsigned long mode)
{
	int err = kc_ioctl(k->fd, KCOV_ENABLE, mode);

	CHECK(!err, "KCOV_ENABLE(%lu) gives %d", mode, err);
}

void kc_disable(struct kc *k)
{
	int err = kc_ioctl(k->fd, KCOV_DISABLE, 0);

	CHECK(!err, "KCOV_DISABLE gives %d", err);
}

kword kc_record(struct kc *k, unsigned long mode, void (*work)(long arg), long arg)
{
	kword n;

	kc_enable(k, mode);
	kc_zero(k->cover);
	if (k->edge)
		kc_zero(k->edge);
	work(arg);
	n = kc_count(k->cover);
	kc_disable(k);
	return n;
}

/* Returns the task switches and page faults of this thread so far. */
static long disturbances(void)
{
	struct rusage r;

	CHECK(!getrusage(RUSAGE_THREAD, &r), "getrusage: %s", strerror(errno));
	return r.ru_nvcsw + r.ru_nivcsw + r.ru_minflt + r.ru_majflt;
}

kword kc_record_alone(struct kc *k, unsigned long mode, void (*work)(long arg), long arg)
{
	enum { TRIES = 1000 };

	for (int i = 0; i < TRIES; i++) {
		long before = disturbances();
		kword n = kc_record(k, mode, work, arg);

		if (disturbances() == before)
			return n;
	}
	guest_fail(__FILE__, __LINE__, "%d recordings, and no one without a task switch or fault",
		   TRIES);
}

/* The PCs of all tests, in memory that their processes share. */
#define KEPT (1u << 18)
static struct kept {
	kword *pc;
} kept[2]; /* block hooks, comparison hooks */

void keep_init(void)
{
	for (int i = 0; i < 2; i++)
		kept[i].pc = mmap(NULL, KEPT * sizeof(kword), PROT_READ | PROT_WRITE,
				  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void keep(struct kept *set, kword pc)
{
	unsigned i = (unsigned)((pc * 0x9e3779b97f4a7c15ull) >> 46);

	for (unsigned tries = 0; tries < KEPT; tries++, i = (i + 1) % KEPT) {
		kword old = 0;

		if (set->pc[i] == pc ||
		    __atomic_compare_exchange_n(&set->pc[i], &old, pc, false, __ATOMIC_RELAXED,
						__ATOMIC_RELAXED) ||
		    old == pc)
			return;
	}
}

void keep_pcs(const kword *cover, kword n)
{
	for (kword i = 0; i < n; i++)
		keep(&kept[0], cover[ANYCOV_BUF_FIRST + i]);
}

void keep_cmps(const kword *cover, kword n)
{
	for (kword i = 0; i < n; i++)
		keep(&kept[1], cover[ANYCOV_BUF_FIRST + i * ANYCOV_WORDS_PER_CMP + 3]);
}

void keep_print(void)
{
	for (int s = 0; s < 2; s++)
		for (unsigned i = 0; i < KEPT; i++)
			if (kept[s].pc[i])
				printf("%s %llx\n", s ? "CMP" : "PC",
				       (unsigned long long)kept[s].pc[i]);
	fflush(stdout);
}

static int compare(const void *a, const void *b)
{
	kword x = *(const kword *)a, y = *(const kword *)b;

	return (x > y) - (x < y);
}

struct pcset pcset_of(const kword *cover, kword n)
{
	struct pcset s = { .pc = malloc((size_t)(n + 1) * sizeof(kword)) };

	CHECK(s.pc, "no memory for %llu PCs", (unsigned long long)n);
	memcpy(s.pc, cover + ANYCOV_BUF_FIRST, (size_t)n * sizeof(kword));
	qsort(s.pc, (size_t)n, sizeof(kword), compare);
	for (kword i = 0; i < n; i++)
		if (!s.n || s.pc[s.n - 1] != s.pc[i])
			s.pc[s.n++] = s.pc[i];
	return s;
}

bool pcset_equal(const struct pcset *a, const struct pcset *b)
{
	return a->n == b->n && !memcmp(a->pc, b->pc, a->n * sizeof(kword));
}

kword pcset_extra(const struct pcset *a, const struct pcset *b)
{
	for (size_t i = 0; i < a->n; i++)
		if (!bsearch(&a->pc[i], b->pc, b->n, sizeof(kword), compare))
			return a->pc[i];
	return 0;
}

void pcset_free(struct pcset *s)
{
	free(s->pc);
	s->pc = NULL;
}

bool in_child(void (*f)(void *), void *arg)
{
	int status;
	pid_t pid = fork();

	CHECK(pid >= 0, "fork: %s", strerror(errno));
	if (!pid) {
		f(arg);
		_exit(0);
	}
	CHECK(waitpid(pid, &status, 0) == pid, "waitpid: %s", strerror(errno));
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

void module_command(const char *command, unsigned long arg)
{
	static int fd = -1;
	/* The same number of digits for each number: the kernel reads them with a loop. */
	char text[64];
	int n = snprintf(text, sizeof(text), "%s %020lu", command, arg);

	if (fd < 0)
		fd = open(MODULE_FILE, O_WRONLY);
	CHECK(fd >= 0, "open %s: %s", MODULE_FILE, strerror(errno));
	CHECK(write(fd, text, (size_t)n) == n, "command '%s': %s", text, strerror(errno));
}

void work_read(long times)
{
	while (times-- > 0)
		if (read(-1, NULL, 0) != -1)
			_exit(2);
}

void work_mixed(long times)
{
	struct stat st;
	char c = 'x';
	int p[2];

	while (times-- > 0) {
		CHECK(!pipe(p), "pipe: %s", strerror(errno));
		CHECK(write(p[1], &c, 1) == 1 && read(p[0], &c, 1) == 1, "pipe does not carry");
		CHECK(!stat("/", &st), "stat: %s", strerror(errno));
		close(p[0]);
		close(p[1]);
		p[0] = open("/init", O_RDONLY);
		close(p[0]);
	}
}

void work_wide(long unused)
{
	static const char *const files[] = { "/proc/self/maps", "/proc/meminfo", "/proc/mounts",
					     "/sys/kernel/mm",  "/dev/null",     "/no/such/file" };
	char text[512];
	void *p = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)unused;
	CHECK(p != MAP_FAILED, "mmap: %s", strerror(errno));
	memset(p, 1, 1 << 16);
	munmap(p, 1 << 16);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		int fd = open(files[i], O_RDONLY);

		while (read(fd, text, sizeof(text)) > 0)
			;
		syscall(SYS_getdents64, fd, text, sizeof(text));
		close(fd);
	}
	work_mixed(3);
}
