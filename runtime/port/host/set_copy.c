/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The end of a process, and copying then where the section is not the file: its pages are not
 * its own, or the filesystem's shared mappings are not coherent.  Also at a fatal signal that
 * the program does not handle itself.  SIGKILL, _exit() and exec lose such a process's flags;
 * n_started and n_ended show it.
 */
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include "set.h"

#define LOCK_TRIES 1000
#define LOCK_WAIT 1000000 /* ns */

/* The kernel's struct, not the C library's. */
struct kernel_sigaction {
	void (*handler)(int, siginfo_t *, void *);
	unsigned long flags;
#ifndef __riscv
	void (*restorer)(void);
#endif
	uint64_t mask;
};
#define KERNEL_SA_RESTORER 0x04000000ul

#ifdef __x86_64__
__asm__(".pushsection .text\n"
	".hidden set_restore_signal\n.globl set_restore_signal\n"
	".type set_restore_signal,@function\n"
	"\tnop\n" /* unwinders look up the address before */
	"set_restore_signal:\n"
	"\tmovq $15,%rax\n\tsyscall\n" /* rt_sigreturn, in the form that unwinders know */
	".size set_restore_signal,.-set_restore_signal\n"
	".popsection");
extern void set_restore_signal(void) __attribute__((visibility("hidden")));
#define RESTORE_SIGNAL set_restore_signal
#define RESTORE_FLAG KERNEL_SA_RESTORER
#else
#define RESTORE_SIGNAL NULL
#define RESTORE_FLAG 0
#endif

static const int fatal_signals[] = { SIGABRT, SIGSEGV, SIGBUS, SIGILL,  SIGFPE,  SIGTRAP, SIGSYS,
				     SIGTERM, SIGINT,  SIGHUP, SIGALRM, SIGQUIT, SIGXCPU };
#define N_FATAL (sizeof(fatal_signals) / sizeof(fatal_signals[0]))

/* Owner of the handlers: an image has one state. */
static struct set_state *handled;

static int lock_file(int fd)
{
	struct flock lock = { .l_type = F_WRLCK };
	const struct timespec wait = { 0, LOCK_WAIT };
	int i;

	for (i = 0; i < LOCK_TRIES; i++) {
		long err = SET_SYS3(SYS_fcntl, fd, F_OFD_SETLK, &lock);

		if (err != -EAGAIN && err != -EACCES)
			return (int)err;
		SET_SYS2(SYS_nanosleep, &wait, NULL);
	}
	return -EAGAIN;
}

/* Adds hits to a file that is not mapped. */
static int merge_into(int fd, const struct set_state *s, uint64_t at)
{
	unsigned char part[256];
	size_t from, n, i, j;
	int err = 0;

	for (from = 0; from < s->n && !err; from += n) {
		n = s->n - from < sizeof(part) ? s->n - from : sizeof(part);
		err = set_pread(fd, part, n, at + from);
		for (i = 0; i < n && !err; i = j + 1) {
			/* Each run of bytes that this process alone has hit. */
			for (j = i;
			     j < n && part[j] == SET_START && s->flags[from + j] != SET_START;)
				part[j++] = SET_HIT;
			if (j > i)
				err = set_pwrite(fd, part + i, j - i, at + from + i);
		}
	}
	return err;
}

