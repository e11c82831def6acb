/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The environment variables, and the dump of all threads and loaded images at exit.
 *
 * File: ANYCOV_OUT.  The first process that starts with it stores its ID in the environment
 * (ANYCOV_OWNER=PID); every other process, forked or executed, appends .PID, so that none
 * overwrites the records of another one.  A process that calls exec() first writes
 * FILE.PID.exec (.exec2, ...).
 *
 * %p in ANYCOV_OUT is the process ID, %t the time at which the process began to record, %% a
 * percent sign.  With %t no two processes have one name, so nothing is appended: process IDs
 * are used again, times are not.
 *
 * Written at exit, _exit, quick_exit, before exec, and on a fatal signal whose action is the
 * default.  A killed process (SIGKILL) writes nothing.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "port.h"
#include "anycov/dump.h"

#define DEFAULT_WORDS ((size_t)1 << 20)

struct host_config host_config;
static pthread_once_t setup_once = PTHREAD_ONCE_INIT;
static char out_pattern[HOST_PATH_MAX]; /* with %t, which forked processes expand again */
static int out_written;                 /* A the dump of ANYCOV_OUT was written */
static char exec_file[HOST_PATH_MAX];   /* of the last exec, to be deleted if it failed */
static struct stat began_in;            /* the directory of a relative name */

void host_warn(const char *what, const char *value)
{
	char line[HOST_PATH_MAX + 200];
	int n = snprintf(line, sizeof(line), "anycov: %s: %s\n", value, what);
	struct host_held_limit limit;

	host_hold_limit(&limit);
	if (n > 0 && write(2, line, (size_t)n < sizeof(line) ? (size_t)n : sizeof(line) - 1) < 0)
		n = 0; /* stderr is closed */
	host_release_limit(&limit);
}

/* Appends text or a number to s, a buffer of HOST_PATH_MAX bytes; async-signal-safe. */
static void append(char *s, const char *text)
{
	size_t n = strlen(s);

	while (*text && n + 1 < HOST_PATH_MAX)
		s[n++] = *text++;
	s[n] = 0;
}

static void append_number(char *s, unsigned long v)
{
	char digits[24];
	char *p = digits + sizeof(digits);

	*--p = 0;
	do
		*--p = (char)('0' + v % 10);
	while (v /= 10);
	append(s, p);
}

static struct timespec read_clock(void)
{
	struct timespec now = { 0, 0 };

	clock_gettime(CLOCK_REALTIME, &now);
	return now;
}

static void append_time(char *s)
{
	struct timespec now = read_clock();

	append_number(s, (unsigned long)now.tv_sec);
	append(s, "_");
	append_number(s, (unsigned long)now.tv_nsec);
}

static void expand_pattern(char *out, const char *pattern)
{
	char one[2] = "";

	out[0] = 0;
	for (; *pattern; pattern++) {
		char letter = *pattern == '%' ? pattern[1] : 0;

		if (letter == 'p') {
			append_number(out, (unsigned long)getpid());
		} else if (letter == 't') {
			append_time(out);
		} else {
			one[0] = *pattern;
			append(out, one);
			letter = letter == '%' ? letter : 0;
		}
		pattern += letter != 0;
	}
}

static int has_pattern(const char *out, char letter)
{
	for (; *out; out++)
		if (*out == '%' && *++out == letter)
			return 1;
		else if (!*out)
			break;
	return 0;
}

/* A device, pipe or symbolic link is written in place: as root, rename() would replace /dev/null.
 */
static int is_special(const char *path)
{
	struct stat st;

	return !lstat(path, &st) && !S_ISREG(st.st_mode);
}

/* exit may follow chdir() */
static void make_absolute(char *out)
{
	char path[HOST_PATH_MAX];

	if (*out == '/' || stat(".", &began_in) || !getcwd(path, sizeof(path)) || *path != '/' ||
	    strlen(path) + strlen(out) + 66 >= sizeof(path))
		return;
	append(path, "/");
	append(path, out);
	strcpy(out, path);
}

