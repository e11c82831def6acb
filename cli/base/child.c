/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/base.h"
#include "base/child.h"

extern char **environ;

/* Returns the environment with LC_ALL=C. */
static struct string_list plain_environment(void)
{
	struct string_list env = { 0 };

	for (char **e = environ; *e; e++)
		if (!starts_with(*e, "LC_ALL=") && !starts_with(*e, "LANGUAGE="))
			string_list_add(&env, *e);
	string_list_add(&env, "LC_ALL=C");
	return env;
}

/*
 * Runs argv, without input, and reads one of its outputs, STDOUT_FILENO or STDERR_FILENO; the
 * other one is dropped.  It may exit with 0 or `status_too`.
 */
static char *capture(char *const argv[], char *const env[], int output, int status_too)
{
	int dropped = output == STDOUT_FILENO ? STDERR_FILENO : STDOUT_FILENO, pipes[2], status;
	posix_spawn_file_actions_t actions;
	struct string_buffer t = { 0 };
	char buf[4096];
	ssize_t n;
	pid_t pid;

	if (pipe2(pipes, O_CLOEXEC))
		return NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, dropped, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, pipes[1], output);
	status = posix_spawnp(&pid, argv[0], &actions, NULL, argv, env);
	posix_spawn_file_actions_destroy(&actions);
	close(pipes[1]);
	if (!status) {
		while ((n = read(pipes[0], buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
			if (n > 0)
				string_buffer_append_n(&t, buf, (size_t)n);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	close(pipes[0]);
	if (!status || (WIFEXITED(status) && WEXITSTATUS(status) == status_too))
		return t.s ? t.s : xstrdup("");
	free(t.s);
	return NULL;
}

char *run_child_that_exits(const char *const *words, int other)
{
	struct string_list argv = { 0 };
	char *output;

	do
		string_list_add(&argv, *words);
	while (*++words);
	output = capture(argv.v, environ, STDOUT_FILENO, other);
	string_list_free(&argv);
	return output;
}

char *run_child(const char *const *words)
{
	return run_child_that_exits(words, 0);
}

char *run_and_capture(char *const argv[], bool take_stderr)
{
	struct string_list env = plain_environment();
	char *output = capture(argv, env.v, take_stderr ? STDERR_FILENO : STDOUT_FILENO, 0);

	string_list_free(&env);
	return output;
}
