#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# freertos_cores.sh SOURCE DIR ANYCOV: the port for FreeRTOS with a stub of the kernel's interface.
# Tasks have contexts with their names, also after their end, and so have interrupts.  Several cores
# are an error, of the compiler or of the linker, unless the runtime has contexts for them.
set -eu
source=$1 port=$1/runtime/port anycov=$3
rm -rf "$2"
mkdir -p "$2"
cd "$2"

fail()
{
	echo "freertos_cores.sh: $*" >&2
	exit 1
}

cat >FreeRTOS.h <<'END'
#include <stddef.h>
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 1
#include "anycov_freertos.h"
END
cat >task.h <<'END'
typedef struct tskTaskControlBlock *TaskHandle_t;
void vTaskSetThreadLocalStoragePointer(TaskHandle_t task, int index, void *value);
char *pcTaskGetName(TaskHandle_t task);
int xTaskGetSchedulerState(void);
TaskHandle_t xTaskGetCurrentTaskHandle(void);
void kernel_switch(TaskHandle_t task);
#define taskSCHEDULER_NOT_STARTED 1
#define taskENTER_CRITICAL()
#define taskEXIT_CRITICAL()
END
cat >kernel.c <<'END'
#include "FreeRTOS.h"
#include "task.h"
#include "kernel.h"
static struct tskTaskControlBlock *pxCurrentTCB;
void vTaskSetThreadLocalStoragePointer(TaskHandle_t task, int index, void *value)
{
	(task ? task : pxCurrentTCB)->pvThreadLocalStoragePointers[index] = value;
}
char *pcTaskGetName(TaskHandle_t task)
{
	return (task ? task : pxCurrentTCB)->name;
}
int xTaskGetSchedulerState(void)
{
	return pxCurrentTCB ? 2 : taskSCHEDULER_NOT_STARTED;
}
TaskHandle_t xTaskGetCurrentTaskHandle(void)
{
	return pxCurrentTCB;
}
void kernel_switch(TaskHandle_t task)
{
	pxCurrentTCB = task;
	traceTASK_SWITCHED_IN();
}
END
cat >kernel.h <<'END'
struct tskTaskControlBlock {
	char name[8];
	void *pvThreadLocalStoragePointers[1];
};
END
cat >main.c <<'END'
#include <stdio.h>
#include <string.h>
#include "FreeRTOS.h"
#include "task.h"
#include "kernel.h"
void __sanitizer_cov_trace_pc(void);
extern unsigned char anycov_irq_policy;
static int write_out(void *arg, const void *data, size_t n)
{
	(void)arg;
	return fwrite(data, 1, n, stdout) != n;
}
int main(void)
{
	static struct tskTaskControlBlock one = { "one", { 0 } }, two = { "two", { 0 } }, idle;
	static struct anycov_task a, b, c;
	static uint64_t x[32], y[32], z[32];

#ifdef OWN_IRQ
	static uint64_t own[32];

	if (anycov_irq(ANYCOV_IRQ_OWN, OWN_IRQ, own, sizeof(own)))
		return 4;
#endif
#ifdef IRQ_ERROR
	if (anycov_freertos_start(&one, &a, 1, KCOV_TRACE_PC, x, sizeof(x)) != IRQ_ERROR)
		return 5;
	if (anycov_irq_policy != ANYCOV_IRQ_SHARE)
		return 6;
	return 0;
#endif
	if (anycov_freertos_start(&one, &a, 1, KCOV_TRACE_PC, x, sizeof(x)) ||
	    anycov_freertos_start(&two, &b, 2, KCOV_TRACE_PC, y, sizeof(y)) ||
	    anycov_freertos_start(&one, &a, 1, KCOV_TRACE_PC, x, sizeof(x)) != ANYCOV_EBUSY)
		return 2;
	kernel_switch(&one);
	__sanitizer_cov_trace_pc();
	kernel_switch(&two);
	__sanitizer_cov_trace_pc();
	__sanitizer_cov_trace_pc();
	kernel_switch(&idle);
	__sanitizer_cov_trace_pc(); /* of no context */
	anycov_irq_enter();
	__sanitizer_cov_trace_pc();
	__sanitizer_cov_trace_pc();
	__sanitizer_cov_trace_pc();
	anycov_irq_leave();
	memset(&one, 0, sizeof(one)); /* deleted; the kernel uses its memory again */
	strcpy(one.name, "three");
	kernel_switch(&one);
	if (anycov_freertos_start(NULL, &c, 3, KCOV_TRACE_PC, z, sizeof(z)))
		return 3;
	__sanitizer_cov_trace_pc();
	anycov_freertos_remove(&two, &b);
	return anycov_dump(write_out, NULL) != 0;
}
END
flags="-std=gnu11 -O1 -Wall -Wextra -Werror -fno-builtin -fno-optimize-sibling-calls
	-I. -I$port/freertos -I$port/baremetal -I$source/runtime -I$source/include"
