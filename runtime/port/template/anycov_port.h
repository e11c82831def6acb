/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A port to copy: put your copy of this directory first on the include path, compile the
 * hook_*.c files with it and write one port.c (the one here shows its structure).
 *
 * This port records into a single context that belongs to no thread or task: enough for one
 * processor without threads.
 */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

/* The context of this port.  Kernels have one in each task. */
extern struct anycov_ctx anycov_template_ctx;

/*
 * 1. Which context records?  Returns the context if its mode is mode, else NULL.
 *
 * Runs at every basic block of the program: in early boot, in interrupts, in panics.  It must
 * not access memory that may not be mapped yet, must not call anything that is instrumented,
 * and must return at once if nothing records.
 */
static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx(int mode)
{
	return anycov_template_ctx.mode == mode ? &anycov_template_ctx : NULL;
}

/* The same for modes above mode; called if the first returned NULL. */
static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx_above(int mode)
{
	return anycov_template_ctx.mode > mode ? &anycov_template_ctx : NULL;
}

/*
 * 2. Which slot?  ANYCOV_CLAIM_SINGLE, _IRQMASK, _CAS or _LLSC, see claim.h.  IRQMASK needs
 * anycov_port_irq_t, anycov_port_irq_save() and anycov_port_irq_restore().
 */
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_SINGLE

/*
 * 3. What is a PC?  pc.h has a function for each architecture.  Define ANYCOV_PORT_PC(ra) if
 * the image does not run at its link address (subtract the offset).
 */

/* 4. 1: also serve the unique modes (link unique_slow.c). */
#define ANYCOV_PORT_UNIQUE_MODES 0

#endif
