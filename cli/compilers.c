/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "compilers.h"

extern char **environ;

/* The environment with LC_ALL=C: what compilers say is looked at. */
static struct words plain_environment(void)
{
	struct words env = { 0 };

	for (char **e = environ; *e; e++)
		if (!starts_with(*e, "LC_ALL=") && !starts_with(*e, "LANGUAGE="))
			words_add(&env, *e);
	words_add(&env, "LC_ALL=C");
	return env;
}

char *ask(char *const argv[], bool take_stderr)
{
	struct words env = plain_environment();
	posix_spawn_file_actions_t actions;
	struct text t = { 0 };
	char buf[4096];
	int pipes[2], status = 0, other = take_stderr ? STDOUT_FILENO : STDERR_FILENO;
	ssize_t n;
	pid_t pid;

	if (pipe2(pipes, O_CLOEXEC)) {
		words_free(&env);
		return NULL;
	}
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, other, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, pipes[1],
					 take_stderr ? STDERR_FILENO : STDOUT_FILENO);
	status = posix_spawnp(&pid, argv[0], &actions, NULL, argv, env.v);
	posix_spawn_file_actions_destroy(&actions);
	words_free(&env);
	close(pipes[1]);
	if (!status) {
		while ((n = read(pipes[0], buf, sizeof(buf))) > 0 || (n < 0 && errno == EINTR))
			if (n > 0)
				text_addn(&t, buf, (size_t)n);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	close(pipes[0]);
	if (status) {
		free(t.s);
		return NULL;
	}
	return t.s ? t.s : xstrdup("");
}

static char *ask_version(const struct compiler *c)
{
	struct words argv = { 0 };
	char *answer;

	for (size_t i = 0; i < c->command.n; i++)
		words_add(&argv, c->command.v[i]);
	words_add(&argv, "-v");
	answer = ask(argv.v, true);
	words_free(&argv);
	return answer;
}

/* The line of a text that starts so (or, with NULL, the first), without its end. */
static char *line_of(const char *text, const char *start)
{
	while (text && *text) {
		size_t n = strcspn(text, "\n");

		if (!start || !strncmp(text, start, strlen(start))) {
			while (n && isspace((unsigned char)text[n - 1]))
				n--;
			return xstrndup(text, n);
		}
		text += n + (text[n] == '\n');
	}
	return NULL;
}

/* What stands behind a label in what -v says; "" if nothing does. */
static char *said_behind(const char *said, const char *label)
{
	char *line = line_of(said, label);
	char *value = xstrdup(line ? line + strlen(label) : "");

	free(line);
	return value;
}

/* -v tells everything at once; build systems call the compiler thousands of times. */
static bool identify_clang(struct compiler *c, const char *said)
{
	static const char mark[] = "clang version ";
	const char *at = strstr(said, mark);

	if (!at)
		return false;
	at += sizeof(mark) - 1;
	c->kind = COMPILER_CLANG;
	c->version = xstrndup(at, strspn(at, "0123456789."));
	c->machine = said_behind(said, "Target: ");
	return true;
}

static bool identify_gcc(struct compiler *c, const char *said)
{
	static const char mark[] = "gcc version ";
	const char *number;

	c->banner = line_of(said, mark);
	if (!c->banner)
		return false;
	c->kind = COMPILER_GCC;
	c->configured = line_of(said, "Configured with: ");
	if (!c->configured)
		c->configured = xstrdup("");
	c->machine = said_behind(said, "Target: ");
	number = c->banner + sizeof(mark) - 1;
	c->version = xstrndup(number, strcspn(number, " "));
	return true;
}

int compiler_identify(struct compiler *c, const char *cc, struct anycov_error *err)
{
	char *said;
	bool known;

	memset(c, 0, sizeof(*c));
	/* A path may hold blanks; else this is a command and its first arguments. */
	if (!access(cc, X_OK))
		words_add(&c->command, cc);
	else
		words_split(&c->command, cc);
	if (!c->command.n)
		return anycov_fail(err, "no compiler given; name one with --cc, for example --cc gcc");
	said = ask_version(c);
	if (!said)
		return anycov_fail(err, "%s: cannot be run as a compiler ('%s -v' failed); is it installed and spelt right?",
				   cc, cc);
	known = identify_clang(c, said) || identify_gcc(c, said);
	free(said);
	if (!known)
		return anycov_fail(err, "%s: neither a gcc nor a clang (by what '%s -v' says); anycov has plugins for these two only",
				   cc, cc);
	c->major = (unsigned)strtoul(c->version, NULL, 10);
	return 0;
}

void compiler_free(struct compiler *c)
{
	words_free(&c->command);
	free(c->machine);
	free(c->version);
	free(c->banner);
	free(c->configured);
	memset(c, 0, sizeof(*c));
}

static bool is_folder(const char *path)
{
	DIR *d = opendir(path);

	if (d)
		closedir(d);
	return d != NULL;
}

