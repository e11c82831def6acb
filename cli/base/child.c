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

char *run_child_that_exits(const char *const *words, int other)
{
	posix_spawn_file_actions_t actions;
	struct string_buffer t = { 0 };
	struct string_list argv = { 0 };
	int pipes[2], status;
	char buf[4096];
	ssize_t n;
	pid_t pid;

	if (pipe2(pipes, O_CLOEXEC))
		return NULL;
	do
		string_list_add(&argv, *words);
	while (*++words);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
	status = posix_spawnp(&pid, argv.v[0], &actions, NULL, argv.v, environ);
	posix_spawn_file_actions_destroy(&actions);
	string_list_free(&argv);
	close(pipes[1]);
	if (!status) {
		while ((n = read(pipes[0], buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
			if (n > 0)
				string_buffer_append_n(&t, buf, (size_t)n);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	close(pipes[0]);
	if (!status || (WIFEXITED(status) && WEXITSTATUS(status) == other))
		return t.s ? t.s : xstrdup("");
	free(t.s);
	return NULL;
}

char *run_child(const char *const *words)
{
	return run_child_that_exits(words, 0);
}
