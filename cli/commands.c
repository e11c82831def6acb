/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The subcommands: one table. */
#include <string.h>
#include "args.h"

const struct command commands[] = {
	{ "flags", "--cc CC [OPTION]... [-- TARGET FLAGS]",
	  "Prints the flags that make a compiler insert coverage hooks", cmd_flags },
	{ "cc", "COMPILER ARGUMENT...", "Runs a compiler with those flags added", cmd_cc },
	{ "list", "[--json]", "Shows the plugins and runtimes that are there", cmd_list },
	{ "run", "[-o FILE] [--mode MODE] PROGRAM [ARGUMENT]...",
	  "Runs a program that was built with hooks and keeps its dump", cmd_run },
	{ "trace", "[-o FILE] [--mode MODE] [--remote HANDLE]... COMMAND [ARGUMENT]...",
	  "Runs a command under the kernel's KCOV and keeps its dump", cmd_trace },
	{ "dump", "[OPTION]... FILE...", "Prints the records of dumps", cmd_dump },
	{ "report", "--image ELF [OPTION]... FILE...",
	  "Shows which functions and lines ran, and which did not", cmd_report },
	{ "sites", "[OPTION]... ELF", "Shows every probe of an image", cmd_sites },
	{ "merge", "-o OUT FILE...", "Unites dumps, each record once", cmd_merge },
	{ "diff", "[--image ELF]... [--fail-on-loss] A B",
	  "Shows what dump B reached that dump A did not, and what it lost", cmd_diff },
	{ "help", "[COMMAND]", "Prints help", cmd_help },
	{ NULL, NULL, NULL, NULL }
};

const struct command *find_command(const char *name)
{
	for (const struct command *c = commands; c->name; c++)
		if (!strcmp(c->name, name))
			return c;
	return NULL;
}

void print_help(void)
{
	printf("usage: anycov COMMAND [ARGUMENT]...\n\n"
	       "Coverage for any compiler, any kernel and any bare-metal target.\n\ncommands:\n");
	for (const struct command *c = commands; c->name; c++)
		printf("  %-8s %s\n", c->name, c->summary);
	printf("\n'anycov COMMAND --help' says more.\n");
}

int cmd_help(int argc, char **argv)
{
	static const struct arg none[] = { { ARG_END, 0, NULL, NULL, NULL, NULL } };
	static const struct args a = { none, NULL, false };
	const struct command *c;
	char help[] = "--help", *again[3] = { NULL, help, NULL };

	if (argc < 2) {
		print_help();
		return EXIT_OK;
	}
	if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		args_help(&a);
		return EXIT_OK;
	}
	c = find_command(argv[1]);
	if (!c)
		return usage_error("unknown command %s; 'anycov help' lists the commands", argv[1]);
	cli_command = c->name;
	again[0] = argv[1];
	return c->run(2, again);
}

