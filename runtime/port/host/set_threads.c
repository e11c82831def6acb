/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The other threads of a process that ends: they are in calls that do not return, too.
 *
 * So each gets a signal, in whose handler it notes the calls of its stack and stays: what it did
 * after that would not be known.  It may hold locks, so this is done where the program and the C
 * library execute nothing any more: in _exit(), where a signal ends the process, and for exit()
 * where the C library ends it (set_exit.c).
 */
#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#include "set_leave.h"
#include "set_signal.h"

/* A C library may let others join a thread that still has a few instructions to go. */
#define THREAD_TRIES 10
#define THREAD_WAIT 50000 /* ns */
/* A directory's own links, and the one for the only thread. */
#define LINKS_OF_ONE_THREAD 3

/* The flags of a thread are after its state and five numbers. */
#define FLAGS_AT 7
/* The kernel's PF_EXITING: the thread executes nothing of the program any more. */
#define EXITING 4u

struct directory_entry { /* of getdents64 */
	uint64_t inode, next;
	uint16_t bytes;
	uint8_t type;
	char name[];
};

/* Reads a file of a thread.  Returns the number of characters, or a negative error number. */
static long read_of_thread(int tasks, const char *thread, const char *name, char *text, size_t room)
{
	char path[32] = "";
	long n;
	int fd;

	set_append(path, sizeof(path), thread);
	set_append(path, sizeof(path), name);
	fd = set_open(tasks, path, O_RDONLY, 0);
	if (fd < 0)
		return fd;
	n = SET_SYS3(SYS_read, fd, text, room - 1);
	set_close(fd);
	text[n > 0 ? n : 0] = 0;
	return n;
}

/* Returns what is n spaces after the thread's name, which may have any characters. */
static const char *after_name(const char *stat, unsigned n)
{
	const char *p = NULL;

	for (; *stat; stat++)
		p = *stat == ')' ? stat : p;
	for (; p && *p && n; p++)
		n -= *p == ' ';
	return p ? p : stat;
}

static uint64_t read_number(const char *p)
{
	uint64_t n = 0;

	for (; *p >= '0' && *p <= '9'; p++)
		n = 10 * n + (uint64_t)(*p - '0');
	return n;
}

static int is_exiting(int tasks, const char *thread)
{
	char stat[256];
	long n = read_of_thread(tasks, thread, "/stat", stat, sizeof(stat));

	if (n < 0)
		return n == -ENOENT || n == -ESRCH;
	return (read_number(after_name(stat, FLAGS_AT)) & EXITING) != 0;
}

/* Of a thread in the directory `tasks`; returns whether to go on. */
typedef int visit_thread(int tasks, const char *name, int32_t id, void *arg);

/* Calls visit() for the other threads.  Returns whether it was called for all, and went on. */
static int for_each_other(visit_thread *visit, void *arg)
{
	union {
		struct directory_entry first;
		char bytes[1024];
	} entries;
	const int32_t self = (int32_t)SET_SYS1(SYS_gettid, 0);
	int tasks = set_open(AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY, 0);
	int goes_on = tasks >= 0;
	long n = 0, at;
	int has_self = 0;

	while (goes_on && (n = SET_SYS3(SYS_getdents64, tasks, &entries, sizeof(entries))) > 0) {
		for (at = 0; goes_on && at < n;) {
			const struct directory_entry *e = (const void *)(entries.bytes + at);
			int32_t id = 0;
			const char *p;

			for (p = e->name; *p >= '0' && *p <= '9'; p++)
				id = 10 * id + (*p - '0');
			has_self |= id == self;
			goes_on = *p || id == self || visit(tasks, e->name, id, arg);
			at += e->bytes;
		}
	}
	if (tasks >= 0)
		set_close(tasks);
	/* In a namespace without a /proc of its own the numbers are others. */
	return goes_on && !n && has_self;
}

/* A thread that was joined may still be counted for as long as other programs take the
 * processors. */
static int visit_exiting(int tasks, const char *name, int32_t id, void *arg)
{
	(void)id;
	(void)arg;
	return is_exiting(tasks, name);
}

/* ---- sandboxes ---- */

/* Returns the number after `field`, which begins with a newline, in the status of a process, or -1.
 */
static long read_status(const char *path, const char *field)
{
	int fd = set_open(AT_FDCWD, path, O_RDONLY, 0);
	unsigned found = 0;
	long value = -1, n, i;
	char text[256];

	if (fd < 0)
		return -1;
	while ((n = SET_SYS3(SYS_read, fd, text, sizeof(text))) > 0)
		for (i = 0; i < n; i++) {
			if (field[found])
				found = text[i] == field[found] ? found + 1 : text[i] == field[0];
			else if (text[i] >= '0' && text[i] <= '9')
				value = (value < 0 ? 0 : 10 * value) + (text[i] - '0');
			else if (value >= 0)
				goto end;
		}
end:
	set_close(fd);
	return value;
}

/*
 * Returns whether the process forbade itself system calls: then one that its threads are looked at
 * with may kill it.  Those of a container have its filter, as has its first process.
 */
