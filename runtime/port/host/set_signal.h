/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Actions of signals by system calls: the C library's functions may be the program's. */
#ifndef ANYCOV_SET_SIGNAL_H
#define ANYCOV_SET_SIGNAL_H

#include <signal.h>
#include "set_sys.h"

/* The kernel's struct, not the C library's. */
struct set_action {
	void (*handler)(int, siginfo_t *, void *);
	unsigned long flags;
#ifndef __riscv
	void (*restorer)(void);
#endif
	uint64_t mask;
};

#ifdef __x86_64__
/* A symbol of each object of its own. */
__asm__(".pushsection .text\n"
	".type set_restore_signal,@function\n"
	"\tnop\n" /* unwinders look up the address before */
	"set_restore_signal:\n"
	"\tmovq $15,%rax\n\tsyscall\n" /* rt_sigreturn, in the form that unwinders know */
	".size set_restore_signal,.-set_restore_signal\n"
	".popsection");
extern void set_restore_signal(void) __attribute__((visibility("hidden")));
#define SET_RESTORER set_restore_signal
#define SET_RESTORER_FLAG 0x04000000ul /* SA_RESTORER */
#else
#define SET_RESTORER NULL
#define SET_RESTORER_FLAG 0
#endif

static inline long set_sigaction(int sig, const struct set_action *new, struct set_action *old)
{
	return SET_SYS4(SYS_rt_sigaction, sig, new, old, sizeof(new->mask));
}

static inline uint64_t set_signal_bit(int sig)
{
	return (uint64_t)1 << (sig - 1);
}

/* Sends a signal to this thread, as the kernel would. */
static inline void set_raise(int sig)
{
	SET_SYS3(SYS_tgkill, set_pid(), SET_SYS1(SYS_gettid, 0), sig);
}

#endif
