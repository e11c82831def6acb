/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cmd/command.h"
#include "compiler/compilers.h"

/* Fails if standard output could not be written. */
static int delivered(int status)
{
	if ((fflush(stdout) || ferror(stdout)) && status == EXIT_OK)
		return input_error("standard output: write error: %s", strerror(errno));
	return status;
}

/*
 * Returns the compiler that a link to the command is named after, or NULL; to be freed.  It is the
 * file beside a link that is run by its path, as for compilers outside PATH, else a command.  A
 * name that is no compiler's, such as anycov-static, is another name of the command itself.
 */
static char *compiler_of_link(const char *link)
{
	const char *name = base_name(link);
	char *beside;

	if (!starts_with(name, LINK_PREFIX) || !is_compiler_name(name + strlen(LINK_PREFIX)))
		return NULL;
	beside = xasprintf("%.*s%s", (int)(name - link), link, name + strlen(LINK_PREFIX));
	if (name > link && access(beside, X_OK)) {
		free(beside);
		beside = xstrdup(name + strlen(LINK_PREFIX));
	}
	return beside;
}

/* Runs 'anycov cc COMPILER ARGUMENT...'; argv[0] is the link. */
static int run_link(char *compiler, int argc, char **argv)
{
	char cc[] = "cc", **words = xcalloc((size_t)argc + 2, sizeof(*words));
	int status;

	words[0] = cc;
	words[1] = compiler;
	for (int i = 1; i < argc; i++)
		words[i + 1] = argv[i];
	status = run_command(find_command(cc), argc + 1, words);
	free(words);
	return status;
}

static bool asks_for_version(const char *word)
{
	static const char *const words[] = { "version", "--version", "-V", "-v" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	char *compiler = argc ? compiler_of_link(argv[0]) : NULL;
	const struct command *c;
	int status;

	if (compiler) {
		status = run_link(compiler, argc, argv);
		free(compiler);
		return status;
	}
	if (argc < 2) {
		print_help();
		return delivered(EXIT_USAGE);
	}
	if (asks_for_version(argv[1])) {
		printf("anycov %s\n", ANYCOV_VERSION);
		return delivered(EXIT_OK);
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		print_help();
		return delivered(EXIT_OK);
	}
	c = find_command(argv[1]);
	if (!c)
		return unknown_command(argv[1]);
	status = run_command(c, argc - 1, argv + 1);
	progress_end();
	return delivered(status);
}
