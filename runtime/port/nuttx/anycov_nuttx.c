/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* NuttX: a context for each task, by the notes of the scheduler, and the command of NSH. */
#include <nuttx/config.h>
#include <nuttx/irq.h>
#include <nuttx/note/note_driver.h>
#include <nuttx/sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(CONFIG_DRIVERS_NOTERAM) && CONFIG_DRIVERS_NOTE_MAX < 2
#error "anycov: the driver of notes in RAM takes the only place: set CONFIG_DRIVERS_NOTE_MAX to 2"
#endif

#define ANYCOV_TABLE_TASKS CONFIG_SYSTEM_ANYCOV_TASKS
#define ANYCOV_TABLE_BYTES CONFIG_SYSTEM_ANYCOV_BYTES
#include "anycov/task_table.h"

static const char *name_of(const void *thread)
{
#if CONFIG_TASK_NAME_SIZE > 0
	return ((const struct tcb_s *)thread)->name;
#else
	(void)thread;
	return NULL;
#endif
}

/* The scheduler calls these with interrupts masked. */
static void on_resume(struct note_driver_s *driver, struct tcb_s *tcb)
{
	(void)driver;
	anycov_task_switch(anycov_table_context(tcb));
}

static void on_stop(struct note_driver_s *driver, struct tcb_s *tcb)
{
	(void)driver;
	anycov_table_names(tcb, name_of);
	anycov_table_end(tcb);
}

/* Each PC once, as in tasks; unless another application decided who records interrupts. */
static int start_irq(void)
{
	extern unsigned char anycov_irq_policy; /* of the runtime */
	static uint64_t buffer[ANYCOV_TABLE_WORDS];

	if (anycov_irq_policy != ANYCOV_IRQ_SHARE)
		return 0;
	return anycov_irq(ANYCOV_IRQ_OWN, KCOV_TRACE_UNIQ_PC, buffer, sizeof(buffer));
}

static int start(void)
{
	static uint64_t image[ANYCOV_TABLE_WORDS];
	static const struct note_driver_ops_s ops = { .resume = on_resume, .stop = on_stop };
	static struct note_driver_s driver = { .ops = &ops };
	static int started;
	int error;

	if (started)
		return ANYCOV_EBUSY;
	error = anycov_buffer(image, sizeof(image));
	if (error)
		return error;
	error = start_irq();
	if (!error)
		error = anycov_start(KCOV_TRACE_UNIQ_PC);
	if (!error)
		error = note_driver_register(&driver);
	if (error)
		anycov_stop(); /* so that it can be started again */
	started = !error;
	return error;
}

static int write_to(void *arg, const void *data, size_t n)
{
	return fwrite(data, 1, n, arg) == n ? 0 : ANYCOV_EIO;
}

static int dump(const char *path)
{
	FILE *f = path ? fopen(path, "wb") : stdout;
	irqstate_t flags;
	int error;

	if (!f)
		return ANYCOV_EIO;
	flags = enter_critical_section();
	anycov_table_names(NULL, name_of);
	leave_critical_section(flags);
	error = path ? anycov_dump(write_to, f) : anycov_dump_text(write_to, f);
	if (fflush(f) && !error)
		error = ANYCOV_EIO;
	if (path && fclose(f) && !error)
		error = ANYCOV_EIO;
	return error;
}

int main(int argc, char *argv[])
{
	int error;

	if (argc == 2 && !strcmp(argv[1], "start"))
		error = start();
	else if (argc >= 2 && argc <= 3 && !strcmp(argv[1], "dump"))
		error = dump(argc == 3 ? argv[2] : NULL);
	else {
		fprintf(stderr, "usage: anycov start | dump [FILE]\n");
		return 2;
	}
	if (error)
		fprintf(stderr, "anycov: %s: error %d\n", argv[1], error);
	return error != 0;
}
