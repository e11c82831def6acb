/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The runtime archive for a compiler and its target flags. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "anycov/hook_table.h"
#include "base/child.h"
#include "compiler/cc_args.h"
#include "compiler/flags.h"
#include "compiler/riscv_multilib.h"

/* Canonical names of architectures, of which clang has several. */
static void plain_arch(char *out, size_t room, const char *triple)
{
	size_t n = strcspn(triple, "-");

	if (starts_with(triple, "thumb"))
		snprintf(out, room, "arm%.*s", (int)(n - 5), triple + 5);
	else if (n == 4 && triple[0] == 'i' && starts_with(triple + 2, "86"))
		snprintf(out, room, "i686");
	else
		snprintf(out, room, "%.*s", (int)n, triple);
}

static char *const print_multilib[] = { "-print-multi-directory", NULL };
static char *const print_triple[] = { "-print-effective-triple", NULL };
/* gcc's driver accepts -print-multi-directory even with invalid target flags. */
static char *const compile_nothing[] = { "-x", "c", "-E", "/dev/null", "-o", "/dev/null", NULL };

/* Runs the compiler with the target flags and an option.  Returns the first line, or NULL. */
static char *query(const struct compiler *c, char *const *target, char *const *option)
{
	struct string_list argv = { 0 };
	char *output;

	for (size_t i = 0; i < c->command.n; i++)
		string_list_add(&argv, c->command.v[i]);
	for (; target && *target; target++)
		string_list_add(&argv, *target);
	for (; *option; option++)
		string_list_add(&argv, *option);
	output = run_and_capture(argv.v, false);
	string_list_free(&argv);
	if (output)
		output[strcspn(output, "\n")] = 0;
	return output;
}

/* Returns the directory runtime/clang-TRIPLE of the same architecture, or NULL. */
static char *clang_directory(const char *root, const char *triple)
{
	char *directory = xasprintf("%s/runtime", root), *found = NULL;
	char want[64], have[64];
	struct dirent *e;
	DIR *d = opendir(directory);

	plain_arch(want, sizeof(want), triple);
	while (d && !found && (e = readdir(d))) {
		if (!starts_with(e->d_name, "clang-"))
			continue;
		plain_arch(have, sizeof(have), e->d_name + 6);
		if (!strcmp(want, have))
			found = xasprintf("%s/%s", directory, e->d_name);
	}
	if (d)
		closedir(d);
	free(directory);
	return found;
}

/*
 * There is no archive built by clang for AVR (docs/firmware.md), and clang links with
 * avr-gcc's ld: use the archive of avr-gcc, which selects it by the device.
 */
static char *avr_directory(const char *root, char *const *target)
{
	char *argv[] = { "avr-gcc", NULL, "-print-multi-directory", NULL };
	char *output, *directory = NULL;

	for (; target && *target; target++)
		if (starts_with(*target, "-mmcu="))
			argv[1] = *target;
	if (!argv[1])
		argv[1] = "-mmcu=avr2"; /* the default of both */
	output = run_and_capture(argv, false);
	if (output) {
		output[strcspn(output, "\n")] = 0;
		directory = xasprintf("%s/runtime/avr/%s", root, output);
	}
	free(output);
	return directory;
}

/*
 * Does the ld that links for AVR take --section-ordering-file= (binutils 2.43)?  From some version
 * before it on, ld makes a second .data of that in avr.ld, at the address of its own.
 */
static bool ld_takes_order(const struct compiler *c)
{
	static char *const ask[] = { "-print-prog-name=ld", NULL };
	char *avr_gcc[] = { "avr-gcc", ask[0], NULL }, *help[] = { NULL, "--help", NULL };
	char *text = NULL;
	bool takes;

	help[0] = c->kind == COMPILER_CLANG ? run_and_capture(avr_gcc, false) : query(c, NULL, ask);
	if (help[0]) {
		help[0][strcspn(help[0], "\n")] = 0;
		text = run_and_capture(help, false);
	}
	takes = text && strstr(text, "--section-ordering-file");
	free(text);
	free(help[0]);
	return takes;
}

/* The default linker script of AVR would place .bss over unknown sections. */
static void avr_script(const struct flag_options *o, const struct compiler *c, const char *root,
		       struct string_list *out)
{
	char *word;

