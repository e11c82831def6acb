/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The runtime's public functions: start and stop recording, count the records and
 * write them to a dump.  Link with the archive that "anycov flags --for trace --link" prints.
 *
 * A context is what records into one buffer: the calling thread on a host, the
 * whole image including its interrupts on bare metal (tasks and interrupts can get
 * contexts of their own, see below).  Of several cores (-DANYCOV_PORT_CORES=) the calling
 * context is the image's on all of them, and for a task that has one also its own, which
 * anycov_task_start() starts.  Unless stated otherwise, a function returns 0
 * or a negative ANYCOV_E* number, and sizes are in bytes.
 *
 * A host program needs no calls: with ANYCOV_OUT=FILE in the environment every
 * thread records from its first instruction, and the dump is written at exit.
 *   ANYCOV_OUT    file name of the dump; %p is replaced by the process ID, %t by the
 *                 time, %% by a percent sign.  Without these, other
 *                 processes that inherit the variable write FILE.PID; records from
 *                 before an exec() go to FILE.PID.exec
 *   ANYCOV_MODE   pc (default), cmp, uniq-pc, uniq-edge, uniq-both, uniq-cmp; or set: uniq-pc,
 *                 with libanycov.a, which has no unique modes, pc
 *   ANYCOV_SIZE   size of each thread's buffer in words of a pointer's size.  Default: 1048576,
 *                 at least a quarter of the bytes of code for unique PCs, all of them for edges
 */
#ifndef ANYCOV_ANYCOV_H
#define ANYCOV_ANYCOV_H

#include <stddef.h>
#include <stdint.h>
#include "anycov/kcov.h" /* the modes: KCOV_TRACE_PC, KCOV_TRACE_CMP, ... */