static int is_sandboxed(void)
{
	static const char filters[] = "\nSeccomp_filters:\t", mode[] = "\nSeccomp:\t";
	const char *field = filters; /* Linux 5.9 */
	long own = read_status("/proc/self/status", field);

	if (own < 0) {
		field = mode;
		own = read_status("/proc/self/status", field);
	}
	return own > 0 && own > read_status("/proc/1/status", field);
}

int set_is_only_thread(int may_wait)
{
	const struct timespec wait = { 0, THREAD_WAIT };
	struct stat st;
	int i;

	for (i = 0; i < THREAD_TRIES; i++) {
		if (set_stat(AT_FDCWD, "/proc/self/task", &st, 0))
			return 0;
		if (st.st_nlink <= LINKS_OF_ONE_THREAD)
			return st.st_nlink == LINKS_OF_ONE_THREAD;
		if (!i && is_sandboxed())
			return 0;
		if (for_each_other(visit_exiting, NULL))
			return 1;
		if (!may_wait)
			return 0;
		SET_SYS2(SYS_nanosleep, &wait, NULL);
	}
	return 0;
}

#if defined(SET_HAS_UNWIND) && !defined(SET_OF_DUMPS)

/*
 * glibc's signal for setuid() in all threads: its functions neither block it nor let a program
 * handle it.
 */
#define STOP_SIGNAL 33

/* Threads that can be stopped, in a table of twice as many, and how long they may take in all: one
 * may be in vfork(), or have blocked the signal by a system call. */
#define STOPPED_MAX 4096u
#define TABLE_ENTRIES (2 * STOPPED_MAX)
#define STOP_MS 200
#define STOP_WAIT 20000        /* ns, at first */
#define STOP_WAIT_MAX 10000000 /* ns */
/* What a thread that does not wait executes until it is past a few instructions, and how long that
 * may take in all. */
#define PASSED_NS 100000u
#define PASS_MS 100
#define PASS_WAIT 500000 /* ns */
/* Of a signal, where the kernel does not say. */
#define FRAME_BYTES 4096
#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif
/* A thread may begin another one after it was passed: all have to be found at rest twice. */
#define STOP_ROUNDS 2

extern const char *gnu_get_libc_version(void) __attribute__((weak));
/* Since 2.32. */
extern char libc_is_single_threaded __asm__("__libc_single_threaded") __attribute__((weak));

struct stopped {
	int32_t id;         /* 0: an empty entry */
	int32_t is_stopped; /* it has noted its calls */
};

/* In a mapping of its own: few processes need it. */
static struct stopped *threads;
/* The process whose threads are, or were, stopped: a child has this memory, too. */
static int32_t stopping_pid, stopping_thread, stopped_pid;

/* Returns its entry, or the empty one where it would be; one is always empty. */
static struct stopped *find_thread(int32_t id)
{
	uint32_t i = (uint32_t)id * 0x9e3779b1u / (UINT32_MAX / TABLE_ENTRIES + 1);

	for (;; i = (i + 1) % TABLE_ENTRIES) {
		int32_t found = __atomic_load_n(&threads[i].id, __ATOMIC_ACQUIRE);

		if (!found || found == id)
			return &threads[i];
	}
}

/* Never returns: the process ends. */
static void stay(void)
{
	const struct timespec wait = { 0, STOP_WAIT_MAX };
	const int32_t id = (int32_t)SET_SYS1(SYS_gettid, 0);

	for (;;) {
		/* Signals of others come before there is a table, or an entry. */
		struct stopped *t =
			__atomic_load_n(&threads, __ATOMIC_ACQUIRE) ? find_thread(id) : NULL;

		if (t && t->id == id) {
			__atomic_store_n(&t->is_stopped, 1, __ATOMIC_RELEASE);
			SET_SYS5(SYS_ppoll, NULL, 0, NULL, NULL, 8);
		}
		SET_SYS2(SYS_nanosleep, &wait, NULL);
	}
}

static void stop_here(int sig, siginfo_t *info, void *context)
{
	(void)sig;
	(void)info;
	if (set_has_stack(context))
		set_note_stopped(SET_AT_SIGNAL);
	else
		set_miss_cuts(SET_MISSED | SET_ANYWHERE);
	stay();
}

/*
 * Returns whether the stack of a thread that waits has room for the signal and the walk: a
 * coroutine's may be small.  A thread that runs does not show its stack pointer.
 */
static int may_stop(int tasks, const char *name)
{
	char text[256];
	uintptr_t bytes = set_auxv(AT_MINSIGSTKSZ, FRAME_BYTES) + SET_STACK_BYTES, stack = 0;
	long n = read_of_thread(tasks, name, "/syscall", text, sizeof(text));
	int last;

	/* The last two words of the line are the stack pointer and the PC; or it is "running". */
	for (last = 0; n > 0 && last < 2; n--)
		last += text[n - 1] == ' ';
	if (last < 2 || text[n + 1] != '0' || text[n + 2] != 'x')
		return 1;
	for (n += 3; text[n] != ' '; n++)
		stack = stack * 16 + (uintptr_t)(text[n] & 15) + (text[n] > '9' ? 9 : 0);
	return set_has_room(stack, bytes);
}

