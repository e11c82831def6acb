/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The subcommands: one table. */
#include <string.h>
#include "cmd/args.h"
#include "cmd/command.h"

const struct command commands[] = {
	{ "flags", "--cc CC [OPTION]... [-- TARGET FLAGS]",
	  "Prints compiler flags for instrumentation", cmd_flags },
	{ "cc", "[--record-to DIR] COMPILER ARGUMENT...",
	  "Runs a compiler and adds the flags for instrumentation", cmd_cc },
	{ "list", "[--json]", "Lists installed plugins and runtimes", cmd_list },
	{ "doctor", "[COMPILER]...", "Checks which compilers work with anycov, and what is missing",
	  cmd_doctor },
	{ "run", "[-o DIR] [--append] [--test NAME] [--mode MODE] PROGRAM [ARGUMENT]...",
	  "Runs a command and keeps what every process below it recorded", cmd_run },
	{ "trace", "[-o FILE] [--mode MODE] [--remote HANDLE]... COMMAND [ARGUMENT]...",
	  "Runs a command with kernel coverage (KCOV) and saves a dump file", cmd_trace },
	{ "fetch", "--gdb HOST:PORT --image ELF -o FILE",
	  "Reads the flags of a running target through a GDB server", cmd_fetch },
	{ "dump", "[OPTION]... FILE...", "Prints the contents of dump files", cmd_dump },
	{ "report", "[OPTION]... [DIR|FILE|SOURCE|FUNCTION]...",
	  "Reports covered functions, lines, blocks and edges", cmd_report },
	{ "tests", "[OPTION]... [DIR|FILE:LINE|FILE|FUNCTION]...",
	  "Lists the tests that reach a line, function, file or change", cmd_tests },
	{ "sites", "[OPTION]... ELF", "Lists the probes in an ELF file (alias: probes)",
	  cmd_sites },
	{ "budget", "[--json] ELF", "Shows what coverage takes in an ELF file, and needs to record",
	  cmd_budget },
	{ "merge", "-o OUT FILE...", "Merges dump files, dropping duplicates", cmd_merge },
	{ "diff", "[--image ELF]... [--fail-on-loss] A B",
	  "Compares the coverage of two dump files", cmd_diff },
	{ "help", "[COMMAND]", "Prints help", cmd_help },
	{ NULL, NULL, NULL, NULL }
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

void print_help(void)
{
	printf("usage: anycov COMMAND [ARGUMENT]...\n\n"
	       "Code coverage for programs, kernels and firmware built by GCC or "
	       "clang.\n\ncommands:\n");
	for (const struct command *c = commands; c->name; c++)
		printf("  %-8s %s\n", c->name, c->summary);
	printf("\n'anycov COMMAND --help' prints the options of a command.\n");
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
		return usage_error("unknown command %s; see 'anycov help'", argv[1]);
	again[0] = argv[1];
	return run_command(c, 2, again);
}