	if (!flags_have_registered_tables(o))
		return;
	word = ld_takes_order(c) ? xasprintf("-Wl,--section-ordering-file=%s/avr-order.ld", root)
				 : xasprintf("-Wl,-T,%s/avr.ld", root);
	string_list_add(out, word);
	free(word);
}

/* Returns the archive, with lean hooks if requested and available for the target. */
static char *archive_in(const char *directory, const char *form, bool lean)
{
	char *plain = xasprintf("%s/libanycov%s.a", directory, form);
	char *archive = xasprintf("%s/libanycov%s-lean.a", directory, form);
	bool fits = lean && !access(archive, R_OK);

	free(fits ? plain : archive);
	return fits ? archive : plain;
}

/* Returns the -march that the compiler has by default, or NULL; it is in the comments of -S. */
static char *default_march(const struct compiler *c)
{
	static char *const attributes[] = { "-S", "-x", "c", "/dev/null", "-o", "-", NULL };
	struct string_list argv = { 0 };
	char *output, *march = NULL, *p;

	for (size_t i = 0; i < c->command.n; i++)
		string_list_add(&argv, c->command.v[i]);
	for (char *const *word = attributes; *word; word++)
		string_list_add(&argv, *word);
	output = run_and_capture(argv.v, false);
	p = output ? strstr(output, ".attribute arch, \"rv") : NULL;
	if (p)
		march = riscv_march_of_attribute(p + strlen(".attribute arch, \""));
	free(output);
	string_list_free(&argv);
	return march;
}

/* Returns the directory of the runtime for the target flags, relative to the machine's. */
static char *multilib(const struct compiler *c, const char *root, char *const *target)
{
	char *output = query(c, target, print_multilib), *directory, *own, *march, *found;
	bool exact;

	if (!output || !starts_with(c->machine, "riscv"))
		return output;
	directory = xasprintf("%s/runtime/%s", root, c->machine);
	own = xasprintf("%s/%s/libanycov.a", directory, output);
	/* GCC also names the default's arch, which has no directory of that name. */
	exact = strcmp(output, ".") != 0 && !access(own, R_OK);
	march = exact ? NULL : default_march(c);
	found = exact ? NULL : riscv_multilib(directory, march, target);
	free(march);
	free(own);
	free(directory);
	if (!found)
		return output;
	free(output);
	return found;
}

/* Did the build of anycov leave out the runtime of this directory?  Then err says why. */
static bool was_left_out(const struct compiler *c, const char *directory, struct anycov_error *err)
{
	char *why = directory ? compilers_left_out(directory) : NULL;

	if (why)
		anycov_error_set(err,
				 "%s: its runtime could not be built (%s); correct that and "
				 "build anycov again",
				 c->command.v[0], why);
	free(why);
	return why != NULL;
}

static int firmware(const struct flag_options *o, const struct compiler *c, const char *root,
		    char *const *target, bool lean, struct string_list *out,
		    struct anycov_error *err)
{
	char *output = query(c, target, compile_nothing), *directory, *archive;
	bool is_avr = !strcmp(c->machine, "avr");
	int status = 0;

	if (!output)
		return anycov_error_set(err,
					"%s: rejects the target flags after '--'; try them with "
					"'%s FLAGS -c'",
					c->command.v[0], c->command.v[0]);
	free(output);
	if (c->kind == COMPILER_CLANG) {
		output = query(c, target, print_triple);
		is_avr = output && starts_with(output, "avr");
		directory = is_avr   ? avr_directory(root, target)
			    : output ? clang_directory(root, output)
				     : NULL;
	} else {
		output = multilib(c, root, target);
		directory = output ? xasprintf("%s/runtime/%s/%s", root, c->machine, output) : NULL;
	}
	archive = directory ? archive_in(directory, o->full ? "-full" : "", lean) : NULL;
	if (was_left_out(c, directory, err))
		status = -1;
	else if (!archive || access(archive, R_OK))
		status = anycov_error_set(
			err,
			"no bare-metal runtime for %s, %s; see 'anycov list', or build "
			"one (docs/porting.md)",
			c->kind == COMPILER_CLANG ? "clang" : c->machine, output ? output : "?");
	if (!status && is_avr)
		avr_script(o, c, root, out);
	if (!status)
		string_list_add(out, archive);
	free(archive);
	free(directory);
	free(output);
	return status;
}

