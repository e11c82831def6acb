/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/nearest.h"
#include "cmd/show_args.h"
#include "coverage/history/changes.h"
#include "dump/inputs.h"
#include "output/show.h"

extern char **environ;

static bool is_name(const char *word)
{
	struct stat st;

	if (!stat(word, &st))
		return S_ISREG(st.st_mode) && is_source_name(word) && !is_recording(word);
	return is_source_name(word) ||
	       (!strchr(word, '/') && !strstr(word, ".dump") && !strstr(word, ".flags"));
}

int take_names(struct string_list *operands, struct string_list *names)
{
	size_t kept = 0;

	for (size_t i = 0; i < operands->n; i++)
		if (!*operands->v[i])
			return usage_error("an operand is empty, such as an unset variable in "
					   "quotes; name a recording, a source or a function");
	for (size_t i = 0; i < operands->n; i++) {
		if (is_name(operands->v[i]))
			string_list_add_owned(names, operands->v[i]);
		else
			operands->v[kept++] = operands->v[i];
	}
	if (operands->n)
		operands->v[kept] = NULL;
	operands->n = kept;
	return -1;
}

int add_default_directory(struct string_list *operands, const struct string_list *names,
			  const char *help)
{
	if (!access(DEFAULT_DIRECTORY, F_OK)) {
		string_list_add(operands, DEFAULT_DIRECTORY);
		return -1;
	}
	if (names->n)
		return usage_error("%s: no recording, and no directory " DEFAULT_DIRECTORY
				   " is here; %s",
				   names->v[0], help);
	return usage_error("no input given, and no directory " DEFAULT_DIRECTORY " is here; %s",
			   help);
}

/* Returns whether a program of this name is in PATH. */
static bool is_in_path(const char *name)
{
	const char *path = getenv("PATH");
	bool found = false;

	for (const char *at = path ? path : ""; *at && !found;) {
		size_t n = strcspn(at, ":");
		char *program = xasprintf("%.*s/%s", (int)n, at, name);

		found = n && !access(program, X_OK);
		free(program);
		at += n + (at[n] == ':');
	}
	return found;
}

/* Returns the pager's command, or NULL for none, as git chooses it. */
static const char *pager_command(void)
{
	const char *pager = getenv("ANYCOV_PAGER"), *term = getenv("TERM");

	if (!isatty(STDOUT_FILENO) || !term || !strcmp(term, "dumb"))
		return NULL;
	if (!pager)
		pager = getenv("PAGER");
	if (!pager)
		pager = is_in_path("less") ? "less" : "";
	return *pager && strcmp(pager, "cat") ? pager : NULL;
}

/* Starts the pager's command, which may have arguments.  Returns its input, or NULL. */
static FILE *start_pager(const char *pager, pid_t *pid)
{
	char shell[] = "sh", option[] = "-c", *command = xstrdup(pager);
	char *const argv[] = { shell, option, command, NULL };
	posix_spawn_file_actions_t actions;
	int pipes[2], failed;
	FILE *f = NULL;

	if (pipe2(pipes, O_CLOEXEC)) {
		free(command);
		return NULL;
	}
	setenv("LESS", "FRX", 0); /* one screen is printed, and colours are shown */
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, pipes[0], STDIN_FILENO);
	failed = posix_spawnp(pid, shell, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(pipes[0]);
	free(command);
	if (!failed)
		f = fdopen(pipes[1], "w");
	if (!f)
		close(pipes[1]);
	return f;
}

/* Ends the pager.  Returns false if it could not be run, so that nothing was shown. */
static bool end_pager(FILE *f, pid_t pid)
{
	int status = 0;
	pid_t ended;

	fclose(f);
	do
		ended = waitpid(pid, &status, 0);
	while (ended < 0 && errno == EINTR);
	/* What the shell returns for a command that is not there, or is none. */
	return ended < 0 || !WIFEXITED(status) ||
	       (WEXITSTATUS(status) != 126 && WEXITSTATUS(status) != 127);
}

int reject_name(const struct coverage *c, const char *word)
{
	struct nearest x = { .word = word };
	int status;

	for (size_t i = 0; i < c->n_files; i++) {
		nearest_try(&x, c->files[i].path);
		nearest_try(&x, base_name(c->files[i].path));
	}
	for (size_t i = 0; i < c->n_functions; i++) {
		char *own = own_name(c->functions[i].name);

		nearest_try(&x, own);
		free(own);
	}
	if (x.best)
		status = input_error("%s: neither a recording, nor a source file or function of "
				     "the report; did you mean %s?",
				     word, x.best);
	else
		status = input_error("%s: neither a recording, nor a source file or function of "
				     "the report; 'anycov report' lists these",
				     word);
	free(x.best);
	return status;
}

static int show_all(FILE *f, const struct string_list *names, const struct coverage *c,
		    struct selection *s, bool colour)
{
	for (size_t i = 0; i < names->n; i++) {
		if (i)
			putc('\n', f);
		if (!out_show(f, c, s, names->v[i], colour))
			return reject_name(c, names->v[i]);
	}
	return EXIT_OK;
}

int show_names(const struct string_list *names, const struct coverage *c, struct selection *s,
	       const char *output)
{
	const char *pager = output ? NULL : pager_command();
	bool colour = !output && isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
	struct anycov_error err;
	struct out_file out;
	int status;

	if (pager) {
		pid_t pid;
		FILE *f = start_pager(pager, &pid);

		if (f) {
			/* It may end before it has read everything, or at once. */
			signal(SIGPIPE, SIG_IGN);
			status = show_all(f, names, c, s, colour);
			if (end_pager(f, pid) || status != EXIT_OK)
				return status;
		}
	}
	if (out_open(&out, output, &err))
		return input_error("%s", err.text);
	status = show_all(out.f, names, c, s, colour);
	if (status != EXIT_OK) {
		out_discard(&out);
		return status;
	}
	return out_commit(&out, &err) ? input_error("%s", err.text) : EXIT_OK;
}
