/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Runs the compiler with the flags added.  Build systems probe their compiler in
 * many ways; a command that compiles nothing is passed on unchanged.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "build/build_list.h"
#include "build/kept_sources.h"
#include "common/map/source_copies.h"
#include "compiler/cc_args.h"
#include "compiler/record_to.h"
#include "coverage/model/flags_placed.h"
#include "cmd/cc_wrapper.h"
#include "cmd/flag_args.h"
#include "cmd/command.h"
#include "cmd/run_command.h"

static const char details[] =
	"Options of 'anycov flags' are taken from the environment:\n"
	"  ANYCOV_FLAGS=\"--for trace\" ./configure CC=\"anycov cc gcc\"\n"
	"--record-to is for programs whose environment is taken away (env -i, su, ssh); the\n"
	"name of DIR is stored in each image.\n"
	"Commands that only assemble, preprocess or query are passed on unchanged;\n"
	"executables get the host runtime, or with --firmware the bare-metal one.\n"
	"The exit status is the compiler's, or 1 if a linker script of firmware does not place\n"
	"the flags.\n";

static bool is_launcher(const char *program)
{
	static const char *const known[] = { "ccache", "sccache", "distcc", "icecc", NULL };

	for (size_t i = 0; known[i]; i++)
		if (!strcmp(base_name(program), known[i]))
			return true;
	return false;
}

/* "ccache gcc": the compiler is the second word. */
static size_t launcher_words(char *const *argv)
{
	size_t n = 0;

	while (argv[n] && is_launcher(argv[n]) && argv[n + 1] && argv[n + 1][0] != '-')
		n++;
	return n;
}

/* Returns the file of a command without its symbolic links, or NULL; to be freed. */
static char *file_of_command(const char *command)
{
	const char *directories = getenv("PATH");
	char *file = NULL;

	if (strchr(command, '/'))
		return realpath(command, NULL);
	while (directories && *directories && !file) {
		size_t n = strcspn(directories, ":");
		char *path = xasprintf("%.*s/%s", (int)n, directories, command);

		if (!access(path, X_OK))
			file = realpath(path, NULL);
		free(path);
		directories += n + (directories[n] == ':');
	}
	return file;
}

/* Returns the launcher that has the compiler's name, as in /usr/lib/ccache, or NULL; to be freed.
 */
static char *hidden_launcher(const char *compiler)
{
	char *file = file_of_command(compiler);

	if (file && is_launcher(file))
		return file;
	free(file);
	return NULL;
}

/*
 * Returns whether ccache runs this command.  It sees the arguments of anycov cc, but not what they
 * become: its cache would return objects that were made with other options or another plugin.
 */
static bool run_by_ccache(void)
{
	char *link = xasprintf("/proc/%ld/exe", (long)getppid());
	char parent[PATH_MAX];
	ssize_t n = readlink(link, parent, sizeof(parent) - 1);

	free(link);
	if (n <= 0)
		return false;
	parent[n] = 0;
	return !strcmp(base_name(parent), "ccache");
}

/* What only 'anycov cc' knows. */
struct cc_options {
	struct flag_options flags;
	const char *record_to;
	bool icecc; /* it runs the compiler */
};

#define RECORD_TO_ARG(to)                                                                          \
	{                                                                                          \
		ARG_TEXT, 0, "record-to", "DIR", (to),                                             \
			"record flags into DIR where ANYCOV_DIR is not set"                        \
	}

static int read_environment(struct cc_options *cc, struct string_list *keep)
{
	static const struct arg end = { ARG_END, 0, NULL, NULL, NULL, NULL };
	const char *record_to = NULL;
	const struct arg record_to_arg = RECORD_TO_ARG(&record_to);
	struct flag_options *o = &cc->flags;
	struct arg table[FLAG_ARGS + 1];
	struct string_list operands = { 0 };
	int status;

	flag_args(table, o);
	table[FLAG_ARGS - 1] = record_to_arg;
	table[FLAG_ARGS] = end;
	status = args_parse_variable(&(struct args){ table, NULL, false }, "ANYCOV_FLAGS", "flags",
				     getenv("ANYCOV_FLAGS"), keep, &operands);
	if (status < 0 && operands.n)
		status = usage_error(
			"ANYCOV_FLAGS: unexpected argument '%s'; use options of 'anycov flags'",
			operands.v[0]);
	if (status < 0 && (o->cc || o->link))
		status = usage_error("ANYCOV_FLAGS: --cc and --link are only for 'anycov flags'");
	if (!cc->record_to)
		cc->record_to = record_to;
	string_list_free(&operands);
	return status;
}

