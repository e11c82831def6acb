/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* NuttX: a context for each task, by the notes of the scheduler, and the command of NSH. */
#include <nuttx/config.h>
#include <nuttx/irq.h>
#include <nuttx/note/note_driver.h>
#include <nuttx/sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "anycov/anycov.h"

#if defined(CONFIG_DRIVERS_NOTERAM) && CONFIG_DRIVERS_NOTE_MAX < 2
#error "anycov: the driver of notes in RAM takes the only place: set CONFIG_DRIVERS_NOTE_MAX to 2"
#endif

#define BUFFER_WORDS ((CONFIG_SYSTEM_ANYCOV_BYTES + 7) / 8)

struct task_context {
	struct anycov_task task;
	const struct tcb_s *tcb; /* NULL: it ended */
	uint64_t buffer[BUFFER_WORDS];
};

static struct task_context contexts[CONFIG_SYSTEM_ANYCOV_TASKS];
static unsigned used; /* contexts that have, or had, a task */

/* Returns the context of a task, which it gets when it first runs; NULL: the image's. */
static struct anycov_task *context_of(const struct tcb_s *tcb)
{
	struct task_context *c;
	unsigned i;

	for (i = 0; i < used; i++)
		if (contexts[i].tcb == tcb)
			return &contexts[i].task;
	if (used == CONFIG_SYSTEM_ANYCOV_TASKS)
		return NULL;
	c = &contexts[used];
	if (anycov_task_start(&c->task, used + 1, KCOV_TRACE_UNIQ_PC, c->buffer, sizeof(c->buffer)))
		return NULL;
	c->tcb = tcb;
	used++;
	return &c->task;
}

static void take_name(struct task_context *c)
{
#if CONFIG_TASK_NAME_SIZE > 0
	anycov_task_name(&c->task, c->tcb->name);
#endif
}

/* The scheduler calls these with interrupts masked. */
static void on_resume(struct note_driver_s *driver, struct tcb_s *tcb)
{
	(void)driver;
	anycov_task_switch(context_of(tcb));
}

static void on_stop(struct note_driver_s *driver, struct tcb_s *tcb)
{
	unsigned i;

	(void)driver;
	for (i = 0; i < used; i++) {
		if (contexts[i].tcb != tcb)
			continue;
		take_name(&contexts[i]);
		contexts[i].tcb = NULL; /* it records until the switch to the next one */
	}
}

/* Each PC once, as in tasks; unless another application decided who records interrupts. */
static int start_irq(void)
{
	extern unsigned char anycov_irq_policy; /* of the runtime */
	static uint64_t buffer[BUFFER_WORDS];

	if (anycov_irq_policy != ANYCOV_IRQ_SHARE)
		return 0;
	return anycov_irq(ANYCOV_IRQ_OWN, KCOV_TRACE_UNIQ_PC, buffer, sizeof(buffer));
}

static int start(void)
{
	static uint64_t image[BUFFER_WORDS];
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
	unsigned i;
	int error;

	if (!f)
		return ANYCOV_EIO;
	flags = enter_critical_section();
	for (i = 0; i < used; i++)
		if (contexts[i].tcb)
			take_name(&contexts[i]);
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
