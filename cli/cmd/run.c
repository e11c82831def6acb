/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "anycov/dump.h"
#include "cmd/args.h"
#include "cmd/command.h"
#include "cmd/modes.h"

#define DEFAULT_OUT "anycov.dump"
/* The minimum of the host runtime (ANYCOV_SIZE). */
#define LEAST_WORDS 8u

/* Removes the dump of an earlier run, which must not be mistaken for a new one. */
static int remove_old(const char *path)
{
	char magic[6];
	struct stat st;
	FILE *f;
	size_t n;

	if (lstat(path, &st))
		return EXIT_OK;
	f = S_ISREG(st.st_mode) ? fopen(path, "r") : NULL;
	n = f ? fread(magic, 1, sizeof(magic), f) : 0;
	if (f)
		fclose(f);
	if (!f || (st.st_size && (n < 6 || memcmp(magic, ANYCOV_DUMP_MAGIC, 6))))
		return usage_error(
			"%s: exists and is not an anycov dump; choose another file with -o", path);
	if (unlink(path))
		return usage_error("%s: cannot remove: %s", path, strerror(errno));
	return EXIT_OK;
}

static void explain_missing(const char *path, int status)
{
	if (WIFSIGNALED(status))
		warn("%s: not created; the program was killed by signal %d (%s)", path,
		     WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		warn("%s: not created; link with 'anycov flags --link', avoid _exit(), and check "
		     "write permission",
		     path);
}

static int run(const char *out, char **argv)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, interrupt, quit;
	bool missing;
	int status;
	pid_t pid;

	pid = fork();
	if (pid < 0)
		return input_error("%s: cannot run: %s", argv[0], strerror(errno));
	if (!pid) {
		execvp(argv[0], argv);
		warn("%s: cannot run: %s", argv[0], strerror(errno));
		_exit(errno == ENOENT ? 127 : 126);
	}
	/* Signals of the keyboard are for the program; its dump is still wanted. */
	sigaction(SIGINT, &ignore, &interrupt);
	sigaction(SIGQUIT, &ignore, &quit);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return input_error("%s: cannot wait: %s", argv[0], strerror(errno));
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGQUIT, &quit, NULL);
	missing = access(out, F_OK) && !strstr(out, "%p");
	if (missing && !(WIFEXITED(status) && WEXITSTATUS(status) >= 126))
		explain_missing(out, status);
	if (WIFSIGNALED(status))
		return 128 + WTERMSIG(status);
	/* Fail if the program succeeded without coverage. */
	return WEXITSTATUS(status) || !missing ? WEXITSTATUS(status) : EXIT_BAD_DATA;
}

int cmd_run(int argc, char **argv)
{
	const char *out = DEFAULT_OUT, *mode = NULL;
	uint64_t size = 0;
	const struct arg table[] = {
		{ ARG_TEXT, 'o', "output", "FILE", &out, "dump file (default " DEFAULT_OUT ")" },
		{ ARG_TEXT, 0, "mode", "MODE", &mode,
		  "what to record: pc (default), cmp, uniq-pc, uniq-edge,\n"
		  "uniq-both, uniq-cmp; unique modes need --link --full" },
		{ ARG_COUNT, 0, "size", "WORDS", &size,
		  "size of each thread's buffer (default 1048576)" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"The exit status is that of PROGRAM, 128 + N if signal N killed it; 1 if PROGRAM\n"
		"succeeded but wrote no dump.\n"
		"%p in FILE is replaced by the process ID; other processes that PROGRAM starts\n"
		"write FILE.PID.\n";
	struct string_list operands = { 0 };
	char number[24], *cwd, *path;
	int status =
		args_parse(&(struct args){ table, details, true }, argc, argv, &operands, NULL);

	if (status < 0 && !operands.n)
		status = usage_error("no program given, for example: anycov run ./a.out");
	if (status < 0 && mode && !mode_by_name(mode))
		status = mode_error(mode);
	if (status < 0 && size && (size < LEAST_WORDS || size > SIZE_MAX / 2 / sizeof(size_t)))
		status = usage_error("--size %llu: must be at least %u words and fit in memory",
				     (unsigned long long)size, LEAST_WORDS);
	if (status < 0) {
		status = remove_old(out);
		if (status == EXIT_OK)
			status = -1;
	}
	if (status >= 0) {
		string_list_free(&operands);
		return status;
	}
	/* The program may change its directory before it reads this. */
	cwd = out[0] == '/' ? NULL : getcwd(NULL, 0);
	path = cwd ? xasprintf("%s/%s", cwd, out) : xstrdup(out);
	setenv("ANYCOV_OUT", path, 1);
	unsetenv("ANYCOV_OWNER"); /* this program is the first process */
	if (mode)
		setenv("ANYCOV_MODE", mode, 1);
	if (size) {
		snprintf(number, sizeof(number), "%llu", (unsigned long long)size);
		setenv("ANYCOV_SIZE", number, 1);
	}
	status = run(path, operands.v);
	free(path);
	free(cwd);
	string_list_free(&operands);
	return status;
}