static bool has_word(char *const *target, const char *word)
{
	for (; target && *target; target++)
		if (!strcmp(*target, word))
			return true;
	return false;
}

/* Returns whether compiler or command link the runtime of gcov or of LLVM's profiles. */
static bool is_profiled(char *const *target)
{
	for (; target && *target; target++)
		if (cc_args_is_profile(*target))
			return true;
	return false;
}

/*
 * The name of pthread_create() in the C library's archive.  Nothing else in a static program
 * needs to link it: the runtime defines pthread_create() itself, and calls this.
 */
static const char *archived_pthread_create(const char *triple)
{
	return strstr(triple, "musl") ? "-Wl,-u,__pthread_create" : "-Wl,-u,__pthread_create_2_1";
}

/* How the command links. */
struct link_kind {
	bool shared, is_static;
	bool profiled; /* with the runtime of gcov or of LLVM's profiles */
};

/* Adds the objects that share flags with a file. */
static int add_flags(const struct link_kind *k, const char *directory, const char *triple,
		     bool traps, struct string_list *out, struct anycov_error *err)
{
	const char *const files[] = {
		/* What the startup object defines is replaced by what comes before it. */
		traps && !k->shared ? "anycov-flags-signals.o" : NULL,
		traps ? "anycov-flags-traps.o" : NULL,
		"anycov-flags-start.o",
		"libanycov-flags.a",
		k->profiled ? NULL : "libanycov-flags-gcov.a",
		/* The last one: pages of its own. */
		"anycov-flags-pages.o",
	};
	int status = 0;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && !status; i++) {
		char *path = files[i] ? xasprintf("%s/%s", directory, files[i]) : NULL;

		if (!path)
			continue;
		if (access(path, R_OK))
			status = anycov_error_set(
				err,
				"%s: not found, so programs for %s have no file of flags; use "
				"--coverage trace-pc",
				path, triple);
		else
			string_list_add(out, path);
		free(path);
	}
	return status;
}

/* Returns whether two triples have the same processor and the same C library. */
static bool same_target(const char *a, const char *b)
{
	const char *library_a = strrchr(a, '-'), *library_b = strrchr(b, '-');
	char arch_a[64], arch_b[64];

	plain_arch(arch_a, sizeof(arch_a), a);
	plain_arch(arch_b, sizeof(arch_b), b);
	/* clang's triples name the version of ARM's instruction set, GCC's do not. */
	if (starts_with(arch_a, "arm") && starts_with(arch_b, "arm"))
		arch_a[3] = arch_b[3] = 0;
	return !strcmp(arch_a, arch_b) && library_a && library_b && !strcmp(library_a, library_b);
}

bool flags_is_native(const struct compiler *c)
{
	return same_target(c->machine, ANYCOV_HOST_MACHINE) && !c->is_musl_gcc;
}

/* Returns the directory runtime/host/MACHINE that fits clang's triple, or NULL. */
static char *cross_directory(const char *root, const char *triple)
{
	char *directory = xasprintf("%s/runtime/host", root), *found = NULL;
	struct dirent *e;
	DIR *d = opendir(directory);

	while (d && !found && (e = readdir(d)))
		if (e->d_name[0] != '.' && same_target(e->d_name, triple))
			found = xasprintf("%s/%s", directory, e->d_name);
	if (d)
		closedir(d);
	free(directory);
	return found;
}

/* Returns the directory of the host runtime for a target, or NULL; multilib: of GCC. */
static char *host_directory(const char *root, const struct compiler *c, const char *triple,
			    const char *multilib)
{
	bool plain = !multilib || !strcmp(multilib, ".");

	if (plain && same_target(triple, ANYCOV_HOST_MACHINE))
		return xasprintf("%s/runtime/host", root);
	if (c->kind == COMPILER_CLANG)
		return cross_directory(root, triple);
	return xasprintf("%s/runtime/host/%s%s%s", root, triple, plain ? "" : "/",
			 plain ? "" : multilib);
}

