/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Runs a command of the user, for which the signals are that this one gets. */
#ifndef ANYCOV_RUN_COMMAND_H
#define ANYCOV_RUN_COMMAND_H

/*
 * Runs the command, found in PATH, and waits for it.  Returns -1 with its wait status, or an exit
 * status after an error.
 */
int command_run(char *const *argv, int *status);
/* Returns the exit status of a shell for a wait status. */
int command_status(int status);

#endif
