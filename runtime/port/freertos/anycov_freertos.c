/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "FreeRTOS.h"
#include "task.h"

#if configNUM_THREAD_LOCAL_STORAGE_POINTERS <= ANYCOV_FREERTOS_TLS
#error "configNUM_THREAD_LOCAL_STORAGE_POINTERS must be above ANYCOV_FREERTOS_TLS"
#endif

#if ANYCOV_PORT_CORES > 1
/* Undefined if the runtime that is linked is of one core. */
extern char anycov_cores[];
const void *const anycov_freertos_cores = anycov_cores;
#endif

/*
 * Gives interrupts a context, unless the application decided who records them.  An order of records
 * would soon fill the buffer: interrupts have each record once.  Where that is not possible (the
 * mode ANYCOV_COMPACT; libanycov.a) they record into what they interrupt.
 */
static int start_irq(unsigned mode)
{
#if ANYCOV_FREERTOS_IRQ_BYTES
	extern unsigned char anycov_irq_policy; /* of the runtime */
	static uint64_t buffer[(ANYCOV_FREERTOS_IRQ_BYTES + 7) / 8];
	static char started;
	int error;

	if (started || anycov_irq_policy != ANYCOV_IRQ_SHARE || mode & ANYCOV_COMPACT)
		return 0;
	if (mode == KCOV_TRACE_PC)
		mode = KCOV_TRACE_UNIQ_PC;
	else if (mode == KCOV_TRACE_CMP)
		mode = KCOV_TRACE_UNIQ_CMP;
	error = anycov_irq(ANYCOV_IRQ_OWN, mode, buffer, sizeof(buffer));
	started = !error;
	return error == ANYCOV_EINVAL ? 0 : error; /* the task's start names a wrong mode */
#else
	(void)mode;
	return 0;
#endif
}

int anycov_freertos_start(struct tskTaskControlBlock *task, struct anycov_task *t, uint32_t number,
			  unsigned mode, void *buffer, size_t bytes)
{
	int error;

	taskENTER_CRITICAL();
	error = start_irq(mode);
	if (!error)
		error = anycov_task_start(t, number, mode, buffer, bytes);
	if (!error) {
		anycov_task_name(t, pcTaskGetName(task));
		vTaskSetThreadLocalStoragePointer(task, ANYCOV_FREERTOS_TLS, t);
		/* Other tasks start recording when they are switched in; this one already runs. */
		if (!task || (xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED &&
			      task == xTaskGetCurrentTaskHandle()))
			anycov_task_switch(t);
	}
	taskEXIT_CRITICAL();
	return error;
}

int anycov_freertos_remove(struct tskTaskControlBlock *task, struct anycov_task *t)
{
	int error;

	taskENTER_CRITICAL();
	error = anycov_task_remove(t);
	if (!error)
		vTaskSetThreadLocalStoragePointer(task, ANYCOV_FREERTOS_TLS, NULL);
	taskEXIT_CRITICAL();
	return error;
}
