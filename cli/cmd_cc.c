/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The compiler with the flags added.  Build systems probe their compiler in
 * many ways; whatever compiles nothing is passed on as it is.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cc_line.h"
#include "flags.h"

static const char details[] =
	"Options of 'anycov flags' are taken from the environment:\n"
	"  ANYCOV_FLAGS=\"--coverage trace-pc,trace-cmp\" ./configure CC=\"anycov cc gcc\"\n"
	"What only assembles, preprocesses or asks the compiler is passed on unchanged;\n"
	"executables get the host runtime, or with --firmware the bare-metal one.\n"
	"The exit status is the compiler's.\n";

/* "ccache gcc": the compiler is the second word. */
static size_t launcher_words(char *const *argv)
{
	static const char *const launchers[] = { "ccache", "sccache", "distcc", "icecc", NULL };
	size_t n = 0;

	for (size_t i = 0; launchers[i] && argv[n]; i++) {
		if (!strcmp(base_name(argv[n]), launchers[i]) && argv[n + 1] &&
		    argv[n + 1][0] != '-') {
			n++;
			i = SIZE_MAX;
		}
	}
	return n;
}

static int read_environment(struct flag_options *o, struct words *keep)
{
	struct arg table[FLAG_ARGS];
	struct words operands = { 0 };
	int status;

	flag_args(table, o);
	status = args_parse_variable(&(struct args){ table, NULL, false }, "ANYCOV_FLAGS", "flags",
				     getenv("ANYCOV_FLAGS"), keep, &operands);
	if (status < 0 && operands.n)
		status = usage_error("ANYCOV_FLAGS: '%s' is not understood; it holds options of 'anycov flags'",
				     operands.v[0]);
	if (status < 0 && (o->cc || o->link))
		status = usage_error("ANYCOV_FLAGS: --cc and --link are for 'anycov flags' only; the compiler is named behind 'anycov cc'");
	words_free(&operands);
	return status;
}

static int exec(char *const *argv)
{
	execvp(argv[0], argv);
	return usage_error("%s: cannot be run: %s", argv[0], strerror(errno));
}

/* The words that decide which runtime fits, for -print-multi-directory too. */
static struct words target_flags(char *const *argv)
{
	struct words w = { 0 };

	for (; *argv; argv++)
		if (starts_with(*argv, "-m") || starts_with(*argv, "--target=") ||
		    starts_with(*argv, "--specs=") || starts_with(*argv, "-specs=") ||
		    !strcmp(*argv, "-shared"))
			words_add(&w, *argv);
		else if (!strcmp(*argv, "-target") && argv[1]) {
			words_add(&w, *argv++);
			words_add(&w, *argv);
		}
	/* -mllvm takes a value that is no flag of the driver */
	for (size_t i = 0; i < w.n; i++)
		if (!strcmp(w.v[i], "-mllvm"))
			w.v[i][0] = 0;
	return w;
}

static int add_flags(const struct cc_line *line, const struct flag_options *o,
		     const struct compiler *c, char *const *arguments, struct words *before,
		     struct words *behind, struct anycov_error *err)
{
	bool gcc_lto = c->kind == COMPILER_GCC && line->lto && line->links;
	bool runtime = line->links && !o->kernel && (!line->shared || line->refuses_undefined) &&
		       !(line->no_libraries && !o->firmware);
	struct plugins plugins = { 0 };
	const struct plugin *p = NULL;
	char *env = NULL;
	int status = plugins_read(&plugins, err);

	if (!status)
		status = flags_check(o, plugins.root, err);
	if (!status && (line->compiles || gcc_lto)) {
		p = plugin_for(&plugins, c, err);
		status = p ? 0 : -1;
	}
	if (p)
		flags_compile(o, c, p, plugins.root, line->assembles, before,
			      line->assembles ? &env : NULL);
	if (env)
		setenv("ANYCOV_OPTIONS", env, 1);
	if (!status && runtime) {
		struct words target = target_flags(arguments);

		status = flags_link(o, c, plugins.root, target.v, behind, err);
		words_free(&target);
	}
	free(env);
	plugins_free(&plugins);
	return status;
}

static int compile(const struct flag_options *o, char *const *argv)
{
	struct words before = { 0 }, behind = { 0 }, all = { 0 };
	size_t n = launcher_words(argv) + 1;
	struct compiler c;
	struct cc_line line;
	struct anycov_error err;
	struct text command = { 0 };
	int status;

	cc_line_read(&line, argv + n);
	if (line.asks || (!line.compiles && !line.links))
		return exec(argv);
	for (size_t i = 0; i < n; i++)
		text_addf(&command, "%s%s", i ? " " : "", argv[i]);
	status = compiler_identify(&c, command.s, &err);
	free(command.s);
	if (!status)
		status = add_flags(&line, o, &c, argv + n, &before, &behind, &err);
	compiler_free(&c);
	if (status)
		return usage_error("%s", err.text);
	for (size_t i = 0; i < n; i++)
		words_add(&all, argv[i]);
	for (size_t i = 0; i < before.n; i++)
		words_add(&all, before.v[i]);
	for (; argv[n]; n++)
		words_add(&all, argv[n]);
	/* -x stays in force for what follows: an archive is no source. */
	if (behind.n)
		words_add(&all, "-xnone");
	for (size_t i = 0; i < behind.n; i++)
		words_add(&all, behind.v[i]);
	return exec(all.v);
}

int cmd_cc(int argc, char **argv)
{
	static const struct arg none[] = { { ARG_END, 0, NULL, NULL, NULL, NULL } };
	struct flag_options o = { 0 };
	struct words operands = { 0 }, keep = { 0 };
	int status;

	status = args_parse(&(struct args){ none, details, true }, argc, argv, &operands, NULL);
	if (status >= 0)
		return status;
	if (!operands.n)
		return usage_error("no compiler given, for example: anycov cc gcc -c file.c");
	status = read_environment(&o, &keep);
	if (status >= 0)
		return status;
	return compile(&o, operands.v);
}
