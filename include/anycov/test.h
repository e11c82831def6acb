/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Coverage of firmware by test: anycov_test() between the tests of a program that runs them one
 * after the other (Unity, Ceedling, CppUTest and the like).  Each test is a context of its own,
 * whose dump `anycov report --context NAME` selects.  Compile what includes this without probes.
 */
#ifndef ANYCOV_TEST_H
#define ANYCOV_TEST_H

#include "anycov/anycov.h"

#ifdef __cplusplus
extern "C" {
#endif

struct anycov_tests {
	unsigned mode; /* as for anycov_start(): KCOV_TRACE_UNIQ_PC takes least */
	void *buffer;  /* of one test, aligned for uint64_t */
	size_t bytes;
	anycov_sink *sink; /* of text, such as a UART: as for anycov_dump_text() */
	void *arg;
	struct anycov_task task; /* of the test that runs */
	uint32_t number;         /* of tests so far */
	int error;               /* of the first call that failed */
};

/*
 * Writes the dump of the test before, if there is one, and begins that of the test with this name,
 * of which ANYCOV_TASK_NAME characters are kept; NULL: there is none.  Returns t->error, 0 if there
 * was none.  All but mode to arg is 0 at first.  For one thread, outside interrupt handlers.
 */
static inline int anycov_test(struct anycov_tests *t, const char *name)
{
	int error = 0;

	if (t->task.number) {
		anycov_task_switch(NULL);
		anycov_task_stop(&t->task);
		error = anycov_dump_text(t->sink, t->arg);
		(void)anycov_task_remove(&t->task);
		t->task.number = 0;
	}
	if (name) {
		int failed = anycov_task_start(&t->task, ++t->number, t->mode, t->buffer, t->bytes);

		error = error ? error : failed;
		t->task.number = failed ? 0 : t->number;
		if (!failed) {
			anycov_task_name(&t->task, name);
			anycov_task_switch(&t->task);
		}
	}
	t->error = t->error ? t->error : error;
	return t->error;
}

#ifdef __cplusplus
}
#endif

#endif
