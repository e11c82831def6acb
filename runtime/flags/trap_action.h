/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Actions of signals by system calls: the C library's functions may be the program's. */
#ifndef ANYCOV_FLAGS_TRAP_ACTION_H
#define ANYCOV_FLAGS_TRAP_ACTION_H

#include <signal.h>
#include "flags.h"

/* The kernel's struct, not the C library's. */
struct trap_action {
	void (*handler)(int, siginfo_t *, void *);
	unsigned long flags;
#ifndef __riscv
	void (*restorer)(void);
#endif
	uint64_t mask;
};

/* What the program asked for SIGTRAP; NULL in libraries. */
extern struct trap_action *trap_program_action SHARED(trap_program_action);

#ifdef __x86_64__
/* A symbol of each object of its own. */
__asm__(".pushsection .text\n"
	".type trap_restore_signal,@function\n"
	"\tnop\n" /* unwinders look up the address before */
	"trap_restore_signal:\n"
	"\tmovq $15,%rax\n\tsyscall\n" /* rt_sigreturn, in the form that unwinders know */
	".size trap_restore_signal,.-trap_restore_signal\n"
	".popsection");
extern void trap_restore_signal(void) __attribute__((visibility("hidden")));
#define TRAP_RESTORER trap_restore_signal
#define TRAP_RESTORER_FLAG 0x04000000ul /* SA_RESTORER */
#else
#define TRAP_RESTORER NULL
#define TRAP_RESTORER_FLAG 0
#endif

static inline long sys_sigaction(int sig, const struct trap_action *new, struct trap_action *old)
{
	return SYS4(SYS_rt_sigaction, sig, new, old, sizeof(new->mask));
}

static inline uint64_t signal_bit(int sig)
{
	return (uint64_t)1 << (sig - 1);
}

/* Sends a signal to this thread, as the kernel would. */
static inline void sys_raise(int sig)
{
	SYS3(SYS_tgkill, sys_pid(), SYS1(SYS_gettid, 0), sig);
}

#endif
