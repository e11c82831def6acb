/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "anycov/hook_table.h"
#include "common/options/options.h"
#include "compiler/flags.h"

#define CLANG_HAS_NO_UNUSED_ARGUMENTS 14u
#define CLANG_HAS_NO_CONSTRUCTOR_ALIASES 14u
#define DEFAULT_PRESET "report"
#define DEFAULT_KERNEL_PRESET "kernel"

void flag_options_free(struct flag_options *o)
{
	string_list_free(&o->allowlist);
	string_list_free(&o->ignorelist);
	string_list_free(&o->skip_sections);
}

/* Returns ANYCOV_COV_*; 0 without --coverage, or if it is wrong. */
static uint32_t coverage_of(const struct flag_options *o)
{
	struct anycov_options options;
	struct anycov_error err;
	uint32_t coverage = 0;

	anycov_options_init(&options);
	if (o->coverage && !anycov_options_set(&options, "coverage", o->coverage, &err))
		coverage = options.coverage;
	anycov_options_free(&options);
	return coverage;
}

int flags_preset(struct flag_options *o, struct anycov_error *err)
{
	const char *name = o->preset;
	const struct anycov_preset *preset;
	bool hooks;

	if (!name && o->coverage)
		return 0;
	if (!name)
		name = o->kernel ? DEFAULT_KERNEL_PRESET : DEFAULT_PRESET;
	preset = anycov_preset_find(name, err);
	if (!preset)
		return -1;
	o->kernel |= preset->kernel;
	o->keep_branches |= preset->fuzzes;
	o->fuzzer = preset->fuzzes ? preset->name : NULL;
	if (preset->fuzzes && !o->map)
		o->map = "none";
	o->link_with = preset->link_with;
	o->arguments = preset->arguments;
	o->header = preset->header;
	o->variables = preset->variables;
	o->with = o->coverage ? ANYCOV_LINK_RUNTIME : preset->link;
	if (!o->place && preset->early)
		o->place = "early";
	if (!o->coverage && preset->late_coverage && o->place && !strcmp(o->place, "late"))
		o->coverage = preset->late_coverage;
	if (!o->coverage)
		o->coverage = preset->coverage;
	if (!o->prune)
		o->prune = preset->prune;
	if (!o->compares && (coverage_of(o) & ANYCOV_COV_TRACE_CMP))
		o->compares = preset->compares;
	if ((o->hooks || o->full) && flags_have_set(o, &hooks) && !hooks)
		return anycov_error_set(err,
					"%s has no effect with --for %s, which calls no hooks; add "
					"--for trace",
					o->hooks ? "--hooks" : "--full", name);
	return 0;
}

bool flags_have_registered_tables(const struct flag_options *o)
{
	struct anycov_options options = { .coverage = coverage_of(o) };

	return anycov_options_has_ctors(&options);
}

bool flags_have_set(const struct flag_options *o, bool *hooks)
{
	uint32_t coverage = coverage_of(o);

	*hooks = coverage != ANYCOV_COV_FLAGS;
	return coverage & ANYCOV_COV_FLAGS;
}

static bool has_map(const struct flag_options *o)
{
	return !o->map || strcmp(o->map, "none") != 0;
}

/* Adds an option of the plugin, if it has a value. */
static void add_option(struct string_list *w, const char *key, const char *value)
{
	if (!value)
		return;
	string_list_add(w, key);
	string_list_add(w, value);
}

static void add_options(struct string_list *w, const char *key, const struct string_list *values)
{
	for (size_t i = 0; i < values->n; i++)
		add_option(w, key, values->v[i]);
}

/* Adds the options of the plugin in a fixed order: key, value, key, value... */
static void plugin_options(const struct flag_options *o, const char *root, struct string_list *w)
{
	bool hooks, has_tables = flags_have_registered_tables(o) || flags_have_set(o, &hooks);

	string_list_add(w, "coverage");
	string_list_add(w, o->coverage);
	add_option(w, "prune", o->prune);
	add_option(w, "place", o->place);
	add_option(w, "compares", o->compares);
	add_option(w, "counters", o->counters);
	add_option(w, "hooks", o->hooks);
	add_option(w, "flags", o->flags);
	add_option(w, "sites", o->sites);
	if (o->mcdc)
		add_option(w, "mcdc", "");
	if (o->keep_branches)
		add_option(w, "keep-branches", "");
	add_option(w, "fuzzer", o->fuzzer);
	if (o->gated)
		add_option(w, "gated-trace-callbacks", "");
	/* No start-up code would run them. */
	if (o->drop_ctors || ((o->kernel || o->firmware) && has_tables))
		add_option(w, "drop-ctors", "");
	add_option(w, "stack-depth-callback-min", o->stack_min);
	add_options(w, "allowlist", &o->allowlist);
	add_options(w, "ignorelist", &o->ignorelist);
	if (o->firmware) {
		string_list_add(w, "ignorelist");
		string_list_add_owned(w, xasprintf("%s/" FIRMWARE_LIST, root));
	}
	if (o->kernel) {
		add_option(w, "skip-sections", KERNEL_SECTIONS);
		add_option(w, "map", o->map ? o->map : "kernel");
	} else {
		add_option(w, "map", o->map);
	}
	add_options(w, "skip-sections", &o->skip_sections);
	if (o->verbose)
		add_option(w, "verbose", "");
}

