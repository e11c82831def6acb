/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A port to copy: put this folder's copy first on the include path, compile the
 * hook_*.c files against it and write one cold .c (template.c shows its shape).
 *
 * This one records into a single context that belongs to nobody in particular:
 * enough for one processor without threads.
 */
#ifndef ANYCOV_PORT_H
#define ANYCOV_PORT_H

/* The context of this port.  Kernels keep one in each task. */
extern struct anycov_ctx anycov_template_ctx;

/*
 * 1. Who records here?  The context if its mode is mode, else NULL.
 *
 * Runs at every block of the program: in early boot, in interrupts, in panics.
 * It must not touch memory that may not be there yet, must not call anything
 * that is instrumented, and must leave at once when nothing records.
 */
static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx(int mode)
{
	return anycov_template_ctx.mode == mode ? &anycov_template_ctx : NULL;
}

/* The same for a mode greater than this one; asked when the first said NULL. */
static inline __attribute__((always_inline)) struct anycov_ctx *anycov_port_ctx_above(int mode)
{
	return anycov_template_ctx.mode > mode ? &anycov_template_ctx : NULL;
}

/*
 * 2. Which slot?  ANYCOV_CLAIM_SINGLE, _IRQMASK or _CAS, see claim.h.  IRQMASK
 *    needs anycov_port_irq_t, anycov_port_irq_save() and _restore().
 */
#define ANYCOV_PORT_CLAIM ANYCOV_CLAIM_SINGLE

/*
 * 3. What is a PC?  pc.h knows the architecture.  Define ANYCOV_PORT_PC(ra) if
 *    the image does not run where it was linked (subtract the offset).
 */

/* 4. 1: serve the modes beyond PC and CMP too (link more.c). */
#define ANYCOV_PORT_MORE 0

#endif
