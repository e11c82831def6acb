/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/child.h"
#include "compiler/compilers.h"

static char *version_output(const struct compiler *c)
{
	struct string_list argv = { 0 };
	char *answer;

	for (size_t i = 0; i < c->command.n; i++)
		string_list_add(&argv, c->command.v[i]);
	string_list_add(&argv, "-v");
	answer = run_and_capture(argv.v, true);
	string_list_free(&argv);
	return answer;
}

/* Returns the first line that starts with `start` (NULL: any), without its end. */
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

/* Returns the value after a label in the output of -v, or "". */
static char *value_after_label(const char *output, const char *label)
{
	char *line = line_of(output, label);
	char *value = xstrdup(line ? line + strlen(label) : "");

	free(line);
	return value;
}

/* -v has everything in one call; build systems call the compiler thousands of times. */
static bool identify_clang(struct compiler *c, const char *output)
{
	static const char mark[] = "clang version ";
	const char *at = strstr(output, mark);

	if (!at)
		return false;
	at += sizeof(mark) - 1;
	c->kind = COMPILER_CLANG;
	c->version = xstrndup(at, strspn(at, "0123456789."));
	c->machine = value_after_label(output, "Target: ");
	return true;
}

static bool identify_gcc(struct compiler *c, const char *output)
{
	static const char mark[] = "gcc version ";
	const char *number;

	c->banner = line_of(output, mark);
	if (!c->banner)
		return false;
	c->kind = COMPILER_GCC;
	c->configured = line_of(output, "Configured with: ");
	if (!c->configured)
		c->configured = xstrdup("");
	c->machine = value_after_label(output, "Target: ");
	c->is_musl_gcc = strstr(output, "musl-gcc.specs") != NULL;
	number = c->banner + sizeof(mark) - 1;
	c->version = xstrndup(number, strcspn(number, " "));
	return true;
}

int compiler_identify(struct compiler *c, const char *cc, struct anycov_error *err)
{
	char *output;
	bool known;

	memset(c, 0, sizeof(*c));
	/* A path may contain blanks; else this is a command and its first arguments. */
	if (!access(cc, X_OK))
		string_list_add(&c->command, cc);
	else
		string_list_split(&c->command, cc);
	if (!c->command.n)
		return anycov_error_set(err, "no compiler given; use --cc, for example --cc gcc");
	output = version_output(c);
	if (!output)
		return anycov_error_set(
			err, "%s: cannot run '%s -v'; check the name and the installation", cc, cc);
	known = identify_clang(c, output) || identify_gcc(c, output);
	free(output);
	if (!known)
		return anycov_error_set(err, "%s: neither a gcc nor a clang, according to '%s -v'",
					cc, cc);
	c->major = (unsigned)strtoul(c->version, NULL, 10);
	return 0;
}

void compiler_free(struct compiler *c)
{
	string_list_free(&c->command);
	free(c->machine);
	free(c->version);
	free(c->banner);
	free(c->configured);
	memset(c, 0, sizeof(*c));
}