#ifdef __cplusplus
extern "C" {
#endif

/* Results.  The numbers are those of Linux's errno values. */
#define ANYCOV_EIO (-5)     /* the sink or the file could not be written */
#define ANYCOV_ENOMEM (-12) /* no buffer, or a buffer too small for one record */
#define ANYCOV_EBUSY (-16)  /* this context is already recording */
#define ANYCOV_EINVAL (-22) /* unknown mode, or misaligned buffer */
#define ANYCOV_ENOSYS (-38) /* not available in this port */

/*
 * Sets the buffer of the calling context.  buffer must be aligned for uint64_t and
 * must stay valid until another buffer is set.  Without this call a host thread
 * gets a buffer of ANYCOV_SIZE words, and firmware uses anycov_default_area.
 * Works in any context that is not recording.  The first call of a host thread
 * allocates, so it must not come from a signal handler.
 * Errors: EBUSY (recording), EINVAL (alignment), ENOMEM (less than two words).
 */
int anycov_buffer(void *buffer, size_t bytes);

/*
 * Clears the buffer and starts recording in the calling context.  mode is
 * KCOV_TRACE_PC or KCOV_TRACE_CMP; with libanycov-full.a, which hosts have by default,
 * also KCOV_TRACE_UNIQ_PC, KCOV_TRACE_UNIQ_EDGE, both combined with |, or
 * KCOV_TRACE_UNIQ_CMP.  In the unique modes the lookup table is part of the
 * caller's buffer, after the records.
 * Host: the first call of a thread allocates, so it must not come from a signal
 * handler.  Bare metal: may be called anywhere after .bss was cleared, interrupt
 * handlers included; never sleeps.
 * Errors: EBUSY (recording), EINVAL (mode), ENOMEM (no room for one record).
 */
int anycov_start(unsigned mode);

/* Stops recording and keeps the records.  Any context, never sleeps. */
void anycov_stop(void);

/* Discards the records; recording continues.  Any context, never sleeps. */
void anycov_reset(void);

/* Returns the number of records of the calling context.  Any context, never sleeps. */
size_t anycov_count(void);

/*
 * Receives n bytes of a dump.  arg is the argument of the function that writes the
 * dump.  Returns 0, or a negative number that ends the dump and becomes its result.
 */
typedef int anycov_sink(void *arg, const void *data, size_t n);

/*
 * Writes a dump to sink: on a host the records of all threads, on bare metal those
 * of the image.  Recording pauses in the calling context meanwhile.  Must not be
 * called from an interrupt or signal handler unless sink may run there.
 * Errors: those of sink; EINVAL (bare metal: contexts with and without
 * ANYCOV_COMPACT in one dump).
 */
int anycov_dump(anycov_sink *sink, void *arg);

/*
 * Writes the same dump to the file path: on a host to a temporary file that is then
 * renamed; on ARM, AArch64 and RISC-V firmware by semihosting, which faults if no
 * debugger or simulator serves it.  Other firmware: ENOSYS.
 * Errors: EIO, ENOSYS, and those of anycov_dump().
 */
int anycov_dump_file(const char *path);

/*
 * Firmware: the buffer that anycov_start() uses if none was set.  The archive
 * contains a small one (8192 bytes; 256 where a pointer has 16 bits); define both
 * names to replace it.  A program that calls anycov_buffer() or
 * anycov_buffer_persistent() has none, unless it defines them: until one is set,
 * anycov_start() returns ANYCOV_ENOMEM.
 */
extern uint64_t anycov_default_area[];
extern const size_t anycov_default_bytes;

/*
 * The following functions, up to anycov_dump_text(), exist on bare metal only.
 *
 * With libanycov-full.a in place of libanycov.a anycov_start() also accepts the
 * unique modes (their tables are part of the buffer; half of it or more holds
 * records) and, on 64-bit machines, KCOV_TRACE_PC | ANYCOV_COMPACT: records of four
 * bytes, the low halves of the PCs, for images below 4 GiB.
 */
#define ANYCOV_COMPACT 0x100

/*
 * Sets who records while an interrupt handler runs:
 *   ANYCOV_IRQ_SHARE  the context that was interrupted (default)
 *   ANYCOV_IRQ_DROP   nothing
 *   ANYCOV_IRQ_OWN    a context of the interrupts, with this mode and buffer (as for
 *                     anycov_start() and anycov_buffer()), from this call on; its
 *                     number in dumps is ANYCOV_CONTEXT_IRQ
 * SHARE and DROP take 0, NULL, 0 as the other arguments.
 * On Cortex-M libanycov-full.a detects interrupts itself.  Elsewhere each handler
 * must call anycov_irq_enter() first and anycov_irq_leave() last; pairs may nest.
 * Not from an interrupt handler.
 * Errors, which change nothing: EBUSY (called from a handler), EINVAL, ENOMEM.
 */
#define ANYCOV_IRQ_SHARE 0
#define ANYCOV_IRQ_DROP 1
#define ANYCOV_IRQ_OWN 2
#define ANYCOV_CONTEXT_IRQ 0xffffffffu
int anycov_irq(unsigned how, unsigned mode, void *buffer, size_t bytes);
void anycov_irq_enter(void);
void anycov_irq_leave(void);

/*
 * The context of a task.  The caller provides the memory, which must stay valid
 * until anycov_task_remove().  The members are private to the runtime.
 */
#define ANYCOV_TASK_WORDS 18
#define ANYCOV_TASK_NAME 32 /* as long as names of Zephyr and NuttX */
struct anycov_task {
	struct anycov_task *next;
	uint32_t number;
	uintptr_t ctx[ANYCOV_TASK_WORDS];
	char name[ANYCOV_TASK_NAME]; /* without a 0 if it has that many characters */
};

/*
 * Registers t as a context that records from the next anycov_task_switch(t) on.
 * number identifies it in dumps; 0 is the image's own context, which tasks without
 * a context of their own use.  mode and buffer are as for anycov_start() and
 * anycov_buffer().  This and the next four functions must be called with interrupts
 * masked, or from where no other task and no interrupt handler calls them.
 * Errors: EBUSY (t is already registered), EINVAL, ENOMEM.
 */
int anycov_task_start(struct anycov_task *t, uint32_t number, unsigned mode, void *buffer,
		      size_t bytes);

/*
 * Names the context t, for dumps and `anycov report --context NAME`; after anycov_task_start().
 * Copies up to ANYCOV_TASK_NAME bytes; "" is no name.  Never sleeps.
 */
void anycov_task_name(struct anycov_task *t, const char *name);

/*
 * Makes t the context that records, for a scheduler's task switch; NULL: the image's
 * own context.  Never sleeps.
 */
void anycov_task_switch(struct anycov_task *t);
void anycov_switch(struct anycov_task *t); /* earlier name of anycov_task_switch() */

/* Stops recording for t; its records stay in dumps.  Never sleeps. */
void anycov_task_stop(struct anycov_task *t);

/*
 * Stops recording and unregisters t with its records.  The caller may reuse the memory of t and of
 * its buffer if the task has ended, or waits in a call of the scheduler that it made, or is the one
 * that calls.  One that was interrupted may be inside of a hook, which is not checked: it writes
 * one more record when it continues. Errors, which change nothing: EBUSY (another core runs the
 * task: try again after it was stopped).
 */
int anycov_task_remove(struct anycov_task *t);

/*
 * Like anycov_buffer(), for memory that a reset does not clear (.noinit).  The last 8
 * bytes hold a marker.  Returns 1 if the memory contains records of the run before
 * the reset, which anycov_count() and anycov_dump() then use until anycov_start()
 * clears them; returns 0 if not.  PC and CMP modes only.
 * Errors: those of anycov_buffer(), and ENOMEM below 24 bytes.
 */
int anycov_buffer_persistent(void *buffer, size_t bytes);
int anycov_keep(void *buffer, size_t bytes); /* earlier name of anycov_buffer_persistent() */

/*
 * Coverage without records: inline-8bit-counters and inline-bool-flag, one byte of
 * RAM for each probe, which instrumented code always writes.  Clears all of them;
 * from this call on dumps contain the addresses of those that are not 0.  Returns
 * the number of counters and flags.  May be called again to start over.  A block
 * that ran a multiple of 256 times has a counter of 0; flags do not wrap.
 */
size_t anycov_counters_start(void);
size_t anycov_counters(void); /* earlier name of anycov_counters_start() */

/* Returns the number of guards in the image (probes of trace-pc-guard). */
size_t anycov_guards_total(void);
size_t anycov_guards(void); /* earlier name of anycov_guards_total() */

/*
 * One bit of RAM for each guard, in place of records.  bitmap must be aligned for a
 * pointer and have anycov_guards_total() bits or more.  Clears all bits; from this
 * call on each guard's hook sets its own, and dumps contain the addresses of the
 * guards whose bits are set.  NULL, 0 ends this.
 * The guards themselves, 4 bytes each, are addresses that nothing reads: place the
 * section __sancov_guards where there is no memory.
 * Errors: EINVAL (alignment), ENOMEM (too small, or no guard in the image), ENOSYS (several cores
 * without atomic instructions).
 */
int anycov_guard_bits(void *bitmap, size_t bytes);

/*
 * Flags (coverage=flags) that a reset preserves: initializes them, unless the memory contains flags
 * of this image since a reset without power loss.  Call it once at the start, before the
 * code whose coverage is wanted.  Requires the lines of docs/firmware-memory.md in the linker
 * script.  Returns 1 if the flags were preserved, 0 if they were initialized.
 * Errors: ENOSYS (no such lines in the linker script; AVR).
 */
int anycov_flags_keep(void);

/*
 * Writes anycov_dump() as lines of text, "anycov:" and up to 64 hex digits, to a
 * console that also carries other text: `anycov dump` and `anycov report` extract
 * them from a log.  Errors: those of anycov_dump().
 */
int anycov_dump_text(anycov_sink *sink, void *arg);

/*
 * Flags (coverage=flags), on hosts.  The next two functions are in the archive that `anycov
 * flags --link` and `anycov cc` add; call them from a program or a library that has it.
 *
 * Clears the flags of all images of the process.  The process shares them with a file, so
 * what other processes of the same run recorded of these images is cleared as well.  An
 * image whose flags are copied at the end (docs/abi.md) keeps what others copied before.
 * Not from a signal handler.
 */
void anycov_set_reset(void);

/*
 * Writes the flags of all images of the process to the directory path, which is created if
 * there is none, in the form that anycov run leaves and anycov report reads.  Works
 * without a recording, too.  Not from a signal handler.
 * Errors: EIO (cannot be written), EINVAL (contains a snapshot of one of the images).
 */
int anycov_set_snapshot(const char *path);

/*
 * libanycov-kcov.so only.  Drains the block counters (inline-8bit-counters) of the
 * process: appends each block that was counted since the last drain to the buffer of
 * the calling thread as a synthetic PC, if that thread traces in a PC mode, and sets
 * its counter to 0.  The library also drains at KCOV_DISABLE and when a call that it
 * interposes returns (read, write, open, ...).  Counters belong to the process, not
 * to a thread.  Returns the number of blocks.  Not from a signal handler.
 */
size_t anycov_counters_drain(void);

/*
 * libanycov-kcov.so only.  Writes to the file path which block of which image each
 * synthetic PC names, one per line: the PC, the number of the block, its address
 * in the image's file (0x0: unknown), the image.  ANYCOV_COUNTERS_TABLE=FILE in the
 * environment does the same.  Not from a signal handler.  Errors: EIO.
 */
int anycov_counters_table(const char *path);

#ifdef __cplusplus
}
#endif
#endif
