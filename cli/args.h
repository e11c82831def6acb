/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Options of the subcommands: one table each, from which --help is made. */
#ifndef ANYCOV_ARGS_H
#define ANYCOV_ARGS_H

#include "cli.h"

enum arg_kind {
	ARG_END,
	ARG_FLAG,  /* bool * */
	ARG_TEXT,  /* const char **, the last one counts */
	ARG_WORDS, /* struct words *, each one counts */
	ARG_NUMBER, /* uint64_t * */
	ARG_COUNT   /* uint64_t *, above 0 */
};

struct arg {
	enum arg_kind kind;
	char letter;      /* 0: none */
	const char *name; /* without the dashes */
	const char *meta; /* what the value is, NULL for flags */
	void *value;
	const char *help;
};

struct args {
	const struct arg *options;
	const char *details; /* printed by --help behind the options, may be NULL */
	bool stop_at_operand; /* options end at the first operand (run, cc) */
};

/*
 * Parses argv[1..]; operands are left in *operands (which point into argv).
 * Words behind "--" are operands; *dashdash (may be NULL) is how many operands
 * stood before it, or SIZE_MAX.  Returns -1 to go on, else the exit status to
 * end with (--help was printed, or an error was).
 */
int args_parse(const struct args *a, int argc, char **argv, struct words *operands,
	       size_t *dashdash);

/*
 * The same for words in an environment variable, options of `command`.  keep holds
 * what operands and values point to.
 */
int args_parse_variable(const struct args *a, const char *variable, const char *command,
			const char *text, struct words *keep, struct words *operands);

/* Prints the help of a subcommand. */
void args_help(const struct args *a);

const struct command *find_command(const char *name);
/* What 'anycov help' prints. */
void print_help(void);

#endif
