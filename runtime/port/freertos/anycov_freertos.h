/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * FreeRTOS: coverage per task, on top of the bare-metal port (a set of hooks for the kernel's
 * trace macros, so there is no anycov_port.h here).  Include this file in the last line of
 * FreeRTOSConfig.h, compile anycov_freertos.c with the application (neither of them
 * instrumented), and link libanycov-full.a (which detects interrupts on Cortex-M) or
 * libanycov.a.
 *
 * Needs configNUM_THREAD_LOCAL_STORAGE_POINTERS above ANYCOV_FREERTOS_TLS, the index of the
 * pointer that anycov uses.  The kernel, its port and its heap may be instrumented: naked
 * functions get no probes.
 */
#ifndef ANYCOV_FREERTOS_H
#define ANYCOV_FREERTOS_H

/* The names of FreeRTOS 11, and of the branch of FreeRTOS 10 for several cores. */
#if defined(configNUMBER_OF_CORES)
#define ANYCOV_FREERTOS_CORES configNUMBER_OF_CORES
#elif defined(configNUM_CORES)
#define ANYCOV_FREERTOS_CORES configNUM_CORES
#else
#define ANYCOV_FREERTOS_CORES 1
#endif
#ifndef ANYCOV_PORT_CORES
#define ANYCOV_PORT_CORES 1
#endif
#if ANYCOV_FREERTOS_CORES > ANYCOV_PORT_CORES
#error "anycov: the runtime has contexts for fewer cores than configNUMBER_OF_CORES, and would mix their records: build it with -DANYCOV_PORT_CORES= (docs/freertos.md) and define the same here, or record flags (anycov flags --firmware), which need no port"
#endif

#ifndef __ASSEMBLER__
#include <stddef.h>
#include <stdint.h>
#include "anycov/anycov.h"

#ifndef ANYCOV_FREERTOS_TLS
#define ANYCOV_FREERTOS_TLS 0
#endif

/* Bytes for the unique records of interrupts, of all cores; 0: they record into the tasks. */
#ifndef ANYCOV_FREERTOS_IRQ_BYTES
#define ANYCOV_FREERTOS_IRQ_BYTES (2048 * ANYCOV_PORT_CORES)
#endif

/* Expands in tasks.c, where the task's control block is complete. */
#define traceTASK_SWITCHED_IN()                                                                    \
	anycov_task_switch((struct anycov_task *)pxCurrentTCB                                      \
				   ->pvThreadLocalStoragePointers[ANYCOV_FREERTOS_TLS])

struct tskTaskControlBlock;

/*
 * Gives a task (NULL: the calling one) a context with its name, which records from now on; the
 * first call gives interrupts one, of unique records, unless anycov_irq() was called before.
 * Arguments and errors as for anycov_task_start(): t and the buffer must outlive the task, because
 * its records stay in dumps after it is deleted.  Call it from tasks, or before the scheduler
 * starts; it masks interrupts and never sleeps.
 */
int anycov_freertos_start(struct tskTaskControlBlock *task, struct anycov_task *t, uint32_t number,
			  unsigned mode, void *buffer, size_t bytes);

/*
 * Removes the context of a task that is not deleted (NULL: the calling one), and its records; of a
 * deleted one anycov_task_remove(t), in a critical section, does.  From tasks only.  Returns 0, or
 * ANYCOV_EBUSY while another core runs the task.  When t and the buffer may be used again:
 * anycov_task_remove().
 */
int anycov_freertos_remove(struct tskTaskControlBlock *task, struct anycov_task *t);

#endif
#endif
