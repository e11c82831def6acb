/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <string.h>
#include "cmd/command.h"

/* Fails if standard output could not be written. */
static int delivered(int status)
{
	if ((fflush(stdout) || ferror(stdout)) && status == EXIT_OK)
		return input_error("standard output: write error: %s", strerror(errno));
	return status;
}

int main(int argc, char **argv)
{
	const struct command *c;
	int status;

	if (argc < 2)
		return usage_error("no command given; see 'anycov help'");
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		printf("anycov %s\n", ANYCOV_VERSION);
		return delivered(EXIT_OK);
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		print_help();
		return delivered(EXIT_OK);
	}
	c = find_command(argv[1]);
	if (!c)
		return usage_error("unknown command %s; see 'anycov help'", argv[1]);
	status = run_command(c, argc - 1, argv + 1);
	progress_end();
	return delivered(status);
}