static void read_out(void)
{
	const char *out = getenv("ANYCOV_OUT");
	const char *owner = getenv("ANYCOV_OWNER");
	char self[24] = "";
	unsigned long copies;

	if (!out || !*out)
		return;
	if (strlen(out) + 96 > sizeof(host_config.out)) {
		host_warn("is too long; nothing is recorded, choose a shorter path", "ANYCOV_OUT");
		return;
	}
	append_number(self, (unsigned long)host_config.pid);
	expand_pattern(host_config.out, out);
	/* The program may change its environment before it forks. */
	if (has_pattern(out, 't') && out[0] == '/')
		strcpy(out_pattern, out);
	if (!owner)
		setenv("ANYCOV_OWNER", self, 1);
	if (owner && strcmp(owner, self) && !has_pattern(out, 'p') && !has_pattern(out, 't') &&
	    !is_special(host_config.out)) {
		append(host_config.out, ".");
		append(host_config.out, self);
	}
	/* A copy of this runtime in a library: with %t its file has a name of its own. */
	if (!has_pattern(out, 't') && !is_special(host_config.out) &&
	    (copies = host_count_copies())) {
		append(host_config.out, ".");
		append(host_config.out, self);
		append(host_config.out, ".");
		append_number(host_config.out, copies + 1);
	}
	make_absolute(host_config.out);
}

static const struct {
	const char *name;
	unsigned mode;
} modes[] = {
#define ANYCOV_MODE(name, number, tag, tag2, words) { name, number },
#include "anycov/modes.def"
};

static void read_environment(void)
{
	const char *mode = getenv("ANYCOV_MODE");
	const char *size = getenv("ANYCOV_SIZE");
	size_t i;

	host_config.words = 0;
	host_config.mode = KCOV_TRACE_PC;
	if (size && *size) {
		char *end;
		unsigned long long n = strtoull(size, &end, 0);

		if (*end || *size == '-' || n < 8 || n > SIZE_MAX / 2 / sizeof(anycov_word))
			host_warn("ANYCOV_SIZE is not a number of words (8 or more); using the "
				  "default",
				  size);
		else
			host_config.words = (size_t)n;
	}
	read_out();
	/* What anycov run sets: which code ran, each PC once. */
	if (mode && !strcmp(mode, "set")) {
		host_config.mode = ANYCOV_PORT_UNIQUE_MODES ? KCOV_TRACE_UNIQ_PC : KCOV_TRACE_PC;
		return;
	}
	for (i = 0; mode && *mode && i < sizeof(modes) / sizeof(modes[0]); i++)
		if (!strcmp(mode, modes[i].name) &&
		    (ANYCOV_PORT_UNIQUE_MODES || modes[i].mode <= KCOV_TRACE_CMP)) {
			host_config.mode = modes[i].mode;
			return;
		}
	if (!mode || !*mode)
		return;
	if (host_config.out[0] && !strncmp(mode, "uniq-", 5) && !ANYCOV_PORT_UNIQUE_MODES)
		host_warn("ANYCOV_MODE needs the unique modes; nothing is recorded, link with "
			  "$(anycov flags --cc CC --for trace --link)",
			  mode);
	else if (host_config.out[0])
		host_warn("ANYCOV_MODE is not a known mode; nothing is recorded", mode);
	host_config.out[0] = 0;
}

static int add_code(struct dl_phdr_info *info, size_t size, void *arg)
{
	size_t *bytes = arg;
	int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && (info->dlpi_phdr[i].p_flags & PF_X))
			*bytes += info->dlpi_phdr[i].p_memsz;
	return 0;
}

/*
 * The size of a thread's buffer.  A set has no more PCs than the code has calls, which take at
 * least four bytes: it never overflows unless a large library is loaded later.
 */
static size_t default_words(void)
{
	size_t words = DEFAULT_WORDS, code = 0;

	if (host_config.mode & (KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE)) {
		dl_iterate_phdr(add_code, &code);
		code /= host_config.mode & KCOV_TRACE_UNIQ_EDGE ? 1 : 4;
	}
	return words > code ? words : code;
}

