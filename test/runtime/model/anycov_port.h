/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A port for tests: the test selects the current context. */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

extern __thread struct anycov_ctx *test_ctx;

static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx(int mode)
{
	return test_ctx->mode == mode ? test_ctx : NULL;
}

static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx_above(int mode)
{
	return test_ctx->mode > mode ? test_ctx : NULL;
}

/* The return address of the hook, as passed by a test. */
extern __thread uintptr_t test_pc;
#define ANYCOV_PORT_PC(ra) ((void)(ra), test_pc)

#ifndef ANYCOV_PORT_CLAIM
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_SINGLE
#endif
#define ANYCOV_PORT_UNIQUE_MODES 1
#define ANYCOV_PORT_LOWEST_PC() 0x10000

#endif
