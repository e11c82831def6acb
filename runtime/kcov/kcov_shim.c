/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * libanycov-kcov.so: /sys/kernel/debug/kcov for an unmodified program, served by instrumented
 * libraries of the same process.  Preload it:
 *
 *   LD_PRELOAD=libanycov-kcov.so:libkernel.so ./kcov-client
 *
 * The state machine of kcov_file.c handles the system calls that a KCOV client makes on the
 * file; all others go to the kernel.  Descriptors and buffers are shared memory, so that forked
 * children trace into the buffer that their parent reads.  dup() is supported.  After an exec()
 * of a tracing program the new program finds the descriptor among its own and continues
 * (kcov_arena.h).  Block counters are drained into the same buffers: see kcov_drain.c.
 *
 * Also exported, under the kernel's names, for instrumented libraries that work in threads of
 * their own: kcov_common_handle(), kcov_remote_start(), kcov_remote_stop().
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "kcov_file.h"
#include "kcov_counters.h"
#include "kcov_arena.h"
#include "kcov_shim.h"

#define KCOV_PATH "/sys/kernel/debug/kcov"
#define MAX_FILES 4096

__thread struct anycov_ctx anycov_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));
static __thread struct anycov_kcov_task task;
static __thread int task_ready;
static pthread_key_t exit_key;

/* In shared memory: one for each open file. */
static struct anycov_arena *files[MAX_FILES]; /* by descriptor; protected by files_lock */
static pthread_mutex_t files_lock = PTHREAD_MUTEX_INITIALIZER;

static struct anycov_kcov_task *current_task(void)
{
	if (!task_ready) {
		anycov_kcov_task_init(&task, &anycov_self, NULL);
		task_ready = 1;
		pthread_setspecific(exit_key, &task);
	}
	return &task;
}

static struct anycov_arena *file_of(int fd)
{
	struct anycov_arena *f;

	if (fd < 0 || fd >= MAX_FILES)
		return NULL;
	pthread_mutex_lock(&files_lock);
	f = files[fd];
	pthread_mutex_unlock(&files_lock);
	return f;
}

static long set_errno(long r);

/* Makes `to` another descriptor of the same open file; each descriptor is a reference. */
static int follow_dup(int from, int to)
{
	struct anycov_arena *f = file_of(from);
	struct anycov_kcov *old = NULL;

	if (to < 0)
		return to;
	if (f && to >= MAX_FILES) {
		syscall(SYS_close, to);
		return (int)set_errno(-EMFILE);
	}
	if (to < MAX_FILES && from != to) {
		pthread_mutex_lock(&files_lock);
		if (files[to])
			old = files[to]->k;
		files[to] = f;
		if (f)
			anycov_kcov_get(f->k);
		pthread_mutex_unlock(&files_lock);
	}
	if (old)
		anycov_kcov_release(old);
	return to;
}

SHIM_PUBLIC int dup(int fd)
{
	return follow_dup(fd, (int)syscall(SYS_dup, fd));
}

SHIM_PUBLIC int dup3(int from, int to, int flags)
{
	return follow_dup(from, (int)syscall(SYS_dup3, from, to, flags));
}

SHIM_PUBLIC int dup2(int from, int to)
{
	if (from != to)
		return dup3(from, to, 0);
	return syscall(SYS_fcntl, from, F_GETFD) < 0 ? -1 : to;
}

#define FCNTL(name)                                                                                \
	SHIM_PUBLIC int name(int fd, int cmd, ...)                                                 \
	{                                                                                          \
		va_list ap_;                                                                       \
		uintptr_t arg_;                                                                    \
		int r_;                                                                            \
                                                                                                   \
		va_start(ap_, cmd);                                                                \
		arg_ = va_arg(ap_, uintptr_t);                                                     \
		va_end(ap_);                                                                       \
		r_ = (int)syscall(SYS_fcntl, fd, cmd, arg_);                                       \
		return cmd == F_DUPFD || cmd == F_DUPFD_CLOEXEC ? follow_dup(fd, r_) : r_;         \
	}

