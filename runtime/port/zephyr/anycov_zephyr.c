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

#define ANYCOV_TABLE_TASKS CONFIG_ANYCOV_THREADS
#define ANYCOV_TABLE_BYTES CONFIG_ANYCOV_BYTES
#include "anycov/task_table.h"

void __real_z_cstart(void);
void __real_z_thread_mark_switched_in(void);
void __real_z_thread_monitor_exit(struct k_thread *thread);
void __wrap_z_cstart(void);
void __wrap_z_thread_mark_switched_in(void);
void __wrap_z_thread_monitor_exit(struct k_thread *thread);

void __wrap_z_thread_mark_switched_in(void)
{
	unsigned int key = irq_lock();

	anycov_task_switch(anycov_table_context(_current));
	irq_unlock(key);
	__real_z_thread_mark_switched_in();
}

static const char *name_of(const void *thread)
{
	return k_thread_name_get((k_tid_t)thread);
}

void __wrap_z_thread_monitor_exit(struct k_thread *thread)
{
	unsigned int key = irq_lock();

	anycov_table_names(thread, name_of);
	anycov_table_end(thread);
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

	anycov_table_names(NULL, name_of);
	irq_unlock(key);
	return anycov_dump_text(to_console, NULL);
}

/* Records from here on, when .data and .bss are set up: at first into the image's context, 0. */
void __wrap_z_cstart(void)
{
	static uint64_t image[ANYCOV_TABLE_WORDS];
#ifdef CONFIG_ANYCOV_IRQ
	static uint64_t irq[ANYCOV_TABLE_WORDS];

	anycov_irq(ANYCOV_IRQ_OWN, KCOV_TRACE_UNIQ_PC, irq, sizeof(irq));
#endif
	anycov_buffer(image, sizeof(image));
	anycov_start(KCOV_TRACE_UNIQ_PC);
	__real_z_cstart();
}