char *library_folder(void)
{
	static const char *const places[] = { "../lib/anycov", "../" ANYCOV_LIBDIR "/anycov" };
	const char *env = getenv("ANYCOV_LIB_DIR");
	char self[PATH_MAX], *slash, *found = NULL;
	ssize_t n;

	if (env && *env)
		return is_folder(env) ? xstrdup(env) : NULL;
	n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	if (n <= 0)
		return NULL;
	self[n] = 0;
	slash = strrchr(self, '/');
	if (slash)
		*slash = 0;
	for (size_t i = 0; i < 2 && !found; i++) {
		char *path = xasprintf("%s/%s", self, places[i]);
		char *real = realpath(path, NULL);

		if (real && is_folder(real))
			found = xstrdup(real);
		free(real);
		free(path);
	}
	return found;
}

static char *read_file(const char *path)
{
	struct text t = { 0 };
	char buf[4096];
	FILE *f = fopen(path, "r");
	size_t n;

	if (!f)
		return NULL;
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		text_addn(&t, buf, n);
	fclose(f);
	return t.s ? t.s : xstrdup("");
}

static void read_plugin(struct plugins *p, const char *name)
{
	char *path = xasprintf("%s/%s/compiler", p->root, name);
	char *text = read_file(path), *kind, *file;
	struct plugin *q;

	free(path);
	if (!text)
		return;
	GROW(p->v, p->n, p->room);
	q = &p->v[p->n++];
	kind = said_behind(text, "kind=");
	file = said_behind(text, "plugin=");
	q->folder = xasprintf("%s/%s", p->root, name);
	q->file = xasprintf("%s/%s", q->folder, file);
	q->is_llvm = !strcmp(kind, "llvm");
	q->built = *file && !access(q->file, R_OK);
	q->cc = said_behind(text, "cc=");
	q->machine = said_behind(text, "machine=");
	q->version = said_behind(text, "version=");
	q->banner = said_behind(text, "banner=");
	q->configured = said_behind(text, "configured=");
	free(kind);
	free(file);
	free(text);
}

static int compare_plugins(const void *a, const void *b)
{
	return strverscmp(((const struct plugin *)a)->folder, ((const struct plugin *)b)->folder);
}

int plugins_read(struct plugins *p, struct anycov_error *err)
{
	struct dirent *e;
	DIR *d;

	memset(p, 0, sizeof(*p));
	p->root = library_folder();
	d = p->root ? opendir(p->root) : NULL;
	if (!d)
		return anycov_fail(err, "no folder lib/anycov with plugins beside this command; set ANYCOV_LIB_DIR to it");
	while ((e = readdir(d)))
		if (e->d_name[0] != '.')
			read_plugin(p, e->d_name);
	closedir(d);
	if (p->n)
		qsort(p->v, p->n, sizeof(*p->v), compare_plugins);
	return 0;
}

void plugins_free(struct plugins *p)
{
	for (size_t i = 0; i < p->n; i++) {
		struct plugin *q = &p->v[i];

		free(q->folder);
		free(q->file);
		free(q->cc);
		free(q->machine);
		free(q->version);
		free(q->banner);
		free(q->configured);
	}
	free(p->v);
	free(p->root);
	memset(p, 0, sizeof(*p));
}

/* Equal but for blanks and quotes, which build systems do not keep. */
static bool same_words(const char *a, const char *b)
{
	for (;;) {
		a += strspn(a, " \t\"'\\;");
		b += strspn(b, " \t\"'\\;");
		if (*a != *b)
			return false;
		if (!*a)
			return true;
		a++;
		b++;
	}
}

static bool fits(const struct plugin *q, const struct compiler *c)
{
	if (q->is_llvm != (c->kind == COMPILER_CLANG))
		return false;
	if (q->is_llvm)
		return (unsigned)strtoul(q->version, NULL, 10) == c->major;
	return !strcmp(q->banner, c->banner) && !strcmp(q->machine, c->machine) &&
	       same_words(q->configured, c->configured);
}

const struct plugin *plugin_for(const struct plugins *p, const struct compiler *c,
				struct anycov_error *err)
{
	const char *cc = c->command.v[0];

	for (size_t i = 0; i < p->n; i++) {
		if (!fits(&p->v[i], c))
			continue;
		if (p->v[i].built)
			return &p->v[i];
		anycov_fail(err, "%s: its plugin %s has not been built; build anycov (ninja -C build)",
			    cc, p->v[i].file);
		return NULL;
	}
	if (c->kind == COMPILER_CLANG)
		anycov_fail(err, "%s: no plugin was built for LLVM %u; install its headers (on Debian llvm-%u-dev) and build anycov again ('anycov list' shows what there is)",
			    cc, c->major, c->major);
	else
		anycov_fail(err, "%s: no plugin was built for gcc %s for %s; install its plugin headers (on Debian gcc-%u-plugin-dev or the like) and build anycov again, with -DANYCOV_EXTRA_CC=PATH if it is not in PATH ('anycov list' shows what there is)",
			    cc, c->version, c->machine, c->major);
	return NULL;
}
