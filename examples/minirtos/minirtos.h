/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A preemptive kernel as small as one can be: tasks of equal rank that a timer
 * switches, sleeping, and queues of words.  For Cortex-M3 (SysTick, PendSV) and
 * riscv32 (machine timer).
 */
#ifndef MINIRTOS_H
#define MINIRTOS_H

#include <stdint.h>

#define RTOS_TASKS 4          /* at most, the idle task included */
#define RTOS_QUEUE_WORDS 4

struct anycov_task;

struct rtos_task {
	uintptr_t *sp;         /* where its registers lie; first: assembly knows */
	struct rtos_task *next;
	unsigned sleep;        /* ticks to go */
	const void *waits_for; /* a queue, or NULL */
	struct anycov_task *coverage; /* NULL: no context of its own */
};

struct rtos_queue {
	unsigned first, used;
	uintptr_t words[RTOS_QUEUE_WORDS];
};

/* Before rtos_run(), or from a task. */
void rtos_task(struct rtos_task *t, void (*body)(void *), void *arg, uintptr_t *stack,
	       unsigned words, struct anycov_task *coverage);
void rtos_run(void) __attribute__((noreturn));

/* From tasks. */
void rtos_sleep(unsigned ticks);
void rtos_exit(void) __attribute__((noreturn));
void rtos_put(struct rtos_queue *q, uintptr_t word);
uintptr_t rtos_get(struct rtos_queue *q);
extern volatile unsigned rtos_ticks;
extern struct rtos_task *volatile rtos_running;

/* What a port does, and what it calls with interrupts masked. */
uintptr_t port_mask(void);
void port_unmask(uintptr_t state);
void port_yield(void);   /* a switch, soon */
void port_start(void) __attribute__((noreturn));
void port_leave(void) __attribute__((noreturn)); /* from the running task, masked */
uintptr_t *port_stack(uintptr_t *top, void (*body)(void *), void *arg);
void rtos_tick(void);
void rtos_switch(void);  /* chooses rtos_running anew */

#endif
