/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Which calls a task of Linux does not complete when it ends. */
#ifndef ANYCOV_TASK_EXIT_H
#define ANYCOV_TASK_EXIT_H

#include "coverage/model/instrumented_image.h"

struct match_result;

/* After all dumps were read: finds how tasks ended, and which functions may lead there. */
void task_exits_look(struct match_result *r);
/*
 * Returns whether the end of a task may have cut a call of a function of m->map, or records may
 * be of a part of it.
 */
bool task_exit_cuts_call(const struct instrumented_image *m, uint32_t function,
			 const struct recording *e);

#endif
