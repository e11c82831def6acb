/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Zephyr: a context for each thread.  The linker's --wrap (CMakeLists.txt) makes the kernel call
 * functions of this file when it starts, when it has switched to a thread, and when one ends.  They
 * are the same in all versions, and leave the kernel's own tracing to the application.
 */
#include <zephyr/kernel.h>
#include <zephyr/kernel_structs.h>
#include <zephyr/sys/printk.h>
#include "anycov_zephyr.h"

#define BUFFER_WORDS ((CONFIG_ANYCOV_BYTES + 7) / 8)

struct thread_context {
	struct anycov_task task;
	const struct k_thread *thread; /* NULL: it ended */
	uint64_t buffer[BUFFER_WORDS];
};

static struct thread_context contexts[CONFIG_ANYCOV_THREADS];
static unsigned int used; /* contexts that have, or had, a thread */

void __real_z_cstart(void);
void __real_z_thread_mark_switched_in(void);
void __real_z_thread_monitor_exit(struct k_thread *thread);
void __wrap_z_cstart(void);
void __wrap_z_thread_mark_switched_in(void);
void __wrap_z_thread_monitor_exit(struct k_thread *thread);

/* Returns the context of a thread, which it gets when it first runs; NULL: the image's. */
static struct anycov_task *context_of(const struct k_thread *thread)
{
	struct thread_context *c;
	unsigned int i;

	for (i = 0; i < used; i++)
		if (contexts[i].thread == thread)
			return &contexts[i].task;
	if (used == CONFIG_ANYCOV_THREADS)
		return NULL;
	c = &contexts[used];
	if (anycov_task_start(&c->task, used + 1, KCOV_TRACE_UNIQ_PC, c->buffer, sizeof(c->buffer)))
		return NULL;
	c->thread = thread;
	used++;
	return &c->task;
}

void __wrap_z_thread_mark_switched_in(void)
{
	unsigned int key = irq_lock();

	anycov_task_switch(context_of(_current));
	irq_unlock(key);
	__real_z_thread_mark_switched_in();
}

static void take_name(struct thread_context *c)
{
	const char *name = k_thread_name_get((k_tid_t)c->thread);

	anycov_task_name(&c->task, name ? name : "");
}

void __wrap_z_thread_monitor_exit(struct k_thread *thread)
{
	unsigned int key = irq_lock();
	unsigned int i;

	for (i = 0; i < used; i++) {
		if (contexts[i].thread != thread)
			continue;
		take_name(&contexts[i]);
		contexts[i].thread = NULL; /* it records until the switch to the next one */
	}
	irq_unlock(key);
	__real_z_thread_monitor_exit(thread);
}

static int to_console(void *arg, const void *data, size_t n)
{
	ARG_UNUSED(arg);
	printk("%.*s", (int)n, (const char *)data);
	return 0;
}

int anycov_zephyr_dump(void)
{
	unsigned int key = irq_lock(); /* a thread that ends has no name to take */
	unsigned int i;

	for (i = 0; i < used; i++)
		if (contexts[i].thread)
			take_name(&contexts[i]);
	irq_unlock(key);
	return anycov_dump_text(to_console, NULL);
}

/* Records from here on, when .data and .bss are set up: at first into the image's context, 0. */
void __wrap_z_cstart(void)
{
	static uint64_t image[BUFFER_WORDS];
#ifdef CONFIG_ANYCOV_IRQ
	static uint64_t irq[BUFFER_WORDS];

	anycov_irq(ANYCOV_IRQ_OWN, KCOV_TRACE_UNIQ_PC, irq, sizeof(irq));
#endif
	anycov_buffer(image, sizeof(image));
	anycov_start(KCOV_TRACE_UNIQ_PC);
	__real_z_cstart();
}
