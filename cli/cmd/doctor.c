/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What of anycov and of the compilers of this machine works together, and how to get the rest. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/child.h"
#include "cmd/args.h"
#include "cmd/command.h"
#include "compiler/flags.h"

/* A compiler with the names that it has in PATH; links, symbolic or not, are one file. */
struct found {
	dev_t device;
	ino_t inode;
	struct string_list names;
};

struct doctor {
	struct plugins plugins;
	struct found *v;
	size_t n, room;
	bool *used;      /* for each plugin: a compiler loaded it */
	unsigned usable; /* compilers */
	unsigned wrong;  /* what was built or installed, and does not work */
};

static const char ok[] = "ok", missing[] = "missing", broken[] = "broken";

static void row(const char *state, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void row(const char *state, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = vxasprintf(fmt, ap);
	va_end(ap);
	printf("  %-8s ", state);
	print_sanitized(stdout, text);
	putchar('\n');
	free(text);
}

/* Returns whether a name is gcc, clang-19, arm-none-eabi-gcc or aarch64-linux-gnu-gcc-12. */
static bool is_c_compiler(const char *name)
{
	static const char *const wrappers[] = { "c89-gcc", "c99-gcc", "afl-gcc", "afl-clang",
						"winegcc" };
	size_t n = strlen(name);

	if (starts_with(name, LINK_PREFIX))
		return false;
	while (n && strchr("0123456789.", name[n - 1]))
		n--;
	if (n < strlen(name) && (!n || name[--n] != '-'))
		return false;
	for (size_t i = 0; i < sizeof(wrappers) / sizeof(wrappers[0]); i++)
		if (!strncmp(name, wrappers[i], n) && !wrappers[i][n])
			return false;
	return (n >= 3 && !strncmp(name + n - 3, "gcc", 3) && (n == 3 || name[n - 4] == '-')) ||
	       (n == 5 && !strncmp(name, "clang", 5));
}

/* Returns whether an earlier directory of PATH has a compiler of this name. */
static bool name_is_taken(const struct doctor *d, const char *name)
{
	for (size_t i = 0; i < d->n; i++)
		for (size_t k = 0; k < d->v[i].names.n; k++)
			if (!strcmp(d->v[i].names.v[k], name))
				return true;
	return false;
}

static void add_compiler(struct doctor *d, const char *path, const char *name)
{
	struct found *f = NULL;
	struct stat st;

	if (access(path, X_OK) || stat(path, &st))
		return;
	for (size_t i = 0; i < d->n && !f; i++)
		if (d->v[i].device == st.st_dev && d->v[i].inode == st.st_ino)
			f = &d->v[i];
	if (!f) {
		ARRAY_GROW(d->v, d->n, d->room);
		f = &d->v[d->n++];
		memset(f, 0, sizeof(*f));
		f->device = st.st_dev;
		f->inode = st.st_ino;
	}
	if (!name_is_taken(d, name))
		string_list_add(&f->names, name);
	else if (!f->names.n)
		string_list_add(&f->names, path);
}

static void search_directory(struct doctor *d, const char *directory)
{
	struct dirent *e;
	DIR *dir = opendir(directory);

	while (dir && (e = readdir(dir))) {
		char *path;

		if (!is_c_compiler(e->d_name))
			continue;
		path = xasprintf("%s/%s", directory, e->d_name);
		add_compiler(d, path, e->d_name);
		free(path);
	}
	if (dir)
		closedir(dir);
}

/* The shortest name with a version first: gcc-12, gcc, x86_64-linux-gnu-gcc-12. */
static int compare_names(const void *a, const void *b)
{
	const char *x = *(char *const *)a, *y = *(char *const *)b;
	bool versioned_x = strpbrk(x, "0123456789") != NULL;
	bool versioned_y = strpbrk(y, "0123456789") != NULL;

	if (versioned_x != versioned_y && strlen(x) + strlen(y) < 24)
		return versioned_x ? -1 : 1;
	return strlen(x) != strlen(y) ? (strlen(x) < strlen(y) ? -1 : 1) : strcmp(x, y);
}

static int compare_found(const void *a, const void *b)
{
	return strverscmp(((const struct found *)a)->names.v[0],
			  ((const struct found *)b)->names.v[0]);
}

/* Finds the compilers in PATH, without the links of caches. */
static void search_path(struct doctor *d)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t n = strcspn(path, ":");
		char *directory = xstrndup(path, n);

		if (!strstr(directory, "ccache") && !strstr(directory, "distcc") &&
		    !strstr(directory, "icecc"))
			search_directory(d, directory);
		free(directory);
		path += n + (path[n] == ':');
	}
	for (size_t i = 0; i < d->n; i++)
		qsort(d->v[i].names.v, d->v[i].names.n, sizeof(char *), compare_names);
	if (d->n)
		qsort(d->v, d->n, sizeof(*d->v), compare_found);
}

