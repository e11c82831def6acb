/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <string.h>
#include "args.h"

/* What went to standard output and did not arrive is no success. */
static int delivered(int status)
{
	if ((fflush(stdout) || ferror(stdout)) && status == EXIT_OK)
		return bad_data("standard output: cannot be written: %s", strerror(errno));
	return status;
}

int main(int argc, char **argv)
{
	const struct command *c;
	int status;

	if (argc < 2)
		return usage_error("no command given; 'anycov help' lists the commands");
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
		return usage_error("unknown command %s; 'anycov help' lists the commands", argv[1]);
	cli_command = c->name;
	status = c->run(argc - 1, argv + 1);
	progress_end();
	return delivered(status);
}