static int64_t now_ms(void)
{
	struct timespec t = { 0, 0 };

	SET_SYS2(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/*
 * A thread may have taken a pointer that was replaced since, or be on its last instruction there.
 * Returns whether there is time for others.
 */
static int visit_passing(int tasks, const char *name, int32_t id, void *arg)
{
	const struct timespec wait = { 0, PASS_WAIT };
	const int64_t *until = arg;
	uint64_t first = 0;
	char text[256];

	(void)id;
	while (now_ms() < *until) {
		uint64_t executed;

		if (read_of_thread(tasks, name, "/stat", text, sizeof(text)) <= 0 ||
		    *after_name(text, 1) != 'R' ||
		    read_of_thread(tasks, name, "/schedstat", text, sizeof(text)) <= 0)
			return 1;
		executed = read_number(text);
		first = first ? first : executed;
		if (executed - first >= PASSED_NS)
			return 1;
		SET_SYS2(SYS_nanosleep, &wait, NULL);
	}
	return 0;
}

void set_let_pass(void)
{
	int64_t until = now_ms() + PASS_MS;

	if (!set_is_only_thread(0) && !is_sandboxed())
		for_each_other(visit_passing, &until);
}

struct stopping {
	int64_t until;
	unsigned n_sent, n_running;
};

static int visit_running(int tasks, const char *name, int32_t id, void *arg)
{
	struct stopped *t = find_thread(id);
	struct stopping *s = arg;

	if (t->id) {
		if (!__atomic_load_n(&t->is_stopped, __ATOMIC_ACQUIRE) && !is_exiting(tasks, name))
			s->n_running++;
		return now_ms() < s->until;
	}
	if (s->n_sent == STOPPED_MAX || !may_stop(tasks, name))
		return 0;
	s->n_sent++;
	s->n_running++;
	__atomic_store_n(&t->id, id, __ATOMIC_RELEASE);
	SET_SYS3(SYS_tgkill, set_pid(), id, STOP_SIGNAL);
	return 1;
}

static int stop_all(void)
{
	struct timespec wait = { 0, STOP_WAIT };
	const struct set_action stop = {
		.handler = stop_here,
		/* Not SA_ONSTACK: a stack that no signal has used may be too small. */
		.flags = SA_SIGINFO | SET_RESTORER_FLAG,
		.restorer = SET_RESTORER,
		.mask = ~(uint64_t)0,
	};
	struct stopped *table =
		set_mmap(NULL, TABLE_ENTRIES * sizeof(*table), PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct stopping s = { .until = now_ms() + STOP_MS };
	int rounds = 0;

	if (set_failed(table))
		return -1;
	__atomic_store_n(&threads, table, __ATOMIC_RELEASE);
	if (set_sigaction(STOP_SIGNAL, &stop, NULL))
		return -1;
	do {
		s.n_running = 0;
		if (!for_each_other(visit_running, &s))
			return -1;
		rounds = s.n_running ? 0 : rounds + 1;
		if (rounds == STOP_ROUNDS)
			return 0;
		if (!s.n_running)
			continue;
		SET_SYS2(SYS_nanosleep, &wait, NULL);
		wait.tv_nsec = wait.tv_nsec < STOP_WAIT_MAX / 2 ? 2 * wait.tv_nsec : STOP_WAIT_MAX;
	} while (now_ms() < s.until);
	return -1;
}

/* Threads that the C library does not know, as an emulator's own, do not note calls. */
int set_has_others(void)
{
	return gnu_get_libc_version && !(&libc_is_single_threaded && libc_is_single_threaded) &&
	       !set_is_only_thread(0) && !is_sandboxed();
}

void set_stop_others(uintptr_t start)
{
	const uint64_t all = ~(uint64_t)0;
	const int32_t pid = set_pid();
	int32_t was = __atomic_load_n(&stopping_pid, __ATOMIC_ACQUIRE), self;

	if (!set_has_others())
		return;
	self = (int32_t)SET_SYS1(SYS_gettid, 0);
	/* No handler of the program may wait for a thread that is stopped, and none stops this one.
	 */
	SET_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof(all));
	if (was == pid || !__atomic_compare_exchange_n(&stopping_pid, &was, pid, 0,
						       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		/* Another thread ends the process, or this one does so once more. */
		if (__atomic_load_n(&stopping_thread, __ATOMIC_ACQUIRE) != self) {
			set_note_stopped(start);
			stay();
		}
		return;
	}
	__atomic_store_n(&stopping_thread, self, __ATOMIC_RELEASE);
	if (!stop_all())
		stopped_pid = pid;
}

int set_is_stopped(void)
{
	return stopped_pid && stopped_pid == set_pid();
}

#else
int set_has_others(void)
{
	return 0;
}

void set_stop_others(uintptr_t start)
{
	(void)start;
}

int set_is_stopped(void)
{
	return 0;
}
#endif