/* The processors whose host runtime has the lean hook (runtime/hooks/hook_lean.S). */
static bool has_lean_hook(const char *triple)
{
	return starts_with(triple, "x86_64-") || starts_with(triple, "aarch64-");
}

/*
 * Adds the runtime of hooks.  Shared libraries have one in common, which is not a part of each:
 * memory that threads have from the start is scarce where a program loads many plugins.  Programs
 * contain theirs, and export its hooks for the libraries that they load.
 */
static void add_hooks(const struct link_kind *k, const char *root, const char *directory,
		      const char *archive, const char *triple, struct string_list *out)
{
	if (k->shared) {
		string_list_add_owned(out, xasprintf("%s/anycov-begin.o", directory));
		string_list_add(out, archive);
		string_list_add_owned(out, xasprintf("-Wl,-rpath,%s", directory));
		return;
	}
	string_list_add(out, archive);
	if (k->is_static)
		string_list_add(out, archived_pthread_create(triple));
	else
		string_list_add_owned(
			out, xasprintf("-Wl,--dynamic-list=%s/runtime/anycov-hooks.list", root));
	string_list_add(out, "-lpthread");
	string_list_add(out, "-ldl");
}

/* Adds the host runtime for the target of the compiler and its flags. */
static int host(const struct flag_options *o, const struct compiler *c, const char *root,
		char *const *target, bool lean, struct string_list *out, struct anycov_error *err)
{
	bool hooks, set = flags_have_set(o, &hooks);
	const struct link_kind kind = {
		.shared = has_word(target, "-shared"),
		.is_static = has_word(target, "-static") || has_word(target, "-static-pie"),
		.profiled = is_profiled(target),
	};
	char *output = query(c, target, c->kind == COMPILER_CLANG ? print_triple : print_multilib);
	const char *triple = c->kind == COMPILER_CLANG && output ? output : c->machine;
	const char *multilib = c->kind == COMPILER_GCC ? output : NULL;
	bool is_linux = strstr(triple, "-linux") != NULL;
	char *directory = is_linux ? host_directory(root, c, triple, multilib) : NULL;
	char *archive = xasprintf("%s/%s", directory ? directory : "",
				  kind.shared ? "libanycov.so" : "libanycov-full.a");
	int status = 0;

	if (!is_linux)
		status = anycov_error_set(
			err,
			"%s generates code for %s, and host runtimes are for Linux; use "
			"--firmware for bare-metal runtimes",
			c->command.v[0], triple);
	else if (was_left_out(c, directory, err))
		status = -1;
	else if (!directory || access(archive, R_OK))
		status = anycov_error_set(
			err,
			"no host runtime for %s%s%s%s; install the C library for this target and a "
			"GCC for it with plugin headers, and build anycov again",
			triple, multilib && strcmp(multilib, ".") ? ", multilib '" : "",
			multilib && strcmp(multilib, ".") ? multilib : "",
			multilib && strcmp(multilib, ".") ? "'" : "");
	else if (hooks && c->is_musl_gcc)
		status = anycov_error_set(
			err,
			"%s: the runtime of hooks is built for another C library than musl; "
			"record flags (--for report)",
			c->command.v[0]);
	else if (lean && !has_lean_hook(triple))
		status = anycov_error_set(
			err, "the host runtime for %s has no lean hooks; use --hooks c", triple);
	if (!status && set)
		status = add_flags(&kind, directory, triple, o->sites && !strcmp(o->sites, "trap"),
				   out, err);
	if (!status && hooks)
		add_hooks(&kind, root, directory, archive, triple, out);
	free(archive);
	free(directory);
	free(output);
	return status;
}

/* Adds libFuzzer from the directory of a clang's resources.  Returns whether it is there. */
static bool add_libfuzzer(const char *clang, const char *arch, struct string_list *out)
{
	char *argv[] = { (char *)(uintptr_t)clang, "-print-resource-dir", NULL };
	char *directory = run_and_capture(argv, false), *main = NULL, *interceptors = NULL;
	bool found = false;

	if (directory) {
		directory[strcspn(directory, "\n")] = 0;
		main = xasprintf("%s/lib/linux/libclang_rt.fuzzer-%s.a", directory, arch);
		interceptors = xasprintf("%s/lib/linux/libclang_rt.fuzzer_interceptors-%s.a",
					 directory, arch);
		found = !access(main, R_OK);
	}
	if (found && !access(interceptors, R_OK)) {
		string_list_add(out, "-Wl,--whole-archive");
		string_list_add(out, interceptors);
		string_list_add(out, "-Wl,--no-whole-archive");
	}
	if (found) {
		static const char *const libraries[] = { "-lstdc++", "-lpthread", "-ldl", "-lm",
							 "-lrt" };

		string_list_add(out, main);
		for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
			string_list_add(out, libraries[i]);
	}
	free(interceptors);
	free(main);
	free(directory);
	return found;
}