static int exec(char *const *argv)
{
	execvp(argv[0], argv);
	return usage_error("%s: cannot run: %s", argv[0], strerror(errno));
}

/*
 * Checks an image that was linked, and deletes it if it is wrong, as a linker does, so that make
 * links again.  Returns the exit status.
 */
static int check_image(const char *path)
{
	struct anycov_error err;
	struct instrumented_image *m = instrumented_image_open(path, &err);
	int status = EXIT_OK;

	if (!m)
		return EXIT_OK;
	if (flags_check_placed(m, &err)) {
		status = input_error("%s", err.text);
		unlink(path);
	}
	instrumented_image_close(m);
	return status;
}

/* Runs a command that links, and checks the image.  Returns the exit status. */
static int run(char *const *argv, const char *image)
{
	int wait_status, status = command_run(argv, &wait_status);

	if (status < 0)
		status = command_status(wait_status);
	return status ? status : check_image(image);
}

static bool needs_runtime(const struct cc_args *line, const struct flag_options *o)
{
	if (!line->links || o->kernel)
		return false;
	/* A fuzzer's hooks are in the program.  libtool gives C++ libraries -nostdlib. */
	if (line->shared && !o->firmware && o->with == ANYCOV_LINK_RUNTIME &&
	    !(o->preset && !strcmp(o->preset, "libfuzzer")))
		return true;
	return (!line->shared || line->refuses_undefined) && (!line->no_libraries || o->firmware);
}

/* What a command may get: its flags and its libraries, or the reason for none. */
struct added {
	struct string_list before, after; /* its own arguments */
	char *files;                      /* CCACHE_EXTRAFILES, ICECC_EXTRAFILES */
	char *sources;                    /* in the former alone; after a colon each */
	char *plain;                      /* why the command runs as it is, or NULL */
	bool is_unsupported;              /* for anycov has nothing for compiler or target */
	struct cc_args_without without;   /* of its own */
	const char *image;                /* that has to be checked after the link, or NULL */
};

static void added_free(struct added *a)
{
	string_list_free(&a->before);
	string_list_free(&a->after);
	free(a->files);
	free(a->sources);
	free(a->plain);
}

/*
 * Finds the runtime, at each compilation as well: code that no runtime fits is not instrumented.
 * Fuzzers and bare metal are asked for: there, it is an error if nothing fits.
 */
static int add_runtime(const struct cc_args *line, const struct flag_options *o,
		       const struct compiler *c, const char *root, struct added *added,
		       struct anycov_error *err)
{
	bool asked = o->firmware || o->with != ANYCOV_LINK_RUNTIME;
	struct string_list out = { 0 };
	int status = 0;

	/* Most commands only compile, for this machine, which has a runtime. */
	if (!o->kernel &&
	    (needs_runtime(line, o) || (!asked && (line->target.n || !flags_is_native(c)))))
		status = flags_link(o, c, root, line->target.v, &out, err);
	if (status && !asked) {
		added->plain = xstrdup(err->text);
		added->is_unsupported = true;
		status = 0;
	}
	for (size_t i = 0; i < out.n && needs_runtime(line, o); i++)
		string_list_add(&added->after, out.v[i]);
	string_list_free(&out);
	return status;
}

/*
 * gcc knows no -fsanitize=fuzzer: it compiles nothing by it, for the preset has the hooks, and
 * links libFuzzer.  With AFL++ either compiler links the main() of AFL++, as afl-cc does.
 */
static int add_fuzzer(const struct cc_args *line, const struct flag_options *o,
		      const struct compiler *c, struct added *added, struct anycov_error *err)
{
	bool is_afl = o->with == ANYCOV_LINK_AFL;

	added->without.fuzzer = line->fuzzer_words && (c->kind == COMPILER_GCC || is_afl);
	flags_variables(o, &added->before);
	if (c->kind != COMPILER_GCC || is_afl || o->with == ANYCOV_LINK_LIBFUZZER ||
	    !line->fuzzer || !line->links || line->shared)
		return 0;
	return flags_link_libfuzzer(c, &added->after, err);
}