static bool is_directory(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

char *library_directory(void)
{
	static const char *const candidates[] = { "../lib/anycov", "../" ANYCOV_LIBDIR "/anycov" };
	const char *env = getenv("ANYCOV_LIB_DIR");
	char self[PATH_MAX], *slash, *found = NULL;
	ssize_t n;

	if (env && *env)
		return is_directory(env) ? xstrdup(env) : NULL;
	n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	if (n <= 0)
		return NULL;
	self[n] = 0;
	slash = strrchr(self, '/');
	if (slash)
		*slash = 0;
	for (size_t i = 0; i < 2 && !found; i++) {
		char *path = xasprintf("%s/%s", self, candidates[i]);
		char *real = realpath(path, NULL);

		if (real && is_directory(real))
			found = xstrdup(real);
		free(real);
		free(path);
	}
	return found;
}

static char *read_file(const char *path)
{
	struct string_buffer t = { 0 };
	char buf[4096];
	FILE *f = fopen(path, "r");
	size_t n;

	if (!f)
		return NULL;
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		string_buffer_append_n(&t, buf, n);
	fclose(f);
	return t.s ? t.s : xstrdup("");
}

char *compilers_left_out(const char *directory)
{
	char *path = xasprintf("%s/skipped", directory);
	char *text = read_file(path);

	if (text)
		text[strcspn(text, "\n")] = 0;
	free(path);
	return text;
}

static void read_plugin(struct plugins *p, const char *name)
{
	char *path = xasprintf("%s/%s/compiler", p->root, name);
	char *text = read_file(path), *kind, *file;
	struct plugin *q;

	free(path);
	if (!text)
		return;
	ARRAY_GROW(p->v, p->n, p->room);
	q = &p->v[p->n++];
	kind = value_after_label(text, "kind=");
	file = value_after_label(text, "plugin=");
	q->directory = xasprintf("%s/%s", p->root, name);
	q->file = xasprintf("%s/%s", q->directory, file);
	q->is_llvm = !strcmp(kind, "llvm");
	q->built = *file && !access(q->file, R_OK);
	q->unreadable = *file && !q->built && !access(q->file, F_OK);
	q->skipped = q->built ? NULL : compilers_left_out(q->directory);
	q->cc = value_after_label(text, "cc=");
	q->machine = value_after_label(text, "machine=");
	q->version = value_after_label(text, "version=");
	q->banner = value_after_label(text, "banner=");
	q->configured = value_after_label(text, "configured=");
	free(kind);
	free(file);
	free(text);
}

static int compare_plugins(const void *a, const void *b)
{
	return strverscmp(((const struct plugin *)a)->directory,
			  ((const struct plugin *)b)->directory);
}

int plugins_read(struct plugins *p, struct anycov_error *err)
{
	const char *env = getenv("ANYCOV_LIB_DIR");
	struct dirent *e;
	DIR *d;

	memset(p, 0, sizeof(*p));
	p->root = library_directory();
	d = p->root ? opendir(p->root) : NULL;
	if (!d && env && *env)
		return anycov_error_set(err,
					"ANYCOV_LIB_DIR=%s: not a directory that can be read; set "
					"it to lib/anycov of "
					"the installation, or unset it",
					env);
	if (!d && p->root)
		return anycov_error_set(err, "%s: cannot read: %s", p->root, strerror(errno));
	if (!d)
		return anycov_error_set(err,
					"no directory ../lib/anycov relative to the command; "
					"set ANYCOV_LIB_DIR to lib/anycov of the installation");
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

		free(q->directory);
		free(q->file);
		free(q->cc);
		free(q->machine);
		free(q->version);
		free(q->banner);
		free(q->configured);
		free(q->skipped);
	}
	free(p->v);
	free(p->root);
	memset(p, 0, sizeof(*p));
}

/* Compares strings without blanks and quotes, which build systems change. */
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

bool has_unreadable_plugin(const struct plugins *p, const struct compiler *c)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->v[i].unreadable && fits(&p->v[i], c))
			return true;
	return false;
}

/* Returns whether a command of this name is in PATH. */
static bool in_path(const char *name)
{
	struct string_buffer path = { 0 };
	const char *directories = getenv("PATH");
	bool found = false;

	while (directories && *directories && !found) {
		size_t n = strcspn(directories, ":");

		path.n = 0;
		string_buffer_append_n(&path, directories, n);
		string_buffer_appendf(&path, "/%s", name);
		found = !access(path.s, X_OK);
		directories += n + (directories[n] == ':');
	}
	free(path.s);
	return found;
}

/* Returns the name that the build of anycov has for a compiler; *given: a path that it needs. */
static char *build_name(const struct compiler *c, const char **given)
{
	bool native = !strcmp(c->machine, ANYCOV_HOST_MACHINE);
	const char *last = c->command.v[0];
	char *name;

	*given = NULL;
	if (c->kind == COMPILER_CLANG)
		return xasprintf("clang-%u", c->major);
	for (size_t i = 0; i < c->command.n; i++)
		if (strstr(base_name(c->command.v[i]), "gcc"))
			last = c->command.v[i];
	if (native)
		name = xasprintf("gcc-%u", c->major);
	else if (strstr(c->machine, "linux"))
		name = xasprintf("%s-gcc-%u", c->machine, c->major);
	else
		name = xasprintf("%s-gcc", c->machine);
	if (in_path(name))
		return name;
	free(name);
	*given = strchr(last, '/') ? last : NULL;
	return xstrdup(base_name(last));
}

