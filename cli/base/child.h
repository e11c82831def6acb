/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Programs that the command runs for what they print. */
#ifndef ANYCOV_CHILD_H
#define ANYCOV_CHILD_H

#include <stdbool.h>

/*
 * Runs a program, found in PATH, without input and without its error messages.  words end
 * with NULL and have at least one.  Returns what it printed, or NULL if it cannot be run or fails;
 * to be freed.
 */
char *run_child(const char *const *words);
/* The same, and the program may also exit with this status. */
char *run_child_that_exits(const char *const *words, int other);
/*
 * Returns the output of a command (stdout, or stderr with take_stderr) that runs with LC_ALL=C,
 * because the output of compilers is parsed; NULL if it cannot run or fails.  To be freed.
 */
char *run_and_capture(char *const argv[], bool take_stderr);

#endif
