/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The subcommands. */
#ifndef ANYCOV_COMMAND_H
#define ANYCOV_COMMAND_H

#include "base/base.h"

struct command {
	const char *name;
	const char *synopsis;              /* after "anycov NAME" */
	const char *summary;               /* one line, no full stop */
	int (*run)(int argc, char **argv); /* argv[0] is the command's name */
	const char *group;                 /* heading of the group that it begins, or NULL */
};

extern const struct command commands[];
/* The subcommand that runs, for --help. */
extern const struct command *running_command;

int cmd_budget(int argc, char **argv);
int cmd_cc(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_doctor(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_fetch(int argc, char **argv);
int cmd_flags(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_sites(int argc, char **argv);
int cmd_tests(int argc, char **argv);
int cmd_trace(int argc, char **argv);

/* Returns the subcommand with this name or alias, or NULL. */
const struct command *find_command(const char *name);
/* Runs a subcommand; argv[0] is its name.  Returns the exit status. */
int run_command(const struct command *c, int argc, char **argv);
/* Prints that there is no such command, and which one may be meant.  Returns the exit status. */
int unknown_command(const char *name);
/* Prints what 'anycov help' prints. */
void print_help(void);

#endif
