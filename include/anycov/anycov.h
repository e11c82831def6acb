/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What people call: start and stop recording, look at the records, get them
 * out.  Link with the archive that "anycov flags --link" names.
 *
 * A context is the calling thread on a host, and the whole image, interrupts
 * included, on bare metal.  Functions return 0, or a negative ANYCOV_E*.
 *
 * On a host no code is needed: with ANYCOV_OUT=FILE in the environment every
 * thread records from its first instruction, and the dump is written at exit.
 *   ANYCOV_OUT    file of the dump; %p in it becomes the process id.  Other
 *                 processes that inherit it write FILE.PID; what a process
 *                 recorded before an exec() goes to FILE.PID.exec
 *   ANYCOV_MODE   pc (default) or cmp; with libanycov-full.a also uniq-pc,
 *                 uniq-edge, uniq-both, uniq-cmp
 *   ANYCOV_SIZE   words of each thread's buffer, 1048576 by default
 */
#ifndef ANYCOV_ANYCOV_H
#define ANYCOV_ANYCOV_H

#include <stddef.h>
#include <stdint.h>
#include "anycov/kcov.h" /* the modes: KCOV_TRACE_PC, KCOV_TRACE_CMP, ... */

#ifdef __cplusplus
extern "C" {
#endif

#define ANYCOV_EIO (-5)     /* the sink or the file could not be written */
#define ANYCOV_ENOMEM (-12) /* no buffer, or a buffer too small for one record */
#define ANYCOV_EBUSY (-16)  /* this context records already */
#define ANYCOV_EINVAL (-22) /* no such mode; a misaligned buffer */
#define ANYCOV_ENOSYS (-38) /* this port cannot do it */

/*
 * Gives the calling context a buffer of bytes bytes, aligned for uint64_t,
 * which must live until another one is given.  Without it a host thread gets
 * one of ANYCOV_SIZE words, and firmware the array anycov_default_area.
 * Any context but a running one.  Errors: EBUSY, EINVAL, ENOMEM.
 */
int anycov_buffer(void *buffer, size_t bytes);

/*
 * Empties the buffer and starts recording in the calling context.  mode:
 * KCOV_TRACE_PC or KCOV_TRACE_CMP, and with libanycov-full.a in place of libanycov.a
 * also KCOV_TRACE_UNIQ_PC, _EDGE, both or'ed, and _UNIQ_CMP; a buffer of the caller's
 * then holds the slots, too, behind the records.  On a host the first call of a thread
 * allocates: not from a signal handler.  On bare metal it may be called
 * anywhere after .bss was cleared, interrupts included; never sleeps.
 * Errors: EBUSY, EINVAL, ENOMEM.
 */
int anycov_start(unsigned mode);

/* Stops recording; the records stay.  Any context, never sleeps. */
void anycov_stop(void);

/* Forgets the records; recording goes on.  Any context, never sleeps. */
void anycov_reset(void);

/* Records of the calling context so far.  Any context, never sleeps. */
size_t anycov_count(void);

/*
 * Takes n bytes of a dump; returns 0 or a negative number, which ends the
 * dump and becomes its result.
 */
typedef int anycov_sink(void *arg, const void *data, size_t n);

/*
 * Writes a dump: on a host the records of all threads, on bare metal those of
 * the image.  Recording pauses in the calling context.  Not from an interrupt
 * or signal handler unless the sink may run there.
 */
int anycov_dump(anycov_sink *sink, void *arg);

/*
 * The same into a file: on a host through a temporary file that is renamed,
 * on ARM and RISC-V firmware by semihosting (without a debugger or simulator
 * that serves it, the processor faults), elsewhere ENOSYS.
 */
int anycov_dump_file(const char *path);

/*
 * Firmware: the buffer that anycov_start() takes when none was given.  The
 * archive holds a small one; define both to have your own instead.
 */
extern uint64_t anycov_default_area[];
extern const size_t anycov_default_bytes;

/*
 * Firmware, the rest of the file.
 *
 * With libanycov-full.a in place of libanycov.a anycov_start() also takes the
 * unique modes (their tables are cut from the buffer: half of it or more holds
 * records), and on 64-bit machines KCOV_TRACE_PC | ANYCOV_COMPACT: records of
 * four bytes, the low halves of the PCs, for images that lie below 4 GiB.
 */
#define ANYCOV_COMPACT 0x100

/*
 * Who records while an interrupt runs?  SHARE, at first: the context that it
 * interrupts.  DROP: nobody.  OWN: a context of their own, with this mode and
 * buffer (as anycov_buffer() takes it), from this call on; dumps number it
 * ANYCOV_CONTEXT_IRQ.  SHARE and DROP take 0, NULL, 0.
 * libanycov-full.a tells on Cortex-M by itself what is an interrupt; elsewhere
 * interrupt handlers say so: anycov_irq_enter() first, anycov_irq_leave() last,
 * in pairs that may nest.  Not from an interrupt.  Errors: EBUSY (from one),
 * EINVAL, ENOMEM.
 */
#define ANYCOV_IRQ_SHARE 0
#define ANYCOV_IRQ_DROP 1
#define ANYCOV_IRQ_OWN 2
#define ANYCOV_CONTEXT_IRQ 0xffffffffu
int anycov_irq(unsigned how, unsigned mode, void *buffer, size_t bytes);
void anycov_irq_enter(void);
void anycov_irq_leave(void);

/*
 * A task's context.  The memory belongs to the caller and must live until
 * anycov_task_remove(); nothing in it is for anybody else.
 */
#define ANYCOV_TASK_WORDS 18
struct anycov_task {
	struct anycov_task *next;
	uint32_t number;
	uintptr_t ctx[ANYCOV_TASK_WORDS];
};

/*
 * Makes t a context that records from the next anycov_switch(t) on.  number
 * names it in dumps (0 is the image's own context, which tasks without one use).
 * The four functions from here on are called with interrupts masked, or from
 * where no other task and no interrupt calls them.  Errors: EBUSY (t is known
 * already), EINVAL, ENOMEM.
 */
int anycov_task_start(struct anycov_task *t, uint32_t number, unsigned mode, void *buffer,
		      size_t bytes);

/* The scheduler chose this task; NULL: one without a context.  Never sleeps. */
void anycov_switch(struct anycov_task *t);

/* Stops recording for t; its records stay in dumps. */
void anycov_task_stop(struct anycov_task *t);

/* Stops, and forgets t and its records: its memory is the caller's again. */
void anycov_task_remove(struct anycov_task *t);

/*
 * As anycov_buffer(), for memory that a reset leaves alone (.noinit): its last 8
 * bytes hold a mark.  Returns 1 if the run before left records in it, which
 * anycov_count() and anycov_dump() then give until anycov_start() clears them,
 * and 0 if not.  PC and CMP modes only.  Errors: as anycov_buffer().
 */
int anycov_keep(void *buffer, size_t bytes);

/*
 * Coverage without records: inline-8bit-counters and inline-bool-flag, one byte of
 * RAM for each probe, written by the code itself, always.  Sets all of them to 0;
 * from now on dumps hold which of them are not.  Returns how many there are.  Call
 * it again to begin anew.  (A block that ran a multiple of 256 times has a counter
 * of 0: flags do not forget.)
 */
size_t anycov_counters(void);

/*
 * One bit of RAM for each probe of trace-pc-guard: row, aligned for a pointer, of
 * anycov_guards() bits or more, in place of records.  Sets all of them to 0; from
 * now on each guard's hook sets its own, and dumps hold which are set.  NULL, 0: no
 * more of it.  Errors: EINVAL (alignment), ENOMEM (too small, or no guard at all).
 * The guards themselves, 4 bytes each, are addresses that nobody reads: place the
 * section __sancov_guards where there is no memory.
 */
size_t anycov_guards(void);
int anycov_guard_bits(void *row, size_t bytes);

/*
 * anycov_dump() as lines of text, "anycov:" and up to 64 hex digits, for a
 * console that carries other text as well: `anycov dump` and `anycov report`
 * find them in a log.
 */
int anycov_dump_text(anycov_sink *sink, void *arg);

/*
 * Block counters (inline-8bit-counters) of a process under libanycov-kcov.so.
 * They are drained by the calls that the library stands in for (read, write,
 * open, ... on their way out), at KCOV_DISABLE, and here: each block that was
 * counted since is appended to the buffer of the calling thread, if it traces in
 * a PC mode, as a synthetic PC, and its counter is 0 again.  Counters are the
 * process's, not the thread's.  Returns how many.  Not from a signal handler.
 */
size_t anycov_counters_drain(void);

/*
 * Writes which block of which image each synthetic PC is, one a line: the PC, the
 * number of the block, its address in the image's file (0x0: unknown), the image.
 * ANYCOV_COUNTERS_TABLE=FILE in the environment does the same.  Errors: EIO.
 */
int anycov_counters_table(const char *path);

#ifdef __cplusplus
}
#endif
#endif
