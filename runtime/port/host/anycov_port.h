/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Hosts: one context per thread, in thread-local storage that is there before
 * the first instruction of a thread runs and zero (off) until a buffer is
 * attached.  A signal handler records into the thread it interrupts, as an
 * interrupt does on a kernel's task.
 */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

#define ANYCOV_PORT_LEAN_WHOLE 1 /* hook_lean.S calls more.c itself */

#ifdef __ASSEMBLER__
#define ANYCOV_PORT_LEAN_CTX anycov_self
#define ANYCOV_PORT_LEAN_TLS 1
#define ANYCOV_PORT_LEAN_PC ANYCOV_LEAN_M_PC
#else
#include <sys/auxv.h>

/* initial-exec: reached by one load and never by a call. */
extern __thread struct anycov_ctx anycov_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));


static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx(int mode)
{
	struct anycov_ctx *ctx = &anycov_self;

	return ctx->mode == mode ? ctx : NULL;
}

static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx_above(int mode)
{
	struct anycov_ctx *ctx = &anycov_self;

	return ctx->mode > mode ? ctx : NULL;
}

#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_SINGLE

/* Executables lie lowest, and begin with their program headers. */
#define ANYCOV_PORT_LOWEST_PC() getauxval(AT_PHDR)
#endif /* __ASSEMBLER__ */

#ifndef ANYCOV_PORT_MORE
#define ANYCOV_PORT_MORE 0
#endif

#endif