/* Recordings are matched to images by build IDs, which not every compiler asks for. */
static bool needs_build_id(const struct cc_args *line, const struct flag_options *o)
{
	return line->links && !line->build_id && !line->has_script && !o->kernel && !o->firmware &&
	       (line->shared || !line->no_libraries);
}

/*
 * Returns what the compiler reads beside the sources: the plugin and the lists.  ccache hashes the
 * arguments, but knows only some of those that name files; icecc sends only those that it knows.
 */
static char *read_files(const struct flag_options *o, const struct plugin *p, const char *root)
{
	const struct string_list *const lists[] = { &o->allowlist, &o->ignorelist };
	struct string_buffer t = { 0 };

	string_buffer_appendf(&t, "%s", p->file);
	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < lists[i]->n; k++) {
			char *real = realpath(lists[i]->v[k], NULL);

			string_buffer_appendf(&t, ":%s", real ? real : lists[i]->v[k]);
			free(real);
		}
	if (o->firmware)
		string_buffer_appendf(&t, ":%s/" FIRMWARE_LIST, root);
	return t.s;
}

/*
 * Returns the files whose content ccache has to hash beside the preprocessed text: the sources,
 * of which the map has a hash, comments included.  Each after a colon.
 */
static char *hashed_sources(const struct cc_args *line)
{
	struct string_buffer t = { 0 };

	string_buffer_appendf(&t, "%s", "");
	/* A name with the separator would be that of other files. */
	for (size_t i = 0; i < line->sources.n; i++)
		if (!strchr(line->sources.v[i], ':') && !access(line->sources.v[i], R_OK))
			string_buffer_appendf(&t, ":%s", line->sources.v[i]);
	return t.s;
}

/*
 * Makes ccache notice changes of headers that do not change the preprocessed text: of comments,
 * and, if the command writes dependencies, of anything.  What the user has chosen wins.
 */
static void compare_headers(void)
{
	if (!getenv("CCACHE_NODEPEND"))
		setenv("CCACHE_DEPEND", "1", 0);
	if (!getenv("CCACHE_NOCOMMENTS"))
		setenv("CCACHE_COMMENTS", "1", 0);
}

/* Where icecc sends a compilation there is no /dev/null, which flags for clang name. */
static void send_empty_list(struct added *added, const char *root)
{
	static const char word[] = "-fsanitize-coverage-allowlist=";
	struct string_list *w = &added->before;

	for (size_t i = 0; i < w->n; i++)
		if (starts_with(w->v[i], word)) {
			char *files = added->files;

			free(w->v[i]);
			w->v[i] = xasprintf("%s%s/" EMPTY_LIST, word, root);
			added->files = xasprintf("%s:%s/" EMPTY_LIST, files, root);
			free(files);
		}
}

/* Adds files to the user's own value of a variable. */
static void add_to_variable(const char *name, const char *files, const char *more)
{
	const char *own = getenv(name);
	char *all = xasprintf("%s%s%s%s", own ? own : "", own && *own ? ":" : "", files, more);

	setenv(name, all, 1);
	free(all);
}

static int add_flags(const struct cc_args *line, struct cc_options *cc, const struct compiler *c,
		     struct added *added, struct anycov_error *err)
{
	struct flag_options *o = &cc->flags;
	bool hooks, is_gcc = c->kind == COMPILER_GCC;
	/* GCC uses a precompiled header only where it has the macros of the plugin, too. */
	bool needs_plugin = line->compiles || (is_gcc && line->precompiles) ||
			    (is_gcc && line->lto && line->links);
	struct plugins plugins = { 0 };
	const struct plugin *p = NULL;
	int status = flags_preset(o, err) || plugins_read(&plugins, err) ||
		     flags_check(o, plugins.root, err);