compile()
{
	# shellcheck disable=SC2086
	gcc $flags "$@" -c "$port/freertos/anycov_freertos.c" -o port.o
}
unique=$source/runtime/hooks/unique_slow.c
# link OPTION...: a program of the port, the stub and the runtime
link()
{
	# shellcheck disable=SC2086
	gcc $flags "$@" main.c kernel.c port.o "$source"/runtime/hooks/hook_pc.c \
		$unique "$source"/runtime/hooks/dump_write.c "$port"/baremetal/port.c "$port"/baremetal/contexts.c \
		"$port"/baremetal/code_sums.c "$port"/baremetal/port_buffer.c "$port"/baremetal/start.c -o prog
}
# contexts IRQ OPTION...: a program compiled with the options records these contexts
contexts()
{
	irq=$1
	shift
	compile -DconfigNUMBER_OF_CORES=1 "$@"
	link "$@"
	./prog >dump || fail "$*: status $?"
	"$anycov" dump dump | grep -v '^ ' >out
	cat >want <<-'END'
		NAME context 3: three
		PC   context 3: 1 record
		NAME context 1: one
		PC   context 1: 1 record
	END
	[ -z "$irq" ] || echo "$irq" >>want
	grep 'context [1-9]' out | diff - want || fail "contexts of $*"
}
# Interrupts have each PC once, also if the tasks record an order; and what the application chose.
contexts "UPC  context 4294967295: 3 records"
contexts "PC   context 4294967295: 3 records" -DOWN_IRQ=KCOV_TRACE_PC
contexts "" -DANYCOV_FREERTOS_IRQ_BYTES=0
# libanycov.a has no unique records: interrupts record into what they interrupt.
unique='' contexts "" -DANYCOV_PORT_BASIC_MODES
unique=$source/runtime/hooks/unique_slow.c
# A buffer that is too small is an error, after which interrupts are shared as before.
compile -DANYCOV_FREERTOS_IRQ_BYTES=8
link -DANYCOV_FREERTOS_IRQ_BYTES=8 -DIRQ_ERROR=ANYCOV_ENOMEM
./prog || fail "too small a buffer: status $?"

for name in configNUMBER_OF_CORES configNUM_CORES; do
	if compile -D$name=2 2>err; then
		fail "$name=2 compiles"
	fi
	grep -q 'anycov: the runtime has contexts for fewer cores' err || fail "$(cat err)"
	if compile -D$name=3 -DANYCOV_PORT_CORES=2 2>err; then
		fail "$name=3 compiles with 2"
	fi
done
# A runtime of one core does not link.
compile -DconfigNUMBER_OF_CORES=2 -DANYCOV_PORT_CORES=2
if link 2>err; then
	fail "links with the runtime of one core"
fi
grep -q anycov_cores err || fail "$(cat err)"
