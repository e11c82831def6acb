/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Options of the subcommands: a table for each, which --help prints. */
#ifndef ANYCOV_ARGS_H
#define ANYCOV_ARGS_H

#include "base/base.h"

enum arg_kind {
	ARG_END,
	ARG_FLAG,    /* bool * */
	ARG_TEXT,    /* const char **, the last one is used */
	ARG_MAYBE,   /* const char **, given as --NAME=VALUE; "" without a value */
	ARG_WORDS,   /* struct string_list *, all are used */
	ARG_OUTPUT,  /* as ARG_TEXT: a file or directory that is written */
	ARG_OUTPUTS, /* as ARG_WORDS: what follows '=' is a file that is written */
	ARG_NUMBER,  /* uint64_t * */
	ARG_COUNT,   /* uint64_t *, above 0 */
	ARG_GROUP,   /* no option: help is the heading of those that follow it */
	ARG_OTHERS   /* last: other options are another subcommand's; their values are operands */
};

struct arg {
	enum arg_kind kind;
	char letter;      /* 0: none */
	const char *name; /* without the dashes; "name|alias" for two */
	const char *meta; /* what the value is, NULL for flags */
	void *value;
	const char *help;
};

#define ARGS_OF(heading)                                                                           \
	{                                                                                          \
		ARG_GROUP, 0, "", NULL, NULL, heading                                              \
	}

struct args {
	const struct arg *options;
	const char *details;  /* printed by --help after the options, may be NULL */
	bool stop_at_operand; /* options end at the first operand (run, cc) */
};

/*
 * Parses argv[1..] and adds the operands to *operands.  Arguments after "--" are
 * operands; *dashdash (may be NULL) is the number of operands before it, or SIZE_MAX.
 * Returns -1 to continue, else the exit status (help or an error was printed).
 */
int args_parse(const struct args *a, int argc, char **argv, struct string_list *operands,
	       size_t *dashdash);

/*
 * Parses the contents of an environment variable as options of `command`.  keep owns
 * the strings that values point to.
 */
int args_parse_variable(const struct args *a, const char *variable, const char *command,
			const char *text, struct string_list *keep, struct string_list *operands);

/* Prints the help of the running subcommand. */
void args_help(const struct args *a);

#endif