static int write_fd(void *arg, const void *data, size_t n)
{
	const char *p = data;

	while (n) {
		ssize_t k = write(*(int *)arg, p, n);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return ANYCOV_EIO;
		p += k;
		n -= (size_t)k;
	}
	return 0;
}

HOST_PUBLIC int anycov_dump(anycov_sink *sink, void *arg)
{
	struct anycov_dump d;
	struct host_thread *t;
	int mode = anycov_self.mode;

	ANYCOV_WRITE(anycov_self.mode, ANYCOV_M_OFF);
	anycov_barrier();
	anycov_dump_begin(&d, sink, arg, sizeof(anycov_word), 0);
	host_dump_modules(&d);
	for (t = __atomic_load_n(&host_threads, __ATOMIC_ACQUIRE); t; t = t->next) {
		if (t->forgotten)
			continue;
		d.context_flags = t->from_start ? ANYCOV_DUMP_C_FROM_START
				  : t->forked   ? ANYCOV_DUMP_C_FORKED
						: 0;
		anycov_dump_ctx(&d, __atomic_load_n(&t->ctx, __ATOMIC_ACQUIRE), t->tid);
	}
	anycov_dump_end(&d);
	anycov_barrier();
	ANYCOV_WRITE(anycov_self.mode, mode);
	return d.error;
}

static void name_temporary(char *tmp, const char *path)
{
	tmp[0] = 0;
	append(tmp, path);
	append(tmp, ".");
	append_number(tmp, (unsigned long)getpid());
	append(tmp, ".tmp");
}

static int write_file(const char *path)
{
	struct host_held_limit limit;
	char tmp[HOST_PATH_MAX];
	int fd, err, in_place = is_special(path);

	if (in_place)
		strcpy(tmp, path);
	else
		name_temporary(tmp, path);
	fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return ANYCOV_EIO;
	host_hold_limit(&limit);
	err = anycov_dump(write_fd, &fd);
	host_release_limit(&limit);
	if (close(fd) && !err)
		err = ANYCOV_EIO;
	if (in_place)
		return err;
	if (!err && rename(tmp, path))
		err = ANYCOV_EIO;
	if (err)
		unlink(tmp);
	return err;
}

HOST_PUBLIC int anycov_dump_file(const char *path)
{
	host_setup();
	return write_file(path);
}

/* Returns whether a relative name is one of another directory now, and says so. */
static int is_lost(void)
{
	struct stat now;

	if (host_config.out[0] == '/' ||
	    (!stat(".", &now) && now.st_dev == began_in.st_dev && now.st_ino == began_in.st_ino))
		return 0;
	host_warn("the coverage dump is not written, for the program left the directory it began "
		  "in, whose name is too long or gone; make ANYCOV_OUT an absolute path",
		  host_config.out);
	return 1;
}

void host_write_out(void)
{
	int saved = errno;

	if (host_config.out[0] && host_is_process() &&
	    !__atomic_exchange_n(&out_written, 1, __ATOMIC_ACQ_REL) && !is_lost() &&
	    write_file(host_config.out))
		host_warn("cannot write the coverage dump; check that its directory exists and is "
			  "writable",
			  host_config.out);
	errno = saved;
}

int host_write_before_exec(void)
{
	unsigned long i;

	if (!host_config.out[0] || !host_is_process())
		return 0;
	exec_file[0] = 0;
	if (is_lost())
		return 0;
	if (is_special(host_config.out))
		return !write_file(host_config.out);
	for (i = 1; i < 1000; i++) {
		exec_file[0] = 0;
		append(exec_file, host_config.out);
		append(exec_file, ".");
		append_number(exec_file, (unsigned long)host_config.pid);
		append(exec_file, ".exec");
		if (i > 1)
			append_number(exec_file, i);
		if (!access(exec_file, F_OK))
			continue;
		return !write_file(exec_file);
	}
	return 0;
}

void host_undo_before_exec(void)
{
	if (exec_file[0])
		unlink(exec_file);
}

static const int fatal_signals[] = { SIGABRT, SIGSEGV, SIGBUS, SIGILL,  SIGFPE,  SIGTRAP, SIGSYS,
				     SIGTERM, SIGINT,  SIGHUP, SIGALRM, SIGQUIT, SIGXCPU };