	if (!status && cc->record_to && !flags_have_set(o, &hooks))
		status = anycov_error_set(err, "--record-to is for flags; add --for report to "
					       "ANYCOV_FLAGS");
	/* Programs that are not linked with libFuzzer need the hooks as well. */
	if (o->with == ANYCOV_LINK_LIBFUZZER && (!line->fuzzer || line->shared))
		o->with = ANYCOV_LINK_RUNTIME;
	if (line->plain || (line->end && is_gcc))
		added->plain = xasprintf("the command has %s", line->plain ? line->plain : "--");
	else if (line->freestanding && !o->kernel && !o->firmware)
		added->plain = xstrdup("freestanding code; use --kernel or --firmware");
	/* GCC compiles at the link, without a word for it, if there are objects of -flto. */
	if (!status && !added->plain && (needs_plugin || (is_gcc && line->links))) {
		p = plugin_for(&plugins, c, err);
		if (!p && needs_plugin) {
			added->plain = xstrdup(err->text);
			added->is_unsupported = true;
		}
	}
	if (!status && !added->plain)
		status = add_runtime(line, o, c, plugins.root, added, err);
	if (!status)
		status = add_fuzzer(line, o, c, added, err);
	o->needs_scopes = line->needs_scopes;
	o->saves_assembly = line->saves_assembly;
	o->wants_line_tables = line->wants_line_tables;
	/* The map goes with debug information. */
	added->without.strip = line->links && !o->kernel;
	if (line->links && o->firmware && line->outputs.n)
		added->image = line->outputs.v[0];
	if (p) {
		flags_compile(o, c, p, plugins.root, &added->before);
		added->files = read_files(o, p, plugins.root);
		added->sources = hashed_sources(line);
		if (cc->icecc)
			send_empty_list(added, plugins.root);
	}
	if (!status && !added->plain && cc->record_to)
		status = record_to(&added->after, cc->record_to, err);
	if (!status && !added->plain && needs_build_id(line, o))
		string_list_add(&added->before, "-Wl,--build-id");
	plugins_free(&plugins);
	return status ? -1 : 0;
}

static bool names_files(const struct string_list *words)
{
	for (size_t i = 0; i < words->n; i++)
		if (words->v[i][0] != '-')
			return true;
	return false;
}

/*
 * Runs the command with what was added.  Does not return unless it cannot run, or there is an image
 * to check.
 */
static int exec_with(char *const *argv, size_t n, char *const *end, const struct added *added)
{
	struct string_list all = { 0 };
	int status;

	if (added->files) {
		add_to_variable("CCACHE_EXTRAFILES", added->files, added->sources);
		add_to_variable("ICECC_EXTRAFILES", added->files, "");
		compare_headers();
	}
	for (size_t i = 0; i < n; i++)
		string_list_add(&all, argv[i]);
	for (size_t i = 0; i < added->before.n; i++)
		string_list_add(&all, added->before.v[i]);
	cc_args_copy(&all, argv + n, end, &added->without);
	/* -x applies to what follows: an archive is not a source.  Clang warns if no file follows.
	 */
	if (names_files(&added->after))
		string_list_add(&all, "-xnone");
	for (size_t i = 0; i < added->after.n; i++)
		string_list_add(&all, added->after.v[i]);
	status = added->image ? run(all.v, added->image) : exec(all.v);
	string_list_free(&all);
	return status;
}

/* Runs the command as it is, but for words of libFuzzer that its compiler does not know. */
static int exec_plain(char *const *argv, size_t n, struct added *added)
{
	struct added fuzzer = { .after = added->after, .without.fuzzer = true };

	return added->without.fuzzer ? exec_with(argv, n, NULL, &fuzzer) : exec(argv);
}

/*
 * Adds what the command makes to the list of the build tree, from which reports of flags take
 * their totals.  What a link makes of objects without probes is no image with code of its own.
 * Returns whether nothing on the list has the reason, which is printed once.
 */
static bool note_outputs(const struct cc_args *line, const struct flag_options *o,
			 const char *reason)
{
	bool hooks, is_first = false;

	if (!flags_have_set(o, &hooks) || o->kernel || o->firmware || line->precompiles ||
	    (reason && !line->compiles))
		return false;
	for (size_t i = 0; i < line->outputs.n; i++)
		is_first |= build_list_add(line->outputs.v[i], reason);
	return is_first;
}

/*
 * Has the compiler copy the sources that it reads (common/map/source_copies.h), for reports.  What
 * a launcher may take from its cache or send away is copied here: the sources of the command.
 */
static void keep_sources(const struct cc_args *line, const struct flag_options *o,
			 bool has_launcher)
{
	struct anycov_contents contents;
	char *directory = NULL;
	bool hooks;

	unsetenv(ANYCOV_COPIES_VARIABLE);
	if (flags_have_set(o, &hooks) && !o->kernel && !o->firmware && line->outputs.n)
		directory = build_list_sources(line->outputs.v[0]);
	if (directory && line->compiles)
		setenv(ANYCOV_COPIES_VARIABLE, directory, 1);
	for (size_t i = 0; directory && has_launcher && i < line->sources.n; i++)
		if (anycov_source_read(line->sources.v[i], &contents))
			anycov_source_keep(line->sources.v[i], &contents);
	if (directory && line->links)
		kept_sources_trim(directory, NULL, KEPT_SOURCES_MAX);
	free(directory);
}

