/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/options.h"
#include "flags.h"

/*
 * Linux: code that runs before, between or without the kernel's own entry work,
 * or under an address that no linker symbol has.  See docs/kernel.md.
 */
#define KERNEL_SECTIONS \
	".noinstr.text,.entry.text,.cpuidle.text,.head.text,.idmap.text,.hyp.text,.hyp.idmap.text"
/* Start-up code, and what start-up code becomes (memset, memcpy, memmove). */
#define FIRMWARE_LIST "firmware.ignorelist"
#define DEFAULT_COVERAGE "trace-pc"
#define CLANG_KNOWS_PLUGIN_OPTIONS 22u

void flag_args(struct arg args[FLAG_ARGS], struct flag_options *o)
{
	const struct arg table[FLAG_ARGS] = {
		{ ARG_TEXT, 0, "cc", "CC", &o->cc, "the compiler, as it will be called" },
		{ ARG_TEXT, 0, "coverage", "LIST", &o->coverage,
		  "what is recorded, see below (default " DEFAULT_COVERAGE ")" },
		{ ARG_TEXT, 0, "prune", "WORD", &o->prune, "which blocks need no probe, see below" },
		{ ARG_TEXT, 0, "hooks", "WORD", &o->hooks, "how a probe calls, see below" },
		{ ARG_FLAG, 0, "gated", NULL, &o->gated, "call hooks only while a variable says so" },
		{ ARG_FLAG, 0, "drop-ctors", NULL, &o->drop_ctors,
		  "no constructors that announce guards, counters, tables;\n"
		  "--kernel and --firmware imply it" },
		{ ARG_TEXT, 0, "stack-depth-callback-min", "N", &o->stack_min,
		  "stack-depth calls, in functions with N bytes of variables" },
		{ ARG_WORDS, 0, "allowlist", "FILE", &o->allowlist,
		  "instrument only what the list names" },
		{ ARG_WORDS, 0, "ignorelist", "FILE", &o->ignorelist, "leave out what the list names" },
		{ ARG_WORDS, 0, "skip-sections", "LIST", &o->skip_sections,
		  "leave out functions in these sections" },
		{ ARG_FLAG, 0, "verbose", NULL, &o->verbose,
		  "let the compiler say what it left out and why" },
		{ ARG_FLAG, 0, "kernel", NULL, &o->kernel,
		  "for a kernel: map=kernel skip-sections=" KERNEL_SECTIONS },
		{ ARG_FLAG, 0, "firmware", NULL, &o->firmware,
		  "for bare metal: leave out start-up code, memset, memcpy,\n"
		  "memmove (lib/anycov/" FIRMWARE_LIST ")" },
		{ ARG_FLAG, 0, "link", NULL, &o->link,
		  "print what to add at link time: the host runtime, or with\n"
		  "--firmware the archive that fits the TARGET FLAGS" },
		{ ARG_FLAG, 0, "full", NULL, &o->full,
		  "with --link: the runtime that knows the unique modes, too" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};

	memcpy(args, table, sizeof(table));
}

void flag_options_free(struct flag_options *o)
{
	words_free(&o->allowlist);
	words_free(&o->ignorelist);
	words_free(&o->skip_sections);
}

bool flags_have_tables(const struct flag_options *o)
{
	struct anycov_options options;
	struct anycov_error err;
	bool has;

	anycov_options_init(&options);
	has = o->coverage && !anycov_options_set(&options, "coverage", o->coverage, &err) &&
	      anycov_options_has_ctors(&options);
	anycov_options_free(&options);
	return has;
}

/* The plugin's options, in one fixed order: key, value, key, value... */
static void plugin_options(const struct flag_options *o, const char *root, struct words *w)
{
	words_add(w, "coverage");
	words_add(w, o->coverage ? o->coverage : DEFAULT_COVERAGE);
	if (o->prune) {
		words_add(w, "prune");
		words_add(w, o->prune);
	}
	if (o->hooks) {
		words_add(w, "hooks");
		words_add(w, o->hooks);
	}
	if (o->gated) {
		words_add(w, "gated-trace-callbacks");
		words_add(w, "");
	}
	/* Nobody would run them. */
	if (o->drop_ctors || ((o->kernel || o->firmware) && flags_have_tables(o))) {
		words_add(w, "drop-ctors");
		words_add(w, "");
	}
	if (o->stack_min) {
		words_add(w, "stack-depth-callback-min");
		words_add(w, o->stack_min);
	}
	for (size_t i = 0; i < o->allowlist.n; i++) {
		words_add(w, "allowlist");
		words_add(w, o->allowlist.v[i]);
	}
	for (size_t i = 0; i < o->ignorelist.n; i++) {
		words_add(w, "ignorelist");
		words_add(w, o->ignorelist.v[i]);
	}
	if (o->firmware) {
		words_add(w, "ignorelist");
		words_take(w, xasprintf("%s/" FIRMWARE_LIST, root));
	}
	if (o->kernel) {
		words_add(w, "skip-sections");
		words_add(w, KERNEL_SECTIONS);
		words_add(w, "map");
		words_add(w, "kernel");
	}
	for (size_t i = 0; i < o->skip_sections.n; i++) {
		words_add(w, "skip-sections");
		words_add(w, o->skip_sections.v[i]);
	}
	if (o->verbose) {
		words_add(w, "verbose");
		words_add(w, "");
	}
}

int flags_check(const struct flag_options *o, const char *root, struct anycov_error *err)
{
	struct anycov_options options;
	struct words w = { 0 };
	int status = 0;

	if (o->kernel && o->firmware)
		return anycov_fail(err, "--kernel and --firmware exclude each other; give one");
	plugin_options(o, root, &w);
	anycov_options_init(&options);
	for (size_t i = 0; i < w.n && !status; i += 2)
		status = anycov_options_set(&options, w.v[i], *w.v[i + 1] ? w.v[i + 1] : NULL, err);
	if (!status)
		status = anycov_options_finish(&options, err);
	anycov_options_free(&options);
	words_free(&w);
	return status;
}

/* A list is found from wherever the compiler will be run. */
static char *option_text(const char *key, const char *value)
{
	char *real, *text;

	if (!*value)
		return xstrdup(key);
	real = ends_with(key, "list") ? realpath(value, NULL) : NULL;
	text = xasprintf("%s=%s", key, real ? real : value);
	free(real);
	return text;
}

void flags_compile(const struct flag_options *o, const struct compiler *c, const struct plugin *p,
		   const char *root, bool environment, struct words *out, char **env)
{
	struct words w = { 0 };
	struct text all = { 0 };

	plugin_options(o, root, &w);
	if (c->kind == COMPILER_GCC) {
		words_take(out, xasprintf("-fplugin=%s", p->file));
	} else {
		if (c->major < CLANG_KNOWS_PLUGIN_OPTIONS) {
			/* Only so does the option parser know the pass's options. */
			words_add(out, "-Xclang");
			words_add(out, "-load");
			words_add(out, "-Xclang");
			words_add(out, p->file);
		}
		words_take(out, xasprintf("-fpass-plugin=%s", p->file));
		/* Clang keeps no_sanitize("coverage") for passes only while its own
		 * coverage is on; with an empty allowlist that inserts nothing. */
		words_add(out, "-Xclang");
		words_add(out, "-fsanitize-coverage-type=1");
		words_add(out, "-Xclang");
		words_add(out, "-fsanitize-coverage-allowlist=/dev/null");
	}
	for (size_t i = 0; i < w.n; i += 2) {
		char *text = option_text(w.v[i], w.v[i + 1]);

		if (c->kind == COMPILER_GCC) {
			words_take(out, xasprintf("-fplugin-arg-anycov-%s", text));
		} else if (environment) {
			text_addf(&all, "%s%s", all.n ? ";" : "", text);
		} else {
			words_add(out, "-mllvm");
			words_take(out, xasprintf("-anycov-%s", text));
		}
		free(text);
	}
	if (env)
		*env = all.s;
	else
		free(all.s);
	words_free(&w);
}