FCNTL(fcntl)
FCNTL(fcntl64)

static long set_errno(long r)
{
	if (r >= 0)
		return r;
	errno = (int)-r;
	return -1;
}

/* Selects the arena of a descriptor for its requests; without an address, anonymous memory. */
static void allocate_from(struct anycov_arena *f, int fd)
{
	anycov_arena_use(f && f->at ? f : NULL, fd);
}

static int open_kcov(int flags)
{
	/* A memfd reserves the number and contains the memory. */
	int fd = (int)syscall(SYS_memfd_create, "kcov", flags & O_CLOEXEC ? 1 : 0);
	struct anycov_kcov *k;
	struct anycov_arena *f;
	int err = 0;

	if (fd < 0)
		return -1;
	f = fd < MAX_FILES ? anycov_arena_new(fd) : NULL;
	if (!f)
		f = anycov_port_alloc(sizeof(*f));
	allocate_from(f, fd);
	if (fd >= MAX_FILES)
		err = -EMFILE;
	else
		err = f ? anycov_kcov_open(&k) : -ENOMEM;
	allocate_from(NULL, -1);
	if (err) {
		syscall(SYS_close, fd);
		return (int)set_errno(err);
	}
	f->k = k;
	pthread_mutex_lock(&files_lock);
	files[fd] = f;
	pthread_mutex_unlock(&files_lock);
	return fd;
}

static int open_any(int dir, const char *path, int flags, mode_t mode)
{
	if (path && !strcmp(path, KCOV_PATH))
		return open_kcov(flags);
	dir = (int)syscall(SYS_openat, dir, path, flags, mode);
	shim_drain();
	return dir;
}

#define MODE_ARGUMENT(mode, flags)                                                                 \
	mode_t mode = 0;                                                                           \
	if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                   \
		va_list ap_;                                                                       \
		va_start(ap_, flags);                                                              \
		mode = (mode_t)va_arg(ap_, int);                                                   \
		va_end(ap_);                                                                       \
	}

SHIM_PUBLIC int open(const char *path, int flags, ...)
{
	MODE_ARGUMENT(mode, flags)
	return open_any(AT_FDCWD, path, flags, mode);
}

