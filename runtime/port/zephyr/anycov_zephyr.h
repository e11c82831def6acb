/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Zephyr, CONFIG_ANYCOV_TRACE: coverage by thread, on top of the bare-metal port. */
#ifndef ANYCOV_ZEPHYR_H
#define ANYCOV_ZEPHYR_H

#include "anycov/anycov.h"

/*
 * Writes the records of all threads, by name, and of interrupts to the console, as text that
 * `anycov report` finds in its log.  From a thread.  Returns 0 or ANYCOV_E*.
 */
int anycov_zephyr_dump(void);

#endif
