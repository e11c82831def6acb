/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The C part of the kernel.  All of it is instrumented. */
#include <stddef.h>
#include "anycov/anycov.h"
#include "minirtos.h"

struct rtos_task *volatile rtos_running;
volatile unsigned rtos_ticks;

static struct rtos_task *ready; /* a ring of all tasks */
static struct rtos_task idle;
static uintptr_t idle_stack[96];

static void idle_body(void *arg)
{
	(void)arg;
	for (;;)
		port_yield();
}

void rtos_task(struct rtos_task *t, void (*body)(void *), void *arg, uintptr_t *stack,
	       unsigned words, struct anycov_task *coverage)
{
	uintptr_t state = port_mask();

	t->sleep = 0;
	t->waits_for = NULL;
	t->coverage = coverage;
	t->sp = port_stack(stack + words, body, arg);
	if (!ready) {
		t->next = t;
		ready = t;
	} else {
		t->next = ready->next;
		ready->next = t;
	}
	port_unmask(state);
}

void rtos_run(void)
{
	rtos_task(&idle, idle_body, NULL, idle_stack, sizeof(idle_stack) / sizeof(*idle_stack),
		  NULL);
	rtos_running = &idle;
	port_start();
}

/* Selects the next task that can run, or idle if no other can.  Interrupts are masked. */
void rtos_switch(void)
{
	struct rtos_task *t = rtos_running->next, *chosen = NULL;
	unsigned n;

	for (n = 0; n < RTOS_TASKS && !chosen; n++, t = t->next)
		if (t != &idle && !t->sleep && !t->waits_for)
			chosen = t;
	rtos_running = chosen ? chosen : &idle;
	/*
	 * anycov: sets the task whose context records from here on.  The one line a kernel
	 * needs.
	 */
	anycov_task_switch(rtos_running->coverage);
}

void rtos_tick(void)
{
	struct rtos_task *t = ready;

	rtos_ticks++;
	do {
		if (t->sleep)
			t->sleep--;
		t = t->next;
	} while (t != ready);
	port_yield();
}

void rtos_sleep(unsigned ticks)
{
	uintptr_t state = port_mask();

	rtos_running->sleep = ticks;
	port_yield();
	port_unmask(state);
}

/* Removes the running task from the ring. */
void rtos_exit(void)
{
	struct rtos_task *before;

	port_mask();
	for (before = rtos_running; before->next != rtos_running; before = before->next)
		;
	before->next = rtos_running->next;
	ready = before;
	if (rtos_running->coverage)
		anycov_task_stop(rtos_running->coverage);
	port_leave();
}

static void wake(const struct rtos_queue *q)
{
	struct rtos_task *t = ready;

	do {
		if (t->waits_for == q)
			t->waits_for = NULL;
		t = t->next;
	} while (t != ready);
}

/* Waits until the queue has room or data; returns with interrupts masked. */
static uintptr_t wait_while(struct rtos_queue *q, unsigned used)
{
	uintptr_t state = port_mask();

	while (q->used == used) {
		rtos_running->waits_for = q;
		port_yield();
		port_unmask(state);
		state = port_mask();
	}
	return state;
}

void rtos_put(struct rtos_queue *q, uintptr_t word)
{
	uintptr_t state = wait_while(q, RTOS_QUEUE_WORDS);

	q->words[(q->first + q->used++) % RTOS_QUEUE_WORDS] = word;
	wake(q);
	port_unmask(state);
}

uintptr_t rtos_get(struct rtos_queue *q)
{
	uintptr_t state = wait_while(q, 0), word = q->words[q->first];

	q->first = (q->first + 1) % RTOS_QUEUE_WORDS;
	q->used--;
	wake(q);
	port_unmask(state);
	return word;
}