SHIM_PUBLIC int open64(const char *path, int flags, ...)
{
	MODE_ARGUMENT(mode, flags)
	return open_any(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

SHIM_PUBLIC int openat(int dir, const char *path, int flags, ...)
{
	MODE_ARGUMENT(mode, flags)
	return open_any(dir, path, flags, mode);
}

SHIM_PUBLIC int openat64(int dir, const char *path, int flags, ...)
{
	MODE_ARGUMENT(mode, flags)
	return open_any(dir, path, flags | O_LARGEFILE, mode);
}

/* Called by programs compiled with _FORTIFY_SOURCE. */
SHIM_PUBLIC int __open_2(const char *path, int flags);
SHIM_PUBLIC int __open_2(const char *path, int flags)
{
	return open_any(AT_FDCWD, path, flags, 0);
}

SHIM_PUBLIC int __open64_2(const char *path, int flags);
SHIM_PUBLIC int __open64_2(const char *path, int flags)
{
	return open_any(AT_FDCWD, path, flags | O_LARGEFILE, 0);
}

SHIM_PUBLIC int close(int fd)
{
	struct anycov_arena *f = NULL;

	if (fd >= 0 && fd < MAX_FILES) {
		pthread_mutex_lock(&files_lock);
		f = files[fd];
		files[fd] = NULL;
		pthread_mutex_unlock(&files_lock);
	}
	if (f)
		anycov_kcov_release(f->k);
	fd = (int)syscall(SYS_close, fd);
	shim_drain();
	return fd;
}

/* Disables tracing on behalf of a task that died. */
static void disable_dead_owner(struct anycov_arena *f)
{
	struct anycov_ctx ctx = { 0 };
	struct anycov_kcov_task dead;

	anycov_kcov_task_init(&dead, &ctx, NULL);
	anycov_port_lock(&f->k->lock);
	if (f->k->state == ANYCOV_KCOV_TRACING) {
		anycov_kcov_disable(f->k, &dead);
		anycov_port_unlock(&f->k->lock);
		anycov_kcov_put(f->k);
	} else {
		anycov_port_unlock(&f->k->lock);
	}
	f->owner = 0;
}

/* Detects that the tracing child was killed. */
static void check_owner(struct anycov_arena *f)
{
	if (f->owner && f->owner != getpid() && kill(f->owner, 0) && errno == ESRCH)
		disable_dead_owner(f);
}

static long ioctl_kcov(int fd, struct anycov_arena *f, unsigned cmd, uintptr_t arg)
{
	int starts = cmd == KCOV_ENABLE || cmd == KCOV_UNIQUE_ENABLE || cmd == KCOV_REMOTE_ENABLE;
	int saved = errno;
	long r;

	if (starts)
		check_owner(f);
	if (cmd == KCOV_DISABLE)
		shim_drain();
	allocate_from(cmd == KCOV_INIT_TRACE ? f : NULL, fd);
	r = anycov_kcov_ioctl(f->k, current_task(), cmd, arg);
	if (starts && !r) {
		f->owner = getpid();
		f->thread = (pid_t)syscall(SYS_gettid);
	}
	/* Counts from before belong to no trace. */
	if ((starts || cmd == KCOV_RESET_TRACE) && !r)
		anycov_counters_clear();
	if (cmd == KCOV_INIT_TRACE && !r)
		shim_write_table();
	/* Allocate now, so that children inherit it: what a child maps is private to it. */
	if (cmd == KCOV_INIT_TRACE && !r)
		r = anycov_kcov_alloc_for_mode(f->k, ANYCOV_M_UNIQ_BOTH);
	allocate_from(NULL, -1);
	errno = saved;
	return set_errno(r);
}

SHIM_PUBLIC int ioctl(int fd, unsigned long cmd, ...)
{
	struct anycov_arena *f = file_of(fd);
	va_list ap;
	uintptr_t arg;

	va_start(ap, cmd);
	arg = va_arg(ap, uintptr_t);
	va_end(ap);
	if (f)
		return (int)ioctl_kcov(fd, f, (unsigned)cmd, arg);
	fd = (int)syscall(SYS_ioctl, fd, cmd, arg);
	shim_drain();
	return fd;
}

/*
 * Maps the same shared pages again: the client may unmap its mapping at any time, even while
 * hooks write.
 */
static void *mmap_kcov(struct anycov_arena *f, void *addr, size_t length, int prot, int flags,
		       off_t offset)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t rounded = (length + page - 1) / page * page;
	void *memory, *p;
	int err = anycov_kcov_mmap(f->k, (uint64_t)offset, rounded, &memory);

	if (err) {
		errno = -err;
		return MAP_FAILED;
	}
	if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
		p = mremap(memory, 0, rounded, MREMAP_MAYMOVE | MREMAP_FIXED, addr);
	else
		p = mremap(memory, 0, rounded, MREMAP_MAYMOVE);
	if (p != MAP_FAILED && prot != (PROT_READ | PROT_WRITE))
		mprotect(p, rounded, prot);
	return p;
}

SHIM_PUBLIC void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
{
	struct anycov_arena *f = flags & MAP_ANONYMOUS ? NULL : file_of(fd);

	if (f)
		return mmap_kcov(f, addr, length, prot, flags, offset);
	return (void *)syscall(SYS_mmap, addr, length, prot, flags, fd, offset);
}

SHIM_PUBLIC void *mmap64(void *addr, size_t length, int prot, int flags, int fd, off64_t offset)
{
	return mmap(addr, length, prot, flags, fd, (off_t)offset);
}

SHIM_PUBLIC uint64_t kcov_common_handle(void);
SHIM_PUBLIC uint64_t kcov_common_handle(void)
{
	return anycov_common_handle(current_task(), ANYCOV_IN_TASK);
}

SHIM_PUBLIC void kcov_remote_start(uint64_t handle);
SHIM_PUBLIC void kcov_remote_start(uint64_t handle)
{
	anycov_remote_start(current_task(), ANYCOV_IN_TASK, handle);
}

SHIM_PUBLIC void kcov_remote_stop(void);
SHIM_PUBLIC void kcov_remote_stop(void)
{
	anycov_remote_stop(current_task(), ANYCOV_IN_TASK);
}

static void thread_exits(void *t)
{
	shim_drain();
	anycov_kcov_task_exit(t);
}

/* The child's copy of each descriptor is a reference; the child traces nothing. */
static void fork_child(void)
{
	struct anycov_kcov_task parent = task;
	int fd;

	for (fd = 0; fd < MAX_FILES; fd++)
		if (files[fd])
			anycov_kcov_get(files[fd]->k);
	if (task_ready)
		anycov_kcov_task_init(&task, &anycov_self, &parent);
}

static void fork_prepare(void)
{
	pthread_mutex_lock(&files_lock);
	anycov_counters_fork_lock(1);
}

static void fork_done(void)
{
	anycov_counters_fork_lock(0);
	pthread_mutex_unlock(&files_lock);
}

static void fork_child_done(void)
{
	fork_child();
	anycov_counters_fork_lock(0);
	pthread_mutex_unlock(&files_lock);
}

/* Returns the arena of another descriptor of the same open file, if already known. */
static struct anycov_arena *same_file(int fd)
{
	struct stat a, b;
	int i;

	for (i = 0; i < MAX_FILES; i++)
		if (files[i] && i != fd && !fstat(fd, &a) && !fstat(i, &b) &&
		    a.st_ino == b.st_ino && a.st_dev == b.st_dev)
			return files[i];
	return NULL;
}

/*
 * Adopts a descriptor from before an exec().  The references of the process are still counted.
 * The thread that called exec() continues tracing; other threads are gone.
 */
static void adopt(int fd)
{
	struct anycov_arena *f = same_file(fd);

	if (!f) {
		f = anycov_arena_old(fd);
		if (f && f->owner == getpid() && f->k->state == ANYCOV_KCOV_TRACING) {
			if (f->thread == f->owner && !f->k->remote)
				anycov_kcov_resume(f->k, current_task());
			else
				disable_dead_owner(f);
		}
	}
	files[fd] = f;
}

static void adopt_all(void)
{
	static const char name[] = "/memfd:kcov ";
	DIR *d = opendir("/proc/self/fd");
	char link[sizeof(name)];
	struct dirent *e;

	while (d && (e = readdir(d))) {
		int fd = (int)strtol(e->d_name, NULL, 10);

		if (e->d_name[0] != '.' && fd < MAX_FILES &&
		    readlinkat(dirfd(d), e->d_name, link, sizeof(link)) == (ssize_t)sizeof(link) &&
		    !memcmp(link, name, sizeof(name) - 1))
			adopt(fd);
	}
	if (d)
		closedir(d);
}

__attribute__((constructor(101))) static void begin(void)
{
	pthread_key_create(&exit_key, thread_exits);
	pthread_atfork(fork_prepare, fork_done, fork_child_done);
	adopt_all();
}

__attribute__((destructor(101))) static void end(void)
{
	shim_drain();
	if (task_ready)
		anycov_kcov_task_exit(&task);
}

SHIM_PUBLIC __attribute__((noreturn)) void _exit(int status)
{
	end();
	for (;;)
		syscall(SYS_exit_group, status);
}

SHIM_PUBLIC __attribute__((noreturn)) void _Exit(int status)
{
	_exit(status);
}
