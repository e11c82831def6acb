/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Which calls a task of Linux does not complete when it ends. */
#ifndef ANYCOV_TASK_EXIT_H
#define ANYCOV_TASK_EXIT_H

#include "coverage/instrumented_image.h"

struct match_result;

/* After all dumps were read: finds how tasks ended, and which functions may lead there. */
void task_exits_look(struct match_result *r);
/* What the end of a task does to calls of a function. */
enum task_exit_cut {
	TASK_EXIT_CUTS_NOTHING,
	TASK_EXIT_CUTS_AT_CALLS, /* one may have ended at a call that may not return */
	TASK_EXIT_CUTS_ANYWHERE  /* records may be of a part of it */
};
/* function: of m->map */
enum task_exit_cut how_task_exit_cuts(const struct instrumented_image *m, uint32_t function,
				      const struct recording *e);

#endif