/* Returns the first n words as one command; to be freed. */
static char *command_of(char *const *argv, size_t n)
{
	struct string_buffer command = { 0 };

	for (size_t i = 0; i < n; i++)
		string_buffer_appendf(&command, "%s%s", i ? " " : "", argv[i]);
	return command.s;
}

/* Runs a command that compiles nothing. */
static int exec_query(const struct cc_args *line, char *const *argv, size_t n)
{
	struct added added = { 0 };
	struct anycov_error err;
	struct compiler c;
	char *command;

	if (line->fuzzer_words) {
		command = command_of(argv, n);
		added.without.fuzzer =
			!compiler_identify(&c, command, &err) && c.kind == COMPILER_GCC;
		compiler_free(&c);
		free(command);
	}
	return exec_plain(argv, n, &added);
}

static int compile(struct cc_options *o, char *const *argv)
{
	size_t n = launcher_words(argv) + 1;
	struct added added = { 0 };
	struct compiler c;
	struct cc_args line;
	struct anycov_error err;
	char *command, *hidden;
	bool is_first;
	int status = 0;

	cc_args_read(&line, argv + n);
	if (line.query_only || (!line.compiles && !line.links && !line.precompiles))
		return exec_query(&line, argv, n);
	/* It runs what it cannot cache in its own place, so that this is no link, say. */
	if (run_by_ccache())
		return usage_error("run by ccache, which does not see the flags that anycov adds; "
				   "exchange them: anycov cc ccache %s; where a build system puts "
				   "ccache in front, set CCACHE_DISABLE=1",
				   argv[0]);
	for (size_t i = 0; i < n; i++)
		o->icecc |= !strcmp(base_name(argv[i]), "icecc");
	command = command_of(argv, n);
	hidden = hidden_launcher(argv[n - 1]);
	o->icecc |= hidden && !strcmp(base_name(hidden), "icecc");
	if (compiler_identify(&c, command, &err)) {
		char *file = file_of_command(argv[n - 1]);

		added.plain = xstrdup(err.text);
		/* The command itself fails if there is none. */
		added.is_unsupported = file != NULL;
		free(file);
		status = flags_preset(&o->flags, &err);
	} else {
		status = add_flags(&line, o, &c, &added, &err);
	}
	free(command);
	compiler_free(&c);
	if (status)
		status = usage_error("%s", err.text);
	else if (added.plain) {
		is_first = note_outputs(&line, &o->flags, added.plain);
		if (o->flags.verbose || (added.is_unsupported && is_first))
			warn("not instrumented: %s", added.plain);
		status = exec_plain(argv, n, &added);
	} else {
		note_outputs(&line, &o->flags, NULL);
		keep_sources(&line, &o->flags, n > 1 || hidden);
		status = exec_with(argv, n, line.end, &added);
	}
	free(hidden);
	cc_args_free(&line);
	added_free(&added);
	return status;
}

int cmd_cc(int argc, char **argv)
{
	struct cc_options o = { 0 };
	const char *wrapped = NULL;
	const struct arg table[] = { RECORD_TO_ARG(&o.record_to),
				     { ARG_TEXT, 0, "make-wrapper", "NAME", &wrapped,
				       "make the file that is given, which is 'anycov cc NAME' in\n"
				       "one word, of a compiler in PATH or by its path" },
				     { ARG_END, 0, NULL, NULL, NULL, NULL } };
	struct string_list operands = { 0 }, keep = { 0 };
	int status;

	status = args_parse(&(struct args){ table, details, true }, argc, argv, &operands, NULL);
	if (status < 0 && wrapped)
		status = operands.n == 1 && !o.record_to
				 ? cc_make_wrapper(wrapped, operands.v[0])
				 : usage_error(
					   "--make-wrapper takes a compiler and the file to make, "
					   "for example: anycov cc --make-wrapper gcc-13 ./cc13");
	if (status < 0 && !operands.n)
		status = usage_error("no compiler given, for example: anycov cc gcc -c file.c");
	if (status < 0)
		status = read_environment(&o, &keep);
	if (status < 0)
		status = compile(&o, operands.v);
	string_list_free(&operands);
	string_list_free(&keep);
	flag_options_free(&o.flags);
	return status;
}
