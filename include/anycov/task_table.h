/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * For modules of an RTOS: a context for each thread, which is found by the address of its control
 * block.  Define ANYCOV_TABLE_TASKS, the number of threads that get one, and ANYCOV_TABLE_BYTES,
 * the RAM of each, before.  Call all with interrupts masked.  Compile what includes this without
 * probes.
 */
#ifndef ANYCOV_TASK_TABLE_H
#define ANYCOV_TASK_TABLE_H

#include "anycov/anycov.h"

#define ANYCOV_TABLE_WORDS ((ANYCOV_TABLE_BYTES + 7) / 8)

struct anycov_table_task {
	struct anycov_task task;
	const void *thread; /* NULL: it ended */
	uint64_t buffer[ANYCOV_TABLE_WORDS];
};

static struct anycov_table_task anycov_table[ANYCOV_TABLE_TASKS];
static unsigned anycov_table_used; /* contexts that have, or had, a thread */

/* Returns the context of a thread, which it gets when it first runs; NULL: the image's. */
static struct anycov_task *anycov_table_context(const void *thread)
{
	struct anycov_table_task *c;
	unsigned i;

	for (i = 0; i < anycov_table_used; i++)
		if (anycov_table[i].thread == thread)
			return &anycov_table[i].task;
	if (anycov_table_used == ANYCOV_TABLE_TASKS)
		return NULL;
	c = &anycov_table[anycov_table_used];
	if (anycov_task_start(&c->task, anycov_table_used + 1, KCOV_TRACE_UNIQ_PC, c->buffer,
			      sizeof(c->buffer)))
		return NULL;
	c->thread = thread;
	anycov_table_used++;
	return &c->task;
}

/* Takes the name of a thread, or of all if it is NULL; name_of() may return NULL. */
static void anycov_table_names(const void *thread, const char *(*name_of)(const void *thread))
{
	unsigned i;

	for (i = 0; i < anycov_table_used; i++) {
		const void *own = anycov_table[i].thread;
		const char *name = own && (!thread || own == thread) ? name_of(own) : NULL;

		if (name)
			anycov_task_name(&anycov_table[i].task, name);
	}
}

/* Notes that a thread ended, after its name was taken: it records until the next one runs. */
static void anycov_table_end(const void *thread)
{
	unsigned i;

	for (i = 0; i < anycov_table_used; i++)
		if (anycov_table[i].thread == thread)
			anycov_table[i].thread = NULL;
}

#endif