/* Returns whether the compiler compiles an empty file with the plugin. */
static bool loads(const struct compiler *c, const struct plugin *p, const char *root)
{
	struct flag_options o = { .coverage = "trace-pc" };
	struct string_list argv = { 0 };
	static const char *const rest[] = { "-x", "c", "-S", "-o", "/dev/null", "/dev/null" };
	char *output;

	for (size_t i = 0; i < c->command.n; i++)
		string_list_add(&argv, c->command.v[i]);
	flags_compile(&o, c, p, root, &argv);
	for (size_t i = 0; i < sizeof(rest) / sizeof(rest[0]); i++)
		string_list_add(&argv, rest[i]);
	output = run_and_capture(argv.v, true);
	string_list_free(&argv);
	free(output);
	return output != NULL;
}

/* names: those of the compiler, or NULL for the command alone. */
static void check_compiler(struct doctor *d, const char *cc, const struct string_list *names)
{
	struct compiler c = { 0 };
	struct anycov_error err;
	const struct plugin *p;
	struct string_buffer also = { 0 };

	for (size_t i = 1; names && i < names->n; i++)
		string_buffer_appendf(&also, "%s%s", i > 1 ? ", " : " (also ", names->v[i]);
	if (compiler_identify(&c, cc, &err)) {
		row(broken, "%s", err.text);
		d->wrong += !names;
	} else if (!(p = plugin_for(&d->plugins, &c, &err))) {
		bool is_broken = has_unreadable_plugin(&d->plugins, &c);

		row(is_broken ? broken : missing, "%s", err.text);
		d->wrong += is_broken;
	} else if (!loads(&c, p, d->plugins.root)) {
		char *hint = plugin_hint(&d->plugins, &c);

		d->used[p - d->plugins.v] = true;
		row(broken, "%s: does not load %s; %s", cc, p->file, hint);
		free(hint);
		d->wrong++;
	} else {
		d->used[p - d->plugins.v] = true;
		row(ok, "%s: %s %s%s%s%s%s", cc, c.kind == COMPILER_CLANG ? "clang" : "gcc",
		    c.version, c.kind == COMPILER_CLANG ? "" : " for ",
		    c.kind == COMPILER_CLANG ? "" : c.machine, also.s ? also.s : "",
		    also.s ? ")" : "");
		d->usable++;
	}
	free(also.s);
	compiler_free(&c);
}

/* Plugins whose compiler is not in PATH, or is another one now. */
static void check_unused(struct doctor *d)
{
	for (size_t i = 0; i < d->plugins.n; i++) {
		const struct plugin *p = &d->plugins.v[i];

		if (d->used[i] || !p->built)
			continue;
		if (!*p->cc)
			row(ok, "llvm %s: for opt; no clang of this version was found", p->version);
		else if (!access(p->cc, X_OK))
			check_compiler(d, p->cc, NULL);
		else
			row(missing, "%s: not installed any more; its plugin is %s", p->cc,
			    p->file);
	}
}

static void check_host_runtime(struct doctor *d)
{
	static const struct {
		const char *file, *what;
	} files[] = {
		{ "host/anycov-flags-start.o", "reports of programs (--for report)" },
		{ "host/anycov-flags-pages.o", "reports of programs (--for report)" },
		{ "host/anycov-flags-directory.o", "anycov cc --record-to" },
		{ "host/libanycov-full.a", "hooks of programs (--for trace)" },
		{ "anycov-hooks.list", "hooks of programs (--for trace)" },
		{ "host/libanycov.so", "hooks of shared libraries (--for trace)" },
		{ "host/anycov-begin.o", "hooks of shared libraries (--for trace)" },
		{ "host/libanycov.a", "hooks of programs, without unique modes" },
		{ "host/libanycov-pic.a", "hooks of shared libraries, without unique modes" },
		{ "host/libanycov-kcov.so", "KCOV for one process" },
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char *path = xasprintf("%s/runtime/%s", d->plugins.root, files[i].file);

		if (!access(path, R_OK)) {
			row(ok, "%s: %s", base_name(files[i].file), files[i].what);
		} else if (!access(path, F_OK)) {
			row(broken, "%s: cannot be read; correct its permissions, for %s", path,
			    files[i].what);
			d->wrong++;
		} else {
			row(missing, "%s: not found; install anycov again for %s", path,
			    files[i].what);
			d->wrong++;
		}
		free(path);
	}
}

