/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A producer and a consumer with a queue between them, and a task that ends early; each has a
 * coverage context of its own, interrupts have one, and the image's context records the idle
 * task.
 */
#include "anycov/anycov.h"
#include "minirtos.h"
#include "start.h"

#define ITEMS 40
#define STACK_WORDS 320

static struct rtos_task producer, consumer, brief;
static struct anycov_task producer_cov, consumer_cov, brief_cov;
static uintptr_t stacks[3][STACK_WORDS];
static uint64_t areas[5][512];
static struct rtos_queue queue;
static volatile unsigned preempted, brief_done;

/* Runs long enough for the timer to interrupt. */
__attribute__((noinline)) static unsigned collatz(unsigned n)
{
	unsigned steps = 0;

	for (; n != 1; steps++)
		n = n & 1 ? 3 * n + 1 : n / 2;
	return steps;
}

__attribute__((noinline)) static unsigned make_item(unsigned i)
{
	return collatz(i + 27);
}

__attribute__((noinline)) static const char *judge(unsigned steps)
{
	if (steps > 100)
		return "long";
	return steps & 1 ? "odd" : "even";
}

static void produce(void *arg)
{
	(void)arg;
	for (unsigned i = 0; i < ITEMS; i++) {
		unsigned before = rtos_ticks, steps;

		/* The first item takes until the timer interrupts, on any processor. */
		do
			steps = make_item(i);
		while (!i && rtos_ticks == before);
		rtos_put(&queue, steps);
		preempted += rtos_ticks != before;
		if (i % 8 == 0)
			rtos_sleep(1);
	}
}

static void brief_body(void *arg)
{
	brief_done = collatz((unsigned)(uintptr_t)arg);
}

static void consume(void *arg)
{
	unsigned longs = 0;

	(void)arg;
	for (unsigned i = 0; i < ITEMS; i++)
		longs += *judge((unsigned)rtos_get(&queue)) == 'l';
	rtos_sleep(2);
	anycov_irq(ANYCOV_IRQ_DROP, 0, 0, 0);
	if (anycov_dump_file("minirtos.dump"))
		example_exit(4);
	example_exit(longs && preempted && brief_done ? 0 : 5);
}

static int context(struct anycov_task *t, unsigned number)
{
	return anycov_task_start(t, number, KCOV_TRACE_UNIQ_PC, areas[number], sizeof(areas[0]));
}

int main(void)
{
	if (context(&producer_cov, 1) || context(&consumer_cov, 2) || context(&brief_cov, 3) ||
	    anycov_irq(ANYCOV_IRQ_OWN, KCOV_TRACE_UNIQ_PC, areas[4], sizeof(areas[4])) ||
	    anycov_buffer(areas[0], sizeof(areas[0])) || anycov_start(KCOV_TRACE_UNIQ_PC))
		return 3;
	rtos_task(&producer, produce, 0, stacks[0], STACK_WORDS, &producer_cov);
	rtos_task(&consumer, consume, 0, stacks[1], STACK_WORDS, &consumer_cov);
	rtos_task(&brief, brief_body, (void *)97, stacks[2], STACK_WORDS, &brief_cov);
	rtos_run();
}
