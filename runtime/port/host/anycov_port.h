/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Hosts: one context per thread, in thread-local storage that exists before the first
 * instruction of a thread runs and is zero (off) until a buffer is attached.  A signal handler
 * records into the thread that it interrupts, as an interrupt does on a kernel's task.
 */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

#define ANYCOV_PORT_LEAN_ALL_MODES 1 /* hook_lean.S calls unique_slow.c itself */

#ifdef __ASSEMBLER__
#define ANYCOV_PORT_LEAN_CTX anycov_self
#define ANYCOV_PORT_LEAN_TLS 1
#define ANYCOV_PORT_LEAN_PC ANYCOV_LEAN_M_PC
#else
#include <sys/auxv.h>

/* initial-exec: accessed by one load, never by a call. */
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

/* Executables have the lowest addresses and begin with their program headers. */
#define ANYCOV_PORT_LOWEST_PC() getauxval(AT_PHDR)
#endif /* __ASSEMBLER__ */

#ifndef ANYCOV_PORT_UNIQUE_MODES
#define ANYCOV_PORT_UNIQUE_MODES 0
#endif

#endif
