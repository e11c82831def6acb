/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Runs a command.  It records into a directory, which ANYCOV_DIR (flags) and ANYCOV_OUT (traces)
 * name for the command and everything below it, or into a dump that -o names.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include "anycov/dump.h"
#include "anycov/flags_file.h"
#include "anycov/kcov.h"
#include "build/build_list.h"
#include "cmd/args.h"
#include "cmd/command.h"
#include "cmd/modes.h"
#include "cmd/run_command.h"
#include "cmd/test_name.h"
#include "cmd/unlinked.h"
#include "dump/inputs.h"
#include "dump/record_directory.h"
#include "image/linked.h"

/* The minimum of the host runtime (ANYCOV_SIZE). */
#define LEAST_WORDS 8u
/* What the host runtime appends to the name of a dump. */
#define OUT_ROOM 96
/* Which code ran: each PC once, so that no buffer overflows. */
#define DEFAULT_MODE "set"

struct run_options {
	const char *out, *mode, *test;
	uint64_t size;
	bool append;
};

enum file_kind { FILE_NONE, FILE_DUMP, FILE_OTHER };

static enum file_kind kind_of_file(const char *path)
{
	char magic[6];
	struct stat st;
	FILE *f;
	size_t n;

	if (lstat(path, &st))
		return FILE_NONE;
	f = S_ISREG(st.st_mode) ? fopen(path, "r") : NULL;
	n = f ? fread(magic, 1, sizeof(magic), f) : 0;
	if (f)
		fclose(f);
	if (!f || (st.st_size && (n < 6 || memcmp(magic, ANYCOV_DUMP_MAGIC, 6))))
		return FILE_OTHER;
	return FILE_DUMP;
}

/* Returns whether -o names a dump. */
static bool wants_dump(const struct run_options *o)
{
	struct stat st;

	if (!o->out)
		return false;
	if (!stat(o->out, &st))
		return !S_ISDIR(st.st_mode);
	return ends_with(o->out, ".dump") || strstr(o->out, "%p");
}

/* Removes the dump of an earlier run, which must not be mistaken for a new one. */
static int remove_old(const char *path)
{
	switch (kind_of_file(path)) {
	case FILE_NONE:
		return EXIT_OK;
	case FILE_OTHER:
		return usage_error(
			"%s: exists and is neither a directory nor an anycov dump; choose another "
			"name with -o",
			path);
	default:
		if (unlink(path))
			return usage_error("%s: cannot remove: %s", path, strerror(errno));
		return EXIT_OK;
	}
}

/* Returns whether the command itself could not be run, which it has said. */
static bool was_not_run(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) >= 126;
}

