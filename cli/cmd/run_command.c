/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cmd/command.h"
#include "cmd/run_command.h"

/* Signals that end the command. */
static const int passed_on[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
#define N_PASSED (sizeof(passed_on) / sizeof(*passed_on))
#define N_CHANGED (N_PASSED + 1) /* and SIGCHLD, which must not be ignored */

static volatile sig_atomic_t child; /* the process of the command; 0: none */

/*
 * The kernel sends those of a terminal to the command, too, but the hangup to the first process of
 * the session alone, until that ends.
 */
static void pass_on(int number, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)context;
	if (child && (number == SIGHUP || info->si_code != SI_KERNEL))
		kill((pid_t)child, number);
	errno = saved;
}

/* Passes on signals from now on, but not those that are ignored (nohup). */
static void catch_signals(struct sigaction before[N_CHANGED])
{
	const struct sigaction normal = { .sa_handler = SIG_DFL };
	struct sigaction passes = { .sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART };

	for (size_t i = 0; i < N_PASSED; i++) {
		sigaction(passed_on[i], NULL, &before[i]);
		if (before[i].sa_handler != SIG_IGN)
			sigaction(passed_on[i], &passes, NULL);
	}
	sigaction(SIGCHLD, &normal, &before[N_PASSED]);
}

static void release_signals(const struct sigaction before[N_CHANGED])
{
	for (size_t i = 0; i < N_PASSED; i++)
		sigaction(passed_on[i], &before[i], NULL);
	sigaction(SIGCHLD, &before[N_PASSED], NULL);
}

/* Waits for the command, and for what the kernel gives to the first process of a container. */
static int wait_for(pid_t pid, int *status)
{
	siginfo_t ended = { 0 };

	while (ended.si_pid != pid) {
		if (ended.si_pid)
			waitpid(ended.si_pid, NULL, 0);
		if (waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT) < 0 && errno != EINTR)
			return -1;
	}
	/* Its number is not given to another process before this. */
	child = 0;
	return waitpid(pid, status, 0) == pid ? 0 : -1;
}

int command_run(char *const *argv, int *status)
{
	struct sigaction before[N_CHANGED];
	sigset_t passed, mask;
	pid_t pid;
	int failed;

	/* None is lost until the command is there. */
	sigemptyset(&passed);
	for (size_t i = 0; i < N_PASSED; i++)
		sigaddset(&passed, passed_on[i]);
	sigprocmask(SIG_BLOCK, &passed, &mask);
	catch_signals(before);
	pid = fork();
	if (!pid) {
		release_signals(before);
		sigprocmask(SIG_SETMASK, &mask, NULL);
		execvp(argv[0], argv);
		warn("%s: cannot run: %s", argv[0], strerror(errno));
		_exit(errno == ENOENT ? 127 : 126);
	}
	child = pid > 0 ? pid : 0;
	sigprocmask(SIG_SETMASK, &mask, NULL);
	failed = pid < 0 || wait_for(pid, status) ? errno : 0;
	child = 0;
	release_signals(before);
	if (failed)
		return input_error("%s: cannot %s: %s", argv[0], pid < 0 ? "run" : "wait",
				   strerror(failed));
	return -1;
}

int command_status(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
