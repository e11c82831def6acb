/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A minimal preemptive kernel: tasks of equal priority that a timer switches, sleeping, and
 * queues of words.  For Cortex-M3 (SysTick, PendSV) and riscv32 (machine timer).
 */
#ifndef MINIRTOS_H
#define MINIRTOS_H

#include <stdint.h>

#define RTOS_TASKS 4 /* maximum, including the idle task */
#define RTOS_QUEUE_WORDS 4

struct anycov_task;

struct rtos_task {
	uintptr_t *sp; /* where its registers are saved; first, because assembly uses it */
	struct rtos_task *next;
	unsigned sleep;               /* remaining ticks */
	const void *waits_for;        /* a queue, or NULL */
	struct anycov_task *coverage; /* NULL: no context of its own */
};

struct rtos_queue {
	unsigned first, used;
	uintptr_t words[RTOS_QUEUE_WORDS];
};

/* Called before rtos_run(), or from a task. */
void rtos_task(struct rtos_task *t, void (*body)(void *), void *arg, uintptr_t *stack,
	       unsigned words, struct anycov_task *coverage);
void rtos_run(void) __attribute__((noreturn));

/* Called from tasks. */
void rtos_sleep(unsigned ticks);
void rtos_exit(void) __attribute__((noreturn));
void rtos_put(struct rtos_queue *q, uintptr_t word);
uintptr_t rtos_get(struct rtos_queue *q);
extern volatile unsigned rtos_ticks;
extern struct rtos_task *volatile rtos_running;

/* Functions of a port, and functions that it calls with interrupts masked. */
uintptr_t port_mask(void);
void port_unmask(uintptr_t state);
void port_yield(void); /* requests a switch */
void port_start(void) __attribute__((noreturn));
void port_leave(void) __attribute__((noreturn)); /* called by the running task, interrupts masked */
uintptr_t *port_stack(uintptr_t *top, void (*body)(void *), void *arg);
void rtos_tick(void);
void rtos_switch(void); /* selects a new rtos_running */

#endif
