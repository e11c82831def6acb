/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The runtime archive for a compiler and its target flags. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "compiler/flags.h"

/* Canonical names of architectures, of which clang has several. */
static void plain_arch(char *out, size_t room, const char *triple)
{
	size_t n = strcspn(triple, "-");

	if (starts_with(triple, "thumb"))
		snprintf(out, room, "arm%.*s", (int)(n - 5), triple + 5);
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

/* The default linker script of AVR would place .bss over unknown sections. */
static void avr_script(const struct flag_options *o, const char *root, struct string_list *out)
{
	char *word;

	if (!flags_have_tables(o))
		return;
	word = xasprintf("-Wl,-T,%s/avr.ld", root);
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
		output = query(c, target, print_multilib);
		directory = output ? xasprintf("%s/runtime/%s/%s", root, c->machine, output) : NULL;
	}
	archive = directory ? archive_in(directory, o->full ? "-full" : "", lean) : NULL;
	if (!archive || access(archive, R_OK))
		status = anycov_error_set(
			err,
			"no bare-metal runtime for %s, %s; see 'anycov list', or build "
			"one (docs/porting.md)",
			c->kind == COMPILER_CLANG ? "clang" : c->machine, output ? output : "?");
	if (!status && is_avr)
		avr_script(o, root, out);
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

/*
 * The name of pthread_create() in the C library's archive.  Nothing else in a static program
 * needs to link it: the runtime defines pthread_create() itself, and calls this.
 */
static const char *archived_pthread_create(void)
{
	return strstr(ANYCOV_HOST_MACHINE, "musl") ? "-Wl,-u,__pthread_create"
						   : "-Wl,-u,__pthread_create_2_1";
}

/* Adds the objects that share flags with a file. */
static int add_set(const char *root, struct string_list *out, struct anycov_error *err)
{
	static const char *const objects[] = { "anycov-set.o", "anycov-set-pages.o" };
	int status = 0;

	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]) && !status; i++) {
		char *path = xasprintf("%s/runtime/host/%s", root, objects[i]);

		if (access(path, R_OK))
			status = anycov_error_set(
				err, "%s: not found; build anycov (ninja -C build)", path);
		else
			string_list_add(out, path);
		free(path);
	}
	return status;
}

/* Adds the host runtime, which is built for the host only. */
static int host(const struct flag_options *o, const struct compiler *c, const char *root,
		char *const *target, struct string_list *out, struct anycov_error *err)
{
	bool hooks, set = flags_have_set(o, &hooks), full = o->full;
	char *output = query(c, target, c->kind == COMPILER_CLANG ? print_triple : print_multilib);
	/* The hook of executables is one instruction shorter than that of shared libraries. */
	char *archive = xasprintf("%s/runtime/host/libanycov%s.a", root,
				  full                          ? "-full"
				  : has_word(target, "-shared") ? "-pic"
								: "");
	char want[64], have[64];
	int status = 0;

	plain_arch(want, sizeof(want), ANYCOV_HOST_MACHINE);
	plain_arch(have, sizeof(have), c->kind == COMPILER_CLANG && output ? output : c->machine);
	if (c->kind == COMPILER_GCC && output && strcmp(output, ".") && !strcmp(want, have))
		status = anycov_error_set(
			err,
			"no host runtime for multilib '%s' of %s; remove the target flags "
			"or build one (docs/porting.md)",
			output, c->command.v[0]);
	else if (strcmp(want, have) || !strstr(c->machine, "linux"))
		status = anycov_error_set(
			err,
			"the host runtime is for %s, but %s generates code for %s; use "
			"--firmware for bare-metal runtimes",
			ANYCOV_HOST_MACHINE, c->command.v[0],
			c->kind == COMPILER_CLANG && output ? output : c->machine);
	else if (access(archive, R_OK))
		status = anycov_error_set(err, "%s: not found; build anycov (ninja -C build)",
					  archive);
	if (!status && set)
		status = add_set(root, out, err);
	if (!status && hooks) {
		string_list_add(out, archive);
		if (has_word(target, "-static") || has_word(target, "-static-pie"))
			string_list_add(out, archived_pthread_create());
		string_list_add(out, "-lpthread");
		string_list_add(out, "-ldl");
	}
	free(archive);
	free(output);
	return status;
}

int flags_link(const struct flag_options *o, const struct compiler *c, const char *root,
	       char *const *target, struct string_list *out, struct anycov_error *err)
{
	bool lean = o->hooks && !strcmp(o->hooks, "lean");

	if (o->kernel)
		return anycov_error_set(err, "a kernel has its own runtime; remove --link");
	if (!o->firmware)
		return host(o, c, root, target, out, err);
	return firmware(o, c, root, target, lean, out, err);
}