int flags_link_libfuzzer(const struct compiler *c, struct string_list *out,
			 struct anycov_error *err)
{
	struct plugins plugins;
	bool found = false;
	char arch[64];

	plain_arch(arch, sizeof(arch), c->machine);
	if (plugins_read(&plugins, err))
		return -1;
	for (size_t i = plugins.n; i-- > 0 && !found;)
		found = plugins.v[i].is_llvm && add_libfuzzer(plugins.v[i].cc, arch, out);
	plugins_free(&plugins);
	if (!found && !add_libfuzzer("clang", arch, out))
		return anycov_error_set(err,
					"no clang with libFuzzer for %s; install it (Debian: "
					"libclang-rt-N-dev), or link a libFuzzer of your own",
					arch);
	return 0;
}

/*
 * libFuzzer comes with clang, whose driver knows its name; gcc gets the files.  Guards, of objects
 * for another fuzzer, would end the program when it starts: that is the linker's error.
 */
static int libfuzzer(const struct compiler *c, struct string_list *out, struct anycov_error *err)
{
	string_list_add_owned(out, xasprintf("-Wl,--wrap=%s",
					     anycov_hook_table[ANYCOV_HOOK_TRACE_PC_GUARD].symbol));
	if (c->kind != COMPILER_CLANG)
		return flags_link_libfuzzer(c, out, err);
	string_list_add(out, "-fsanitize=fuzzer");
	return 0;
}

static int afl(struct string_list *out, struct anycov_error *err)
{
	static const char runtime[] = "afl-compiler-rt.o";
	static const char *const libraries[] = { "-lpthread", "-ldl", "-lm", "-lrt" };
	const char *const directories[] = { getenv("AFL_PATH"), "/usr/local/lib/afl",
					    "/usr/lib/afl" };
	const size_t n = sizeof(directories) / sizeof(directories[0]);
	char *object = NULL, *driver;

	for (size_t i = 0; i < n && !object; i++) {
		object = xasprintf("%s/%s", directories[i] ? directories[i] : "", runtime);
		if (!directories[i] || access(object, R_OK)) {
			free(object);
			object = NULL;
		}
	}
	if (!object)
		return anycov_error_set(err, "afl-compiler-rt.o: not found in AFL_PATH or AFL++'s "
					     "directories; install AFL++ (Debian: "
					     "afl++), or set AFL_PATH to its directory");
	/* main() of targets for libFuzzer; programs with their own do not need it. */
	driver = xasprintf("%.*s/libAFLDriver.a", (int)(strlen(object) - strlen(runtime) - 1),
			   object);
	if (access(driver, R_OK))
		free(driver);
	else
		string_list_add_owned(out, driver);
	string_list_add_owned(out, object);
	for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
		string_list_add(out, libraries[i]);
	return 0;
}

int flags_link(const struct flag_options *o, const struct compiler *c, const char *root,
	       char *const *target, struct string_list *out, struct anycov_error *err)
{
	bool lean = o->hooks && !strcmp(o->hooks, "lean");

	if (o->kernel)
		return anycov_error_set(err, "a kernel has its own runtime; remove --link");
	if (o->with == ANYCOV_LINK_LIBFUZZER)
		return libfuzzer(c, out, err);
	if (o->with == ANYCOV_LINK_AFL)
		return afl(out, err);
	if (o->with == ANYCOV_LINK_ELSEWHERE)
		return anycov_error_set(err, "--for %s: its libraries are not here; link with %s",
					o->preset, o->link_with);
	if (!o->firmware)
		return host(o, c, root, target, lean, out, err);
	return firmware(o, c, root, target, lean, out, err);
}
