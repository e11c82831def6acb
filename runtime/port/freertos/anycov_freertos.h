/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * FreeRTOS: coverage by task.  Include this as the last line of FreeRTOSConfig.h,
 * compile anycov_freertos.c with the application (neither of them instrumented),
 * and link libanycov-full.a (Cortex-M: interrupts are told apart) or libanycov.a.
 *
 * Needs configNUM_THREAD_LOCAL_STORAGE_POINTERS above ANYCOV_FREERTOS_TLS, the
 * index of the pointer that is anycov's.  The kernel, its port and its heap may
 * be instrumented: naked functions get no probes.
 */
#ifndef ANYCOV_FREERTOS_H
#define ANYCOV_FREERTOS_H

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>
#include "anycov/anycov.h"

#ifndef ANYCOV_FREERTOS_TLS
#define ANYCOV_FREERTOS_TLS 0
#endif

/* Both expand in tasks.c, which sees the task's control block. */
#define traceTASK_SWITCHED_IN()                                                                   \
	anycov_switch((struct anycov_task *)                                                      \
			      pxCurrentTCB->pvThreadLocalStoragePointers[ANYCOV_FREERTOS_TLS])
#define traceTASK_DELETE(tcb)                                                                     \
	anycov_freertos_deleted((tcb)->pvThreadLocalStoragePointers[ANYCOV_FREERTOS_TLS])

struct tskTaskControlBlock;

/*
 * Gives a task (NULL: the one that calls) a context, which records from now on.
 * As anycov_task_start(): t and the buffer must outlive the task, for its records
 * stay in dumps when it is deleted.  From tasks, or before the scheduler starts.
 */
int anycov_freertos_start(struct tskTaskControlBlock *task, struct anycov_task *t, uint32_t number,
			  unsigned mode, void *buffer, size_t bytes);

/* Takes it away again, with its records.  From tasks. */
void anycov_freertos_remove(struct tskTaskControlBlock *task, struct anycov_task *t);

/* Called by the kernel when it deletes a task. */
void anycov_freertos_deleted(void *t);

#endif
#endif
