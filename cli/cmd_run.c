/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "anycov/dump.h"
#include "args.h"

#define DEFAULT_OUT "anycov.dump"
/* What the host runtime takes for a size (ANYCOV_SIZE). */
#define LEAST_WORDS 8u

/* A dump of an earlier run must not be taken for one of this run. */
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
		return usage_error("%s: is there and is no dump; it will not be overwritten, name another file with -o",
				   path);
	if (unlink(path))
		return usage_error("%s: cannot be removed: %s", path, strerror(errno));
	return EXIT_OK;
}

static void explain_missing(const char *path, int status)
{
	if (WIFSIGNALED(status))
		note("%s was not written: the program was killed by signal %d (%s) before it could",
		     path, WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		note("%s was not written: the program holds no hooks or not the host runtime (see 'anycov flags --link'), left by _exit(), or may not write there",
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
		return bad_data("%s: cannot be run: %s", argv[0], strerror(errno));
	if (!pid) {
		execvp(argv[0], argv);
		note("%s: cannot be run: %s", argv[0], strerror(errno));
		_exit(errno == ENOENT ? 127 : 126);
	}
	/* The keyboard's signals are for the program; its dump still matters. */
	sigaction(SIGINT, &ignore, &interrupt);
	sigaction(SIGQUIT, &ignore, &quit);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return bad_data("%s: cannot be waited for: %s", argv[0], strerror(errno));
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGQUIT, &quit, NULL);
	missing = access(out, F_OK) && !strstr(out, "%p");
	if (missing && !(WIFEXITED(status) && WEXITSTATUS(status) >= 126))
		explain_missing(out, status);
	if (WIFSIGNALED(status))
		return 128 + WTERMSIG(status);
	/* Who builds on this run's coverage must learn that there is none. */
	return WEXITSTATUS(status) || !missing ? WEXITSTATUS(status) : EXIT_BAD_DATA;
}

static bool is_mode(const char *name)
{
	static const char *const modes[] = { "pc",	  "cmp",       "uniq-pc",
					     "uniq-edge", "uniq-both", "uniq-cmp" };

	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (!strcmp(name, modes[i]))
			return true;
	return false;
}

int cmd_run(int argc, char **argv)
{
	const char *out = DEFAULT_OUT, *mode = NULL;
	uint64_t size = 0;
	const struct arg table[] = {
		{ ARG_TEXT, 'o', "output", "FILE", &out, "the dump (default " DEFAULT_OUT ")" },
		{ ARG_TEXT, 0, "mode", "MODE", &mode,
		  "what is recorded: pc (default), cmp, uniq-pc, uniq-edge,\n"
		  "uniq-both, uniq-cmp; unique modes need --link --full" },
		{ ARG_COUNT, 0, "size", "WORDS", &size, "words of each thread's buffer" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"The exit status is that of PROGRAM, 128 + N if signal N killed it; 1 if PROGRAM\n"
		"ended well but wrote no dump.\n"
		"%p in FILE becomes the process id; other processes that PROGRAM starts write\n"
		"FILE.PID.\n";
	struct words operands = { 0 };
	char number[24], *cwd, *path;
	int status = args_parse(&(struct args){ table, details, true }, argc, argv, &operands,
				NULL);

	if (status < 0 && !operands.n)
		status = usage_error("no program given, for example: anycov run ./a.out");
	if (status < 0 && mode && !is_mode(mode))
		status = usage_error("--mode %s: the modes are pc, cmp, uniq-pc, uniq-edge, uniq-both and uniq-cmp",
				     mode);
	if (status < 0 && size && (size < LEAST_WORDS || size > SIZE_MAX / 2 / sizeof(size_t)))
		status = usage_error("--size %llu: give %u words or more, and no more than memory holds",
				     (unsigned long long)size, LEAST_WORDS);
	if (status < 0) {
		status = remove_old(out);
		if (status == EXIT_OK)
			status = -1;
	}
	if (status >= 0)
		return status;
	/* The program may change its folder before it looks at this. */
	cwd = out[0] == '/' ? NULL : getcwd(NULL, 0);
	path = cwd ? xasprintf("%s/%s", cwd, out) : xstrdup(out);
	setenv("ANYCOV_OUT", path, 1);
	unsetenv("ANYCOV_OWNER"); /* this program is the first of its family */
	if (mode)
		setenv("ANYCOV_MODE", mode, 1);
	if (size) {
		snprintf(number, sizeof(number), "%llu", (unsigned long long)size);
		setenv("ANYCOV_SIZE", number, 1);
	}
	status = run(path, operands.v);
	free(path);
	free(cwd);
	words_free(&operands);
	return status;
}
