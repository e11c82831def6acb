/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "FreeRTOS.h"
#include "task.h"

#if configNUM_THREAD_LOCAL_STORAGE_POINTERS <= ANYCOV_FREERTOS_TLS
#error "configNUM_THREAD_LOCAL_STORAGE_POINTERS must be above ANYCOV_FREERTOS_TLS"
#endif

int anycov_freertos_start(struct tskTaskControlBlock *task, struct anycov_task *t, uint32_t number,
			  unsigned mode, void *buffer, size_t bytes)
{
	int error;

	taskENTER_CRITICAL();
	error = anycov_task_start(t, number, mode, buffer, bytes);
	if (!error) {
		vTaskSetThreadLocalStoragePointer(task, ANYCOV_FREERTOS_TLS, t);
		/* Other tasks start recording when they are switched in; this one already runs. */
		if (!task || (xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED &&
			      task == xTaskGetCurrentTaskHandle()))
			anycov_task_switch(t);
	}
	taskEXIT_CRITICAL();
	return error;
}

void anycov_freertos_remove(struct tskTaskControlBlock *task, struct anycov_task *t)
{
	taskENTER_CRITICAL();
	vTaskSetThreadLocalStoragePointer(task, ANYCOV_FREERTOS_TLS, NULL);
	anycov_task_remove(t);
	taskEXIT_CRITICAL();
}

void anycov_freertos_deleted(void *t)
{
	if (t)
		anycov_task_stop(t);
}