/* Returns what the compiler prints for an option that asks for a path, or NULL. */
static char *path_by_option(const struct compiler *c, const char *option)
{
	struct string_list argv = { 0 };
	char *answer, *path;

	for (size_t i = 0; i < c->command.n; i++)
		string_list_add(&argv, c->command.v[i]);
	string_list_add(&argv, option);
	answer = run_and_capture(argv.v, false);
	path = line_of(answer, "/");
	string_list_free(&argv);
	free(answer);
	return path;
}

static bool has_headers(const struct compiler *c)
{
	bool clang = c->kind == COMPILER_CLANG;
	char *base = path_by_option(c, clang ? "-print-resource-dir" : "-print-file-name=plugin");
	char *header = xasprintf("%s/%s", base ? base : "",
				 clang ? "../../../include/llvm/Pass.h" : "include/gcc-plugin.h");
	bool found = base && !access(header, R_OK);

	free(header);
	free(base);
	return found;
}

/* Returns "install ... and ", with Debian's package of the plugin's headers, or "": they are here.
 */
static char *headers_hint(const struct compiler *c)
{
	if (has_headers(c))
		return xstrdup("");
	if (c->kind == COMPILER_CLANG)
		return xasprintf("install its headers (Debian: llvm-%u-dev) and ", c->major);
	if (!strstr(c->machine, "linux")) /* Debian's contain their plugin headers. */
		return xstrdup("");
	if (!strcmp(c->machine, ANYCOV_HOST_MACHINE))
		return xasprintf("install its plugin headers (Debian: gcc-%u-plugin-dev) and ",
				 c->major);
	return xasprintf("install its plugin headers (Debian: gcc-%u-plugin-dev-%s) and ", c->major,
			 c->machine);
}

/* Returns the package of debian/ that has the plugin, as debian/split names it. */
static char *package_name(const struct compiler *c)
{
	if (c->kind == COMPILER_CLANG)
		return xasprintf("anycov-llvm-%u", c->major);
	if (!strstr(c->machine, "linux"))
		return xasprintf("anycov-gcc-%s", c->machine);
	if (!strcmp(c->machine, ANYCOV_HOST_MACHINE))
		return xasprintf("anycov-gcc-%u", c->major);
	return xasprintf("anycov-gcc-%u-%s", c->major, c->machine);
}

/*
 * Returns the prefix that make install had for lib/anycov, "" for its default and for a build
 * directory, or NULL: it comes from a package.  *by_make: make install put it there.
 */
static char *installed_prefix(const char *root, bool *by_make)
{
	char *prefix = xstrdup(root), *list;
	const char *lib = ends_with(root, "/" ANYCOV_LIBDIR "/anycov") ? "/" ANYCOV_LIBDIR "/anycov"
								       : "/lib/anycov";

	if (ends_with(root, lib))
		prefix[strlen(root) - strlen(lib)] = 0;
	list = xasprintf("%s/share/anycov/installed", prefix);
	*by_make = !access(list, F_OK);
	free(list);
	if (*by_make && strcmp(prefix, "/usr/local"))
		return prefix;
	free(prefix);
	return !*by_make && starts_with(root, "/usr/lib") ? NULL : xstrdup("");
}

/* Returns whether n characters are the name of a compiler, with a version at its end or without. */
static bool is_compiler_word(const char *word, size_t n)
{
	static const char *const compilers[] = { "cc",    "c++",     "gcc",     "g++",
						 "clang", "clang++", "gfortran" };

	while (n && strchr("0123456789.", word[n - 1]))
		n--;
	for (size_t i = 0; i < sizeof(compilers) / sizeof(*compilers); i++)
		if (n == strlen(compilers[i]) && !strncmp(word, compilers[i], n))
			return true;
	return false;
}

bool is_compiler_name(const char *name)
{
	size_t n;

	for (;; name += n + 1) {
		n = strcspn(name, "-");
		if (is_compiler_word(name, n))
			return true;
		if (!name[n])
			return false;
	}
}