static void explain_missing(const char *path, int status)
{
	if (WIFSIGNALED(status))
		warn("%s: not created; the program was killed by signal %d (%s)", path,
		     WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		warn("%s: not created; build with --for trace, link with 'anycov flags --for trace "
		     "--link', and check write permission",
		     path);
}

static int run_to_dump(const struct run_options *o, char **argv)
{
	const char *out = o->out, *mode = getenv("ANYCOV_MODE");
	int status = remove_old(out), wait_status;
	char *cwd, *path;
	bool missing;

	if (status != EXIT_OK)
		return status;
	/* The program may change its directory before it reads this. */
	cwd = out[0] == '/' ? NULL : getcwd(NULL, 0);
	if (out[0] != '/' && !cwd)
		return usage_error("%s: the current directory has no name: %s; give -o an "
				   "absolute path",
				   out, strerror(errno));
	path = cwd ? xasprintf("%s/%s", cwd, out) : xstrdup(out);
	free(cwd);
	if (strlen(path) + OUT_ROOM > PATH_MAX) {
		free(path);
		return usage_error("%s: its name with all directories is too long; choose a "
				   "shorter one with -o",
				   out);
	}
	setenv("ANYCOV_OUT", path, 1);
	/* An 'anycov run' above wants no trace. */
	if (mode && !strcmp(mode, DEFAULT_MODE))
		unsetenv("ANYCOV_MODE");
	status = command_run(argv, &wait_status);
	if (status < 0) {
		status = command_status(wait_status);
		missing = access(path, F_OK) && !strstr(path, "%p");
		if (missing && !was_not_run(wait_status))
			explain_missing(path, wait_status);
		/* Fail if the program succeeded without coverage. */
		if (missing && status == EXIT_OK)
			status = EXIT_BAD_DATA;
	}
	free(path);
	return status;
}

/* Returns the file that execvp() would run, or NULL; to be freed. */
static char *find_program(const char *name)
{
	const char *p = getenv("PATH");

	if (strchr(name, '/'))
		return xstrdup(name);
	while (p && *p) {
		size_t n = strcspn(p, ":");
		char *path = xasprintf("%.*s/%s", n ? (int)n : 1, n ? p : ".", name);

		if (!access(path, X_OK))
			return path;
		free(path);
		p += n + (p[n] == ':');
	}
	return NULL;
}

/* Refuses a mode that the runtime in the program itself does not have. */
static int check_runtime(const char *mode, const char *name)
{
	char *program = find_program(name);
	struct linked l = { 0 };
	bool fits;

	if (program)
		linked_read(&l, program);
	fits = !l.has_runtime || l.has_unique_modes || mode_by_name(mode)->number <= KCOV_TRACE_CMP;
	linked_free(&l);
	free(program);
	return fits ? -1
		    : usage_error("%s: the runtime that it is linked with has no mode %s; link it "
				  "with $(anycov flags --cc CC --for trace --link)",
				  name, mode);
}

/* Returns why 'anycov cc' compiled a program as without coverage, or NULL; to be freed. */
static char *why_plain(const char *program)
{
	char *path = realpath(program, NULL), *list = NULL, *reason = NULL;
	struct build_list b = { 0 };
	struct anycov_error err;

	if (path) {
		char *directory = xstrndup(path, (size_t)(strrchr(path, '/') - path));

		list = build_list_above(directory[0] ? directory : "/");
		free(directory);
	}
	if (list && !build_list_read(&b, list, false, &err)) {
		build_list_finish(&b);
		for (size_t i = 0; i < b.n_files && !reason; i++)
			if (b.files[i].reason && !strcmp(b.files[i].path, path))
				reason = xstrdup(b.files[i].reason);
	}
	build_list_free(&b);
	free(list);
	free(path);
	return reason;
}

/* Says why a command may have left nothing, in one sentence. */
static void explain_nothing(const char *directory, const char *program, const char *found,
			    const struct linked *l, int status)
{
	char *reason = found ? why_plain(found) : NULL;

	if (reason)
		warn("%s: nothing was recorded; 'anycov cc' made %s without coverage: %s",
		     directory, program, reason);
	else if (l->has_startup && !l->has_flags)
		warn("%s: nothing was recorded; %s was linked by 'anycov cc', and none of its code "
		     "was compiled by it; compile with it, too (CMake: "
		     "CMAKE_CXX_COMPILER_LAUNCHER)",
		     directory, program);
	else if (l->has_startup)
		warn("%s: nothing was recorded, though %s is instrumented; it is set-user-ID, its "
		     "environment was taken away, or it may not write there",
		     directory, program);
	else if (l->has_map && WIFSIGNALED(status))
		warn("%s: nothing was recorded; %s was killed by signal %d (%s)", directory,
		     program, WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (l->has_runtime)
		warn("%s: nothing was recorded, though %s has hooks; its environment was taken "
		     "away, or it may not write there",
		     directory, program);
	else if (l->has_map)
		warn("%s: nothing was recorded; link %s with 'anycov cc' or the output of 'anycov "
		     "flags --link'",
		     directory, program);
	else
		warn("%s: nothing was recorded; build what %s runs with 'anycov cc', and if its "
		     "environment is taken away (env -i, su, ssh), with 'anycov cc --record-to "
		     "DIR'",
		     directory, program);
	free(reason);
}

/* Directories of tests run at a time; those who run them look for images once. */
static void look_back(const struct record_directory *d, const struct recorded *before,
		      const char *mode, const char *name, bool is_nested, int status)
{
	const char *directory = d->test ? d->test : d->path;
	char *program = find_program(name);
	struct linked l = { 0 };
	struct recorded after;
	size_t unlinked = 0;

	recorded_count(&after, directory);
	if (program)
		linked_read(&l, program);
	if (mode && after.processes != before->processes && after.dumps == before->dumps)
		warn("%s: only flags were recorded, which have no --mode; build with 'anycov cc' "
		     "and ANYCOV_FLAGS='--for trace'",
		     directory);
	if (!is_nested)
		unlinked = unlinked_warn(directory, program, &l, &after);
	/* Of a test below, whose output may be compared, 'anycov tests' shows that it has no lines.
	 */
	if (!(is_nested && d->test) && !unlinked && after.processes == before->processes &&
	    after.dumps == before->dumps && !was_not_run(status))
		explain_nothing(directory, name, program, &l, status);
	linked_free(&l);
	free(program);
	recorded_free(&after);
}

/* "%" in the name of a directory is no pattern of the runtime. */
static char *trace_pattern(const char *directory)
{
	struct string_buffer t = { 0 };

	for (; *directory; directory++) {
		string_buffer_append_n(&t, directory, 1);
		if (*directory == '%')
			string_buffer_append(&t, "%");
	}
	string_buffer_append(&t, "/" TRACE_PATTERN);
	return t.s;
}

/* On these file systems the runtime copies flags (runtime/flags/map.c). */
static void warn_of_copies(const char *directory)
{
	static const uint32_t remote[] = { ANYCOV_FLAGS_REMOTE };
	struct statfs st;

	if (statfs(directory, &st))
		return;
	for (size_t i = 0; i < sizeof(remote) / sizeof(remote[0]); i++)
		if ((uint32_t)st.f_type == remote[i])
			warn("%s: on a network file system processes copy their flags when they "
			     "end, and those that are killed lose them; choose a local directory "
			     "with -o",
			     directory);
}

static int run_to_directory(const struct run_options *o, char **argv)
{
	const char *above = getenv(RUN_VARIABLE), *above_dir = getenv("ANYCOV_DIR");
	bool is_nested = above && *above && above_dir && *above_dir;
	const char *path = o->out                 ? o->out
			   : is_nested && o->test ? above
			   : is_nested            ? above_dir
						  : DEFAULT_DIRECTORY;
	struct record_directory d;
	struct recorded before;
	struct anycov_error err;
	int status, wait_status;
	const char *directory;
	char *pattern;

	if (record_directory_begin(&d, path, is_nested || o->append || o->test, o->test, &err))
		return usage_error("%s", err.text);
	directory = d.test ? d.test : d.path;
	pattern = trace_pattern(directory);
	if (!is_nested || o->out)
		setenv(RUN_VARIABLE, d.path, 1);
	setenv("ANYCOV_DIR", directory, 1);
	setenv("ANYCOV_OUT", pattern, 1);
	setenv("ANYCOV_MODE", DEFAULT_MODE, 0);
	recorded_count(&before, directory);
	if (!is_nested)
		warn_of_copies(directory);
	status = command_run(argv, &wait_status);
	if (status < 0) {
		if (d.test || !is_nested)
			record_directory_share_images(&d);
		if (!d.test && !is_nested)
			record_directory_pack_images(&d);
		look_back(&d, &before, o->mode, argv[0], is_nested, wait_status);
		status = command_status(wait_status);
	}
	recorded_free(&before);
	free(pattern);
	record_directory_end(&d);
	return status;
}

static int check_options(const struct run_options *o, const struct string_list *operands)
{
	if (!operands->n)
		return usage_error("no program given, for example: anycov run make check");
	if (o->mode && !mode_by_name(o->mode))
		return mode_error(o->mode);
	if (o->size && (o->size < LEAST_WORDS || o->size > SIZE_MAX / 2 / sizeof(size_t)))
		return usage_error("--size %llu: must be at least %u words and fit in memory",
				   (unsigned long long)o->size, LEAST_WORDS);
	if ((o->append || o->test) && wants_dump(o))
		return usage_error("%s adds to a directory; name one with -o, not a dump",
				   o->test ? "--test" : "--append");
	return -1;
}

int cmd_run(int argc, char **argv)
{
	struct run_options o = { 0 };
	const struct arg table[] = {
		{ ARG_TEXT, 'o', "output", "DIR", &o.out,
		  "directory to record into (default " DEFAULT_DIRECTORY "); or a dump, if\n"
		  "it ends in .dump, contains %p, or is one" },
		{ ARG_FLAG, 0, "append", NULL, &o.append, "keep what the directory contains" },
		{ ARG_TEXT, 0, "test", "NAME", &o.test,
		  "add to a directory of this test below DIR; report merges\n"
		  "them (default: ANYCOV_TEST; below 'anycov run' pytest's\n"
		  "PYTEST_CURRENT_TEST, or Meson's test of the command)" },
		{ ARG_TEXT, 0, "mode", mode_names(), &o.mode,
		  "what hooks record (default uniq-pc, with a dump pc)" },
		{ ARG_COUNT, 0, "size", "WORDS", &o.size,
		  "size of each thread's buffer (default 1048576, for uniq-pc\n"
		  "and edges more if the program is large)" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"Records PROGRAM and all that it runs.  An existing DIR must be empty or one of\n"
		"'anycov run', whose recordings are removed first; below another 'anycov run' it\n"
		"is kept.  The exit status is that of PROGRAM, 128 + N if signal N killed it; "
		"with\n"
		"a dump 1 if PROGRAM succeeded but wrote none.\n"
		"%p in the name of a dump is replaced by the process ID; other processes that\n"
		"PROGRAM starts write FILE.PID.\n";
	struct string_list operands = { 0 };
	char number[24], *name = NULL;
	int status =
		args_parse(&(struct args){ table, details, true }, argc, argv, &operands, NULL);

	if (status < 0)
		status = check_options(&o, &operands);
	if (status < 0 && o.mode)
		status = check_runtime(o.mode, operands.v[0]);
	if (status < 0) {
		unsetenv("ANYCOV_OWNER"); /* this program is the first process */
		if (o.mode)
			setenv("ANYCOV_MODE", o.mode, 1);
		if (o.size) {
			snprintf(number, sizeof(number), "%llu", (unsigned long long)o.size);
			setenv("ANYCOV_SIZE", number, 1);
		}
		if (!wants_dump(&o) && !o.test)
			o.test = name = test_name_find(operands.v, !o.out);
		status = wants_dump(&o) ? run_to_dump(&o, operands.v)
					: run_to_directory(&o, operands.v);
	}
	string_list_free(&operands);
	free(name);
	return status;
}
