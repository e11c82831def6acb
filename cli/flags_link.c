/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Which runtime archive goes with a compiler and its target flags. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "flags.h"

/* clang's architectures have many names; an archive has one. */
static void plain_arch(char *out, size_t room, const char *triple)
{
	size_t n = strcspn(triple, "-");

	if (starts_with(triple, "thumb"))
		snprintf(out, room, "arm%.*s", (int)(n - 5), triple + 5);
	else
		snprintf(out, room, "%.*s", (int)n, triple);
}

static char *const ask_multilib[] = { "-print-multi-directory", NULL };
static char *const ask_triple[] = { "-print-effective-triple", NULL };
/* gcc's driver answers the first even if the target flags make no sense. */
static char *const ask_compile[] = { "-x", "c", "-E", "/dev/null", "-o", "/dev/null", NULL };

/* What the target flags make of the compiler: one line of its answer, or NULL. */
static char *answer(const struct compiler *c, char *const *target, char *const *option)
{
	struct words argv = { 0 };
	char *said;

	for (size_t i = 0; i < c->command.n; i++)
		words_add(&argv, c->command.v[i]);
	for (; target && *target; target++)
		words_add(&argv, *target);
	for (; *option; option++)
		words_add(&argv, *option);
	said = ask(argv.v, false);
	words_free(&argv);
	if (said)
		said[strcspn(said, "\n")] = 0;
	return said;
}

/* The folder runtime/clang-TRIPLE of the same architecture, or NULL. */
static char *clang_folder(const char *root, const char *triple)
{
	char *folder = xasprintf("%s/runtime", root), *found = NULL;
	char want[64], have[64];
	struct dirent *e;
	DIR *d = opendir(folder);

	plain_arch(want, sizeof(want), triple);
	while (d && !found && (e = readdir(d))) {
		if (!starts_with(e->d_name, "clang-"))
			continue;
		plain_arch(have, sizeof(have), e->d_name + 6);
		if (!strcmp(want, have))
			found = xasprintf("%s/%s", folder, e->d_name);
	}
	if (d)
		closedir(d);
	free(folder);
	return found;
}

/*
 * clang builds no archive for AVR (docs/firmware.md) and links with avr-gcc's ld: what
 * it makes shares the archive of avr-gcc, which says which one suits the device.
 */
static char *avr_folder(const char *root, char *const *target)
{
	char *argv[] = { "avr-gcc", NULL, "-print-multi-directory", NULL };
	char *said, *folder = NULL;

	for (; target && *target; target++)
		if (starts_with(*target, "-mmcu="))
			argv[1] = *target;
	if (!argv[1])
		argv[1] = "-mmcu=avr2"; /* what both take without it */
	said = ask(argv, false);
	if (said) {
		said[strcspn(said, "\n")] = 0;
		folder = xasprintf("%s/runtime/avr/%s", root, said);
	}
	free(said);
	return folder;
}

/* AVR's linker script would lay .bss over sections that it does not know. */
static void avr_script(const struct flag_options *o, const char *root, struct words *out)
{
	char *word;

	if (!flags_have_tables(o))
		return;
	word = xasprintf("-Wl,-T,%s/avr.ld", root);
	words_add(out, word);
	free(word);
}

/* Where a target has no lean hooks, probes call C hooks. */
static char *archive_in(const char *folder, const char *form, bool lean)
{
	char *plain = xasprintf("%s/libanycov%s.a", folder, form);
	char *archive = xasprintf("%s/libanycov%s-lean.a", folder, form);
	bool fits = lean && !access(archive, R_OK);

	free(fits ? plain : archive);
	return fits ? archive : plain;
}

static int firmware(const struct flag_options *o, const struct compiler *c, const char *root,
		    char *const *target, bool lean, struct words *out,
		    struct anycov_error *err)
{
	char *said = answer(c, target, ask_compile), *folder, *archive;
	bool is_avr = !strcmp(c->machine, "avr");
	int status = 0;

	if (!said)
		return anycov_fail(err, "%s: does not take the target flags behind '--'; try them with '%s FLAGS -c'",
				   c->command.v[0], c->command.v[0]);
	free(said);
	if (c->kind == COMPILER_CLANG) {
		said = answer(c, target, ask_triple);
		is_avr = said && starts_with(said, "avr");
		folder = is_avr ? avr_folder(root, target) : said ? clang_folder(root, said) : NULL;
	} else {
		said = answer(c, target, ask_multilib);
		folder = said ? xasprintf("%s/runtime/%s/%s", root, c->machine, said) : NULL;
	}
	archive = folder ? archive_in(folder, o->full ? "-full" : "", lean) : NULL;
	if (!archive || access(archive, R_OK))
		status = anycov_fail(err, "no bare-metal runtime for %s, %s; build one from runtime/ as docs/porting.md says ('anycov list' shows what there is)",
				     c->kind == COMPILER_CLANG ? "clang" : c->machine, said ? said : "?");
	if (!status && is_avr)
		avr_script(o, root, out);
	if (!status)
		words_add(out, archive);
	free(archive);
	free(folder);
	free(said);
	return status;
}

/* Whether the link makes a shared library; executables have a hook of their own,
 * one instruction shorter. */
static bool is_shared(char *const *target)
{
	for (; target && *target; target++)
		if (!strcmp(*target, "-shared"))
			return true;
	return false;
}

/* The host runtime serves the machine it was built on. */
static int host(const struct compiler *c, const char *root, char *const *target, bool full,
		struct words *out, struct anycov_error *err)
{
	char *said = answer(c, target, c->kind == COMPILER_CLANG ? ask_triple : ask_multilib);
	char *archive = xasprintf("%s/runtime/host/libanycov%s.a", root,
				  full		      ? "-full"
				  : is_shared(target) ? "-pic"
						      : "");
	char want[64], have[64];
	int status = 0;

	plain_arch(want, sizeof(want), ANYCOV_HOST_MACHINE);
	plain_arch(have, sizeof(have),
		   c->kind == COMPILER_CLANG && said ? said : c->machine);
	if (c->kind == COMPILER_GCC && said && strcmp(said, ".") && !strcmp(want, have))
		status = anycov_fail(err, "the host runtime is for %s as %s makes code without further flags, and these choose its variant '%s'; drop them, or build a runtime as docs/porting.md says",
				     ANYCOV_HOST_MACHINE, c->command.v[0], said);
	else if (strcmp(want, have) || !strstr(c->machine, "linux"))
		status = anycov_fail(err, "the host runtime is for %s, and %s makes code for %s; with --firmware anycov hands out bare-metal runtimes",
				     ANYCOV_HOST_MACHINE, c->command.v[0],
				     c->kind == COMPILER_CLANG && said ? said : c->machine);
	else if (access(archive, R_OK))
		status = anycov_fail(err, "%s is not there; build anycov (ninja -C build)", archive);
	if (!status) {
		words_add(out, archive);
		words_add(out, "-lpthread");
		words_add(out, "-ldl");
	}
	free(archive);
	free(said);
	return status;
}

int flags_link(const struct flag_options *o, const struct compiler *c, const char *root,
	       char *const *target, struct words *out, struct anycov_error *err)
{
	bool lean = o->hooks && !strcmp(o->hooks, "lean");

	if (o->kernel)
		return anycov_fail(err, "a kernel has its own runtime: nothing is added at link time; drop --link");
	if (!o->firmware)
		return host(c, root, target, o->full, out, err);
	return firmware(o, c, root, target, lean, out, err);
}