char *build_hint(const char *root)
{
	/* root: lib/anycov of a build directory. */
	const size_t n = strlen(root), lib = strlen("/lib/anycov");
	char *build = xstrndup(root, ends_with(root, "/lib/anycov") ? n - lib : n);
	char *cache = xasprintf("%s/CMakeCache.txt", build), *hint;
	const char *quote = strchr(build, ' ') ? "\"" : "";

	hint = access(cache, F_OK) ? xstrdup("run make in the source tree of anycov")
				   : xasprintf("run 'cmake --build %s%s%s'", quote, build, quote);
	free(cache);
	free(build);
	return hint;
}

char *plugin_hint(const struct plugins *p, const struct compiler *c)
{
	const char *given;
	bool by_make;
	char *name = build_name(c, &given), *headers = headers_hint(c);
	char *prefix = installed_prefix(p->root, &by_make), *package = package_name(c), *hint;
	const char *quote = prefix && strchr(prefix, ' ') ? "\"" : "";

	if (prefix)
		hint = xasprintf(
			"%srun 'make install PLUGINS=%s%s%s%s%s%s%s' in the source tree of anycov",
			headers, name, given ? " EXTRA_CC=" : "", given ? given : "",
			*prefix ? " PREFIX=" : "", quote, prefix, quote);
	else
		hint = xasprintf("install the package %s; if there is none, %sbuild it as "
				 "debian/README.source in the source tree of anycov says",
				 package, headers);
	free(package);
	free(prefix);
	free(headers);
	free(name);
	return hint;
}

/* Returns the plugin for another build of the same GCC, or NULL. */
static const struct plugin *other_build(const struct plugins *p, const struct compiler *c)
{
	for (size_t i = 0; i < p->n; i++)
		if (!p->v[i].is_llvm && c->kind == COMPILER_GCC && p->v[i].built &&
		    !strcmp(p->v[i].machine, c->machine) &&
		    (unsigned)strtoul(p->v[i].version, NULL, 10) == c->major)
			return &p->v[i];
	return NULL;
}

/* Sets err: why the plugin that fits the compiler cannot be used, and what to do. */
static void not_built(const struct plugins *p, const struct plugin *q, const struct compiler *c,
		      struct anycov_error *err)
{
	const char *cc = c->command.v[0];
	bool by_make;
	char *prefix = installed_prefix(p->root, &by_make), *hint;

	if (q->skipped) {
		anycov_error_set(err,
				 "%s: its plugin could not be built (%s); correct that and "
				 "build anycov again",
				 cc, q->skipped);
	} else if (q->unreadable) {
		anycov_error_set(err,
				 "%s: its plugin %s cannot be read; correct the permissions of "
				 "this file",
				 cc, q->file);
	} else if (prefix && !by_make) {
		hint = build_hint(p->root);
		anycov_error_set(err, "%s: its plugin %s has not been built; %s", cc, q->file,
				 hint);
		free(hint);
	} else {
		hint = plugin_hint(p, c);
		anycov_error_set(err, "%s: its plugin %s is missing; %s", cc, q->file, hint);
		free(hint);
	}
	free(prefix);
}

const struct plugin *plugin_for(const struct plugins *p, const struct compiler *c,
				struct anycov_error *err)
{
	const char *cc = c->command.v[0];
	const struct plugin *other;
	char *hint;

	for (size_t i = 0; i < p->n; i++) {
		if (!fits(&p->v[i], c))
			continue;
		if (p->v[i].built)
			return &p->v[i];
		not_built(p, &p->v[i], c, err);
		return NULL;
	}
	other = other_build(p, c);
	hint = plugin_hint(p, c);
	if (c->kind == COMPILER_CLANG)
		anycov_error_set(err, "%s: no plugin was built for LLVM %u; %s", cc, c->major,
				 hint);
	else
		anycov_error_set(err, "%s: no plugin was built for gcc %s for %s%s%s; %s", cc,
				 c->version, c->machine, other ? ", only for another build, " : "",
				 other ? other->banner : "", hint);
	free(hint);
	return NULL;
}