/* Each machine below runtime/ and runtime/host/. */
static void list_machines(const char *root, const char *below, const char *what)
{
	char *directory = xasprintf("%s/%s", root, below);
	struct dirent **names;
	int n = scandir(directory, &names, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		if (names[i]->d_name[0] != '.' && strcmp(names[i]->d_name, "host") != 0 &&
		    (names[i]->d_type == DT_DIR || names[i]->d_type == DT_UNKNOWN))
			row(ok, "%s: %s", names[i]->d_name, what);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	free(directory);
}

static bool in_path(const char *program)
{
	char *argv[] = { (char *)(uintptr_t)program, (char *)(uintptr_t) "--version", NULL };
	char *output = run_and_capture(argv, false);

	free(output);
	return output != NULL;
}

/* What parts of anycov work with. */
static void check_tools(const struct doctor *d)
{
	static const char kcov[] = "/sys/kernel/debug/kcov";
	static const struct {
		const char *machine, *program, *package;
	} simulators[] = {
		{ "arm-none-eabi", "qemu-system-arm", "qemu-system-arm" },
		{ "riscv64-unknown-elf", "qemu-system-riscv64", "qemu-system-misc" },
		{ "avr", "simavr", "simavr" },
	};

	for (size_t i = 0; i < sizeof(simulators) / sizeof(simulators[0]); i++) {
		bool wanted = false;

		for (size_t k = 0; k < d->plugins.n; k++)
			wanted |= d->used[k] && !d->plugins.v[k].is_llvm &&
				  !strcmp(d->plugins.v[k].machine, simulators[i].machine);
		if (!wanted)
			continue;
		if (in_path(simulators[i].program))
			row(ok, "%s: runs firmware of %s", simulators[i].program,
			    simulators[i].machine);
		else
			row(missing,
			    "%s: for firmware of %s without a board; install it (Debian: %s)",
			    simulators[i].program, simulators[i].machine, simulators[i].package);
	}
	if (!access(kcov, R_OK | W_OK))
		row(ok, "%s: anycov trace records this kernel", kcov);
	else
		row(missing,
		    "%s: for anycov trace; boot a kernel with CONFIG_KCOV, mount debugfs, and be "
		    "root",
		    kcov);
}

static int diagnose(struct doctor *d, const struct string_list *named)
{
	bool all = !named->n;

	printf("plugins and runtimes in %s\n\ncompilers\n", d->plugins.root);
	if (all)
		search_path(d);
	for (size_t i = 0; i < named->n; i++)
		check_compiler(d, named->v[i], NULL);
	for (size_t i = 0; i < d->n; i++)
		check_compiler(d, d->v[i].names.v[0], &d->v[i].names);
	if (all) {
		check_unused(d);
		if (!d->n)
			row(missing, "neither a gcc nor a clang in PATH; install one, or name it: "
				     "anycov doctor /opt/gcc/bin/gcc");
		printf("\nruntime of programs\n");
		check_host_runtime(d);
		list_machines(d->plugins.root, "runtime/host", "programs of other machines");
		printf("\nruntime of firmware\n");
		list_machines(d->plugins.root, "runtime", "firmware");
		printf("\ntools\n");
		check_tools(d);
	}
	printf("\n%u %s with anycov\n", d->usable,
	       plural(d->usable, "compiler works", "compilers work"));
	if (!d->usable)
		return EXIT_BAD_DATA;
	return d->wrong || d->usable < named->n ? EXIT_INCOMPLETE : EXIT_OK;
}

static void doctor_free(struct doctor *d)
{
	for (size_t i = 0; i < d->n; i++)
		string_list_free(&d->v[i].names);
	free(d->v);
	free(d->used);
	plugins_free(&d->plugins);
}

int cmd_doctor(int argc, char **argv)
{
	static const struct arg none[] = { { ARG_END, 0, NULL, NULL, NULL, NULL } };
	static const struct args arguments = {
		none,
		"Each line begins with ok, missing (not here, with what to do), or broken (here,\n"
		"and does not work).  Exit status 1: no compiler works; 3: one that is named does\n"
		"not, or something is broken or was not installed.\n",
		false
	};
	struct string_list named = { 0 };
	struct doctor d = { 0 };
	struct anycov_error err;
	int status = args_parse(&arguments, argc, argv, &named, NULL);

	if (status < 0) {
		if (plugins_read(&d.plugins, &err)) {
			status = usage_error("%s", err.text);
		} else {
			d.used = xcalloc(d.plugins.n + 1, sizeof(*d.used));
			status = diagnose(&d, &named);
		}
		doctor_free(&d);
	}
	string_list_free(&named);
	return status;
}