int flags_check(const struct flag_options *o, const char *root, struct anycov_error *err)
{
	struct anycov_options options;
	struct string_list w = { 0 };
	int status = 0;

	if (o->kernel && o->firmware)
		return anycov_error_set(err, "--kernel and --firmware exclude each other");
	plugin_options(o, root, &w);
	anycov_options_init(&options);
	for (size_t i = 0; i < w.n && !status; i += 2)
		status = anycov_options_set(&options, w.v[i], *w.v[i + 1] ? w.v[i + 1] : NULL, err);
	if (!status)
		status = anycov_options_finish(&options, err);
	anycov_options_free(&options);
	string_list_free(&w);
	return status;
}

/* Returns "key=value"; the path of a list is made absolute.  To be freed. */
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

/* Adds a word that clang hands to the compiler proper alone: assembler and linker do not know it.
 */
static void add_cc1(struct string_list *out, const char *word)
{
	string_list_add(out, "-Xclang");
	string_list_add(out, word);
}

/* Adds what a fuzzer's own driver gives the compiler beside its coverage. */
static void add_arguments(const struct flag_options *o, const char *root, struct string_list *out)
{
	string_list_split(out, o->arguments ? o->arguments : "");
	if (o->header) {
		string_list_add(out, "-include");
		string_list_add_owned(out, xasprintf("%s/%s", root, o->header));
	}
}

void flags_variables(const struct flag_options *o, struct string_list *out)
{
	for (const struct anycov_preset_variable *v = o->variables; v && v->name; v++)
		if (getenv(v->name))
			string_list_split(out, v->arguments);
}

static void compile_by_clang(const struct flag_options *o, const struct compiler *c,
			     const struct plugin *p, const char *root, struct string_list *w,
			     struct string_list *out)
{
	bool early = o->place && strcmp(o->place, "late") != 0;
	bool has_line_tables = has_map(o) && !o->kernel && !o->saves_assembly;

	/* Build systems give the words to commands that assemble or link, too. */
	string_list_add(out, c->major < CLANG_HAS_NO_UNUSED_ARGUMENTS
				     ? "-Qunused-arguments"
				     : "--start-no-unused-arguments");
	/* Before clang 22, for its option parser to accept the options of the pass.  And distcc,
	 * which takes these words apart, compiles on this machine. */
	add_cc1(out, "-load");
	add_cc1(out, p->file);
	string_list_add_owned(out, xasprintf("-fpass-plugin=%s", p->file));
	/* Clang keeps no_sanitize("coverage") for passes only while its own
	 * coverage is on; with an empty allowlist that inserts nothing. */
	add_cc1(out, "-fsanitize-coverage-type=1");
	add_cc1(out, "-fsanitize-coverage-allowlist=/dev/null");
	/* The map has the lines of the debug information; a -g that comes later wins.
	 * A kernel's configuration decides, whose flags come first.  Of saved assembly clang 14's
	 * assembler would warn. */
	if (has_line_tables)
		string_list_add(out, "-gline-tables-only");
	/* The command does not ask for them. */
	if (has_line_tables && !o->wants_line_tables) {
		string_list_add(w, "line-tables");
		string_list_add(w, "calls");
	}
	/* The ends of variables' lifetimes would have branches and lines of their own.
	 * Sanitizers need them, at -O0 as well. */
	if (early && !o->needs_scopes)
		add_cc1(out, "-disable-lifetime-markers");
	/* Loops with branches, which keep their marks, are not vectorized; that a pragma asks for
	 * it would be a warning of the compiler's, or by -Werror an error. */
	if (early)
		string_list_add(out, "-Wno-pass-failed");
	/* The destructor of a class that adds nothing would be that of its base class. */
	if (early && c->major >= CLANG_HAS_NO_CONSTRUCTOR_ALIASES)
		add_cc1(out, "-mno-constructor-aliases");
	/* Decisions are seen from the names of blocks. */
	if (early && o->mcdc)
		string_list_add(out, "-fno-discard-value-names");
	add_arguments(o, root, out);
	for (size_t i = 0; i < w->n; i += 2) {
		char *text = option_text(w->v[i], w->v[i + 1]);
		char *word = xasprintf("-anycov-%s", text);

		add_cc1(out, "-mllvm");
		add_cc1(out, word);
		free(word);
		free(text);
	}
	if (c->major >= CLANG_HAS_NO_UNUSED_ARGUMENTS)
		string_list_add(out, "--end-no-unused-arguments");
}

void flags_compile(const struct flag_options *o, const struct compiler *c, const struct plugin *p,
		   const char *root, struct string_list *out)
{
	struct string_list w = { 0 };
	bool hooks;

	plugin_options(o, root, &w);
	if (c->kind == COMPILER_CLANG) {
		compile_by_clang(o, c, p, root, &w, out);
	} else {
		string_list_add_owned(out, xasprintf("-fplugin=%s", p->file));
		/* For the calls that did not return; lines of code are in the map.  Each -g of the
		 * user, which comes later, wins. */
		if (has_map(o) && !o->kernel && !o->firmware)
			string_list_add(out, "-g1");
		/* Many blocks of flags follow a jump.  What GCC puts in front of each of them, to
		 * align it, would be a fifth of the code that is added, and saves no time. */
		if (!o->kernel && flags_have_set(o, &hooks))
			string_list_add(out, "-fno-align-jumps");
		add_arguments(o, root, out);
		for (size_t i = 0; i < w.n; i += 2) {
			char *text = option_text(w.v[i], w.v[i + 1]);

			string_list_add_owned(out, xasprintf("-fplugin-arg-anycov-%s", text));
			free(text);
		}
	}
	string_list_free(&w);
}