int set_copy_later(struct set_state *s, const struct set_add *add)
{
	char name[SET_NAME_MAX + 1] = "";
	struct anycov_flags_head head;
	int dir = set_open_directory(s->later->directory, 0), fd, err, locked;

	if (dir < 0)
		return dir;
	set_append(name, sizeof(name), s->later->file);
	set_append(name, sizeof(name), ANYCOV_FLAGS_FILE_END);
	fd = set_open(dir, name, O_RDWR | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0);
	set_close(dir);
	if (fd < 0)
		return fd;
	locked = !lock_file(fd);
	err = set_pread(fd, &head, sizeof(head), 0);
	if (!err && (head.magic != ANYCOV_FLAGS_MAGIC || head.version != ANYCOV_FLAGS_VERSION ||
		     head.n_flags != s->n))
		err = -EBADMSG;
	if (!err && set_is_over_limit(set_file_bytes(&head)))
		err = -EFBIG;
	if (!err)
		err = merge_into(fd, s, head.at_flags);
	/* Without a lock a count of another process could be lost. */
	if (!err && locked) {
		head.n_started += add->started;
		head.n_ended += add->ended;
		head.n_ended_cut += add->cut;
		head.how |= add->how;
		err = set_pwrite(fd, &head, sizeof(head), 0);
	}
	set_close(fd);
	return err;
}

static void count(const struct set_state *s, const struct set_add *add)
{
	struct anycov_flags_head *head = s->head;

	/* After the table of cuts: a process that is killed before is not seen to end. */
	__atomic_fetch_add(&head->n_ended_cut, add->cut, __ATOMIC_RELEASE);
	__atomic_fetch_add(&head->n_ended, add->ended, __ATOMIC_RELEASE);
	if (~__atomic_load_n(&head->how, __ATOMIC_RELAXED) & add->how)
		__atomic_fetch_or(&head->how, add->how, __ATOMIC_RELAXED);
}

void set_end(struct set_state *s, uint32_t how)
{
	static const struct set_add nothing;
	struct set_add end = { .ended = 1, .cut = 1, .how = how };
	/* A child that began without our knowledge is not counted, and vfork()'s is no end. */
	int is_counted = s->pid && s->pid == set_pid();

	if (is_counted)
		s->pid = 0;
	/* A signal ended it between any two instructions. */
	if (is_counted && !(how & ANYCOV_FLAGS_SIGNAL))
		end.cut = !!set_record_cuts(s);
	if (s->copy)
		set_merge(s->copy, s->flags, s->n);
	if (s->head && is_counted)
		count(s, &end);
	else if (s->later)
		set_copy_later(s, is_counted ? &end : &nothing);
}

/* The action is the default one again: a fault repeats, another signal is sent again. */
static void fatal(int sig, siginfo_t *info, void *context)
{
	(void)context;
	set_end(handled, ANYCOV_FLAGS_SIGNAL);
	if (info->si_code <= 0 ||
	    (sig != SIGSEGV && sig != SIGBUS && sig != SIGILL && sig != SIGFPE))
		SET_SYS3(SYS_tgkill, set_pid(), SET_SYS1(SYS_gettid, 0), sig);
}

static long sigaction_of(int sig, const struct kernel_sigaction *new, struct kernel_sigaction *old)
{
	return SET_SYS4(SYS_rt_sigaction, sig, new, old, sizeof(new->mask));
}

void set_catch_signals(struct set_state *s)
{
	const struct kernel_sigaction catch = {
		.handler = fatal,
		.flags = SA_SIGINFO | SA_ONSTACK | (unsigned)SA_RESETHAND | RESTORE_FLAG,
#ifndef __riscv
		.restorer = RESTORE_SIGNAL,
#endif
	};
	struct kernel_sigaction old;
	size_t i;

	handled = s;
	for (i = 0; i < N_FATAL; i++)
		if (!sigaction_of(fatal_signals[i], NULL, &old) && !old.handler)
			sigaction_of(fatal_signals[i], &catch, NULL);
}

/* Before the image is unloaded: no signal may run code that is not mapped. */
void set_release_signals(void)
{
	const struct kernel_sigaction none = { .handler = NULL };
	struct kernel_sigaction old;
	size_t i;

	for (i = 0; handled && i < N_FATAL; i++)
		if (!sigaction_of(fatal_signals[i], NULL, &old) && old.handler == fatal)
			sigaction_of(fatal_signals[i], &none, NULL);
	handled = NULL;
}
