/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The subcommands: one table. */
#include <stdlib.h>
#include <string.h>
#include "base/nearest.h"
#include "cmd/args.h"
#include "cmd/command.h"

/* In the order of 'anycov help': groups, in each of which what is used most is first. */
const struct command commands[] = {
	{ "cc", "[--record-to DIR] COMPILER ARGUMENT...",
	  "Runs a compiler and adds the flags for instrumentation", cmd_cc, "build and record" },
	{ "run", "[-o DIR] [--append] [--test NAME] [--mode MODE] PROGRAM [ARGUMENT]...",
	  "Runs a command and keeps what every process below it recorded", cmd_run, NULL },
	{ "flags", "--cc CC [OPTION]... [-- TARGET FLAGS]",
	  "Prints compiler flags for instrumentation", cmd_flags, NULL },
	{ "doctor", "[COMPILER]...", "Checks which compilers work with anycov, and what is missing",
	  cmd_doctor, NULL },
	{ "list", "[--json]", "Lists installed plugins and runtimes", cmd_list, NULL },
	{ "report", "[OPTION]... [DIR|FILE|SOURCE|FUNCTION]...",
	  "Reports covered functions, lines, blocks and edges", cmd_report,
	  "read what was recorded" },
	{ "tests", "[OPTION]... [DIR|FILE:LINE|FILE|FUNCTION]...",
	  "Lists the tests that reach a line, function, file or change", cmd_tests, NULL },
	{ "diff", "[--image ELF]... [--fail-on-loss] A B",
	  "Compares the coverage of two dump files", cmd_diff, NULL },
	{ "merge", "-o OUT FILE...", "Merges dump files, dropping duplicates", cmd_merge, NULL },
	{ "dump", "[OPTION]... FILE...", "Prints the contents of dump files", cmd_dump, NULL },
	{ "trace", "[-o FILE] [--mode MODE] [--remote HANDLE]... COMMAND [ARGUMENT]...",
	  "Runs a command with kernel coverage (KCOV) and saves a dump file", cmd_trace,
	  "kernels and firmware" },
	{ "fetch", "--gdb HOST:PORT --image ELF -o FILE",
	  "Reads the flags of a running target through a GDB server", cmd_fetch, NULL },
	{ "budget", "[--json] ELF", "Shows what coverage takes in an ELF file, and needs to record",
	  cmd_budget, NULL },
	{ "sites", "[OPTION]... ELF", "Lists the probes in an ELF file (alias: probes)", cmd_sites,
	  NULL },
	{ "help", "[COMMAND]", "Prints help", cmd_help, NULL },
	{ NULL, NULL, NULL, NULL, NULL }
};

const struct command *find_command(const char *name)
{
	if (!strcmp(name, "probes"))
		name = "sites";
	for (const struct command *c = commands; c->name; c++)
		if (!strcmp(c->name, name))
			return c;
	return NULL;
}

int run_command(const struct command *c, int argc, char **argv)
{
	cli_command = c->name;
	running_command = c;
	return c->run(argc, argv);
}

int unknown_command(const char *name)
{
	struct nearest x = { .word = name };
	int status;

	for (const struct command *c = commands; c->name; c++)
		nearest_try(&x, c->name);
	if (x.best)
		status = usage_error("unknown command %s; did you mean 'anycov %s'?", name, x.best);
	else
		status = usage_error("unknown command %s; see 'anycov help'", name);
	free(x.best);
	return status;
}

void print_help(void)
{
	printf("usage: anycov COMMAND [ARGUMENT]...\n\n"
	       "Code coverage for programs, kernels and firmware built by GCC or "
	       "clang.\n");
	for (const struct command *c = commands; c->name; c++) {
		if (c->group)
			printf("\n%s:\n", c->group);
		printf("  %-8s %s\n", c->name, c->summary);
	}
	printf("\n'anycov COMMAND --help' prints the options of a command, 'anycov version' the "
	       "version.\n");
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
		return unknown_command(argv[1]);
	again[0] = argv[1];
	return run_command(c, 2, again);
}