/* Installed with SA_RESETHAND: raising the signal again has its default effect. */
static void fatal(int sig)
{
	sigset_t set;

	host_write_all();
	sigemptyset(&set);
	sigaddset(&set, sig);
	raise(sig);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void catch_signals(void)
{
	static int caught;
	size_t i;

	if (__atomic_exchange_n(&caught, 1, __ATOMIC_ACQ_REL))
		return;
	for (i = 0; i < sizeof(fatal_signals) / sizeof(fatal_signals[0]); i++) {
		struct sigaction old, sa;

		if (sigaction(fatal_signals[i], NULL, &old) || old.sa_handler != SIG_DFL ||
		    (old.sa_flags & SA_SIGINFO))
			continue;
		memset(&sa, 0, sizeof(sa));
		sa.sa_handler = fatal;
		sa.sa_flags = (int)SA_RESETHAND | SA_ONSTACK;
		sigaction(fatal_signals[i], &sa, NULL);
	}
}

/* Of a library that is unloaded: its handlers are gone. */
static void release_signals(void)
{
	size_t i;

	for (i = 0; i < sizeof(fatal_signals) / sizeof(fatal_signals[0]); i++) {
		struct sigaction old;

		if (!sigaction(fatal_signals[i], NULL, &old) && old.sa_handler == fatal)
			signal(fatal_signals[i], SIG_DFL);
	}
}

static void quick_exit_ends(void)
{
	host_write_all();
}

/* A page that the kernel clears in a child, unless it shares the parent's memory. */
static volatile char *own_memory;

static void watch_memory(void)
{
#ifdef MADV_WIPEONFORK
	size_t bytes = (size_t)sysconf(_SC_PAGESIZE);
	void *page = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return;
	if (madvise(page, bytes, MADV_WIPEONFORK)) { /* before Linux 4.14 */
		munmap(page, bytes);
		return;
	}
	own_memory = page;
	*own_memory = 1;
#endif
}

static void begin_child(void)
{
	host_config.pid = getpid();
	if (own_memory)
		*own_memory = 1;
	if (!host_config.out[0])
		return;
	__atomic_store_n(&out_written, 0, __ATOMIC_RELEASE);
	if (out_pattern[0]) {
		expand_pattern(host_config.out, out_pattern);
		return;
	}
	append(host_config.out, ".");
	append_number(host_config.out, (unsigned long)host_config.pid);
}

static void fork_child(void)
{
	host_fork_child();
	begin_child();
}

int host_is_process(void)
{
	if (getpid() == host_config.pid)
		return 1;
	if (!own_memory || *own_memory)
		return 0;
	host_forget_threads();
	begin_child();
	return 1;
}

static void setup(void)
{
	host_config.pid = getpid();
	pthread_atfork(NULL, NULL, fork_child);
	host_interpose();
	/* Nothing calls the hooks of this copy: it writes no dump. */
	if (anycov_runtime_copy() != &anycov_host_copy)
		return;
	read_environment();
	if (!host_config.words)
		host_config.words = default_words();
	if (!host_config.out[0])
		return;
	__atomic_store_n(&anycov_host_copy.records, 1, __ATOMIC_RELEASE);
	watch_memory();
	(void)at_quick_exit(quick_exit_ends); /* without it exit() still writes */
}

void host_setup(void)
{
	pthread_once(&setup_once, setup);
}

int anycov_runtime_begin(void)
{
	static int begun;

	host_setup();
	if (!__atomic_exchange_n(&begun, 1, __ATOMIC_ACQ_REL))
		host_thread_begin();
	/* Also for a library that is loaded later. */
	if (host_config.out[0])
		catch_signals();
	return host_config.out[0] != 0;
}

/* Links begin.o. */
__attribute__((used)) static const char *const begin_object = &host_begin_object;

/* After other destructors. */
__attribute__((destructor(101))) static void end(void)
{
	host_write_out();
	__atomic_store_n(&anycov_host_copy.records, 0, __ATOMIC_RELEASE);
	release_signals();
	host_interpose_end();
}
