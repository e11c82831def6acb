#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# freertos_cores.sh SOURCE DIR: the port for FreeRTOS compiles with a stub of the kernel's interface,
# and is an error for several cores, whose records it would mix.
set -eu
source=$1 port=$1/runtime/port/freertos
mkdir -p "$2"
cd "$2"
cat >FreeRTOS.h <<'END'
#include <stddef.h>
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 1
#include "anycov_freertos.h"
END
cat >task.h <<'END'
typedef struct tskTaskControlBlock *TaskHandle_t;
void vTaskSetThreadLocalStoragePointer(TaskHandle_t task, int index, void *value);
int xTaskGetSchedulerState(void);
TaskHandle_t xTaskGetCurrentTaskHandle(void);
#define taskSCHEDULER_NOT_STARTED 1
#define taskENTER_CRITICAL()
#define taskEXIT_CRITICAL()
END
compile()
{
	gcc -std=gnu11 -Wall -Wextra -Werror -I. -I"$port" -I"$source/include" "$@" -c "$port/anycov_freertos.c" -o port.o
}
compile
compile -DconfigNUMBER_OF_CORES=1
for name in configNUMBER_OF_CORES configNUM_CORES; do
	if compile -D$name=2 2>err; then
		echo "freertos_cores.sh: $name=2 compiles" >&2
		exit 1
	fi
	grep -q 'anycov: this port has one context for all cores' err
done
