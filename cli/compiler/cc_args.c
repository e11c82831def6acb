/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/options/word_list.h"
#include "compiler/cc_args.h"

#define RESPONSE_DEPTH 8

struct cc_args_reading {
	struct cc_args *line;
	char *language;       /* of -x, or NULL */
	bool stops;           /* -c, -S: no link */
	bool relocatable;     /* -r */
	bool inputs;          /* has input files */
	bool headers, others; /* of which are headers to precompile, or other files */
	bool assembly;        /* -S */
	bool to_stdout;       /* -o - */
	bool options_end;     /* after -- */
	bool linker_z;        /* the linker's next word is the value of -z */
	bool without_libc;    /* -nodefaultlibs, with the start-up code */
	bool names_libc;      /* -lc */
	char *output;         /* of -o, or NULL */
	struct string_list sources;
	unsigned depth;
};

/* Options of gcc and clang whose value is the next word. */
static bool takes_value(const char *a)
{
	/* clang-format off */
	static const char *const known[] = {
		"-o", "-x", "-D", "-U", "-I", "-L", "-l", "-T", "-e", "-u", "-z", "-A", "-G", "-b",
		"-B", "-V", "-F", "-J", "-MF", "-MT", "-MQ", "-MJ", "-include", "-imacros",
		"-idirafter", "-iprefix", "-iwithprefix", "-iwithprefixbefore", "-isystem",
		"-iquote", "-isysroot", "-imultilib", "-iframework", "-framework", "-arch",
		"-Xpreprocessor", "-Xassembler", "-Xlinker", "-Xclang", "-mllvm", "-mllvm-opt",
		"-target", "-gcc-toolchain", "-dumpbase", "-dumpbase-ext", "-dumpdir", "-aux-info",
		"--param", "-wrapper", "-specs", "--output", "--sysroot", "-rpath", "-soname", "-h", "-t",
		"-install_name", "-undefined", "-Tdata", "-Tbss", "-Ttext", "-resource-dir", NULL
	};
	/* clang-format on */

	if (!strcmp(a, "-t"))
		return false;
	for (size_t i = 0; known[i]; i++)
		if (!strcmp(a, known[i]))
			return true;
	return false;
}

static bool is_query(const char *a)
{
	/* clang-format off */
	static const char *const queries[] = { "-E", "-M", "-MM", "--version", "-###", "--help",
					     "-V", "-qversion", "-dumpmachine", "-dumpversion",
					     "-dumpfullversion", "-dumpspecs", "--target-help",
					     "--preprocess", "--dependencies", "--user-dependencies",
					     "-fsyntax-only", "-cc1", "-cc1as", NULL };
	/* clang-format on */

	for (size_t i = 0; queries[i]; i++)
		if (!strcmp(a, queries[i]))
			return true;
	return starts_with(a, "-print-") || starts_with(a, "--print-") || starts_with(a, "--help=");
}

static bool is_header(const char *dot)
{
	static const char *const known[] = { ".h",   ".hh",  ".H",   ".hp",  ".hxx",
					     ".hpp", ".HPP", ".h++", ".tcc", NULL };

	for (size_t i = 0; known[i]; i++)
		if (!strcmp(dot, known[i]))
			return true;
	return false;
}

static bool is_for_linker(const char *dot)
{
	static const char *const objects[] = { ".o",  ".a",   ".so",  ".lo",  ".la", ".obj",
					       ".ld", ".lds", ".res", ".def", NULL };

	for (size_t i = 0; objects[i]; i++)
		if (!strcmp(dot, objects[i]))
			return true;
	return false;
}

static void input(struct cc_args_reading *r, const char *a)
{
	static const char *const assembly[] = { ".s", ".S", ".sx", ".asm", NULL };
	const char *dot = strrchr(base_name(a), '.');

	r->inputs = true;
	/* A header is precompiled: no code, no link. */
	if (r->language ? ends_with(r->language, "-header") : dot && is_header(dot)) {
		r->headers = true;
		return;
	}
	r->others = true;
	if (r->language || (dot && !is_for_linker(dot)))
		string_list_add(&r->sources, a);
	if (r->language) {
		r->line->compiles |= !starts_with(r->language, "assembler");
		return;
	}
	for (size_t i = 0; dot && assembly[i]; i++)
		if (!strcmp(dot, assembly[i]))
			return;
	if (dot && is_for_linker(dot)) {
		/* The compiler's errors depend on what else is linked. */
		if (access(a, F_OK))
			r->line->plain = "an input that is missing";
		return;
	}
	/* libfoo.so.1.2 and files without a suffix go to the linker */
	if (!dot || strstr(base_name(a), ".so."))
		return;
	r->line->compiles = true;
}

static void read_words(struct cc_args_reading *r, char *const *argv);

static void response_file(struct cc_args_reading *r, const char *path)
{
	struct string_list w = { 0 };
	struct string_buffer t = { 0 };
	struct stat st;
	char buf[4096];
	FILE *f;
	size_t n;

	if (r->depth == RESPONSE_DEPTH || stat(path, &st))
		return;
	/* What is read from a pipe here is not there for the compiler. */
	if (!S_ISREG(st.st_mode)) {
		r->line->plain = "a response file that can be read only once";
		r->inputs = true;
		return;
	}
	f = fopen(path, "r");
	if (!f)
		return;
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		string_buffer_append_n(&t, buf, n);
	fclose(f);
	if (t.s)
		string_list_split(&w, t.s);
	free(t.s);
	r->depth++;
	if (w.n)
		read_words(r, w.v);
	r->depth--;
	string_list_free(&w);
}

/* One word of the linker's: of -Wl, -Xlinker, -z, or its own. */
static void linker_word(struct cc_args_reading *r, const char *a)
{
	struct cc_args *line = r->line;
	bool is_value = r->linker_z;

	r->linker_z = !strcmp(a, "-z");
	if (starts_with(a, "-z") && a[2]) {
		is_value = true;
		a += 2;
	}
	if (strstr(a, "--build-id"))
		line->build_id = true;
	else if (starts_with(a, "-T") || starts_with(a, "--script"))
		line->has_script = true;
	else if (!strcmp(a, "-r") || !strcmp(a, "-i") || !strcmp(a, "--relocatable"))
		r->relocatable = true;
	else if (!strcmp(a, "--no-undefined") || (is_value && !strcmp(a, "defs")))
		line->refuses_undefined = true;
	else if (is_value && !strcmp(a, "nodefs"))
		line->refuses_undefined = false;
}

/* list: after "-Wl," */
static void linker_words(struct cc_args_reading *r, const char *list)
{
	while (*list) {
		size_t n = strcspn(list, ",");
		char *word = xstrndup(list, n);

		linker_word(r, word);
		free(word);
		list += n + (list[n] == ',');
	}
}

/* The linker's words that remove debug information, and anycov's map with it. */
static bool is_strip(const char *a)
{
	static const char *const known[] = { "-s", "-S", "-strip-all", "-strip-debug", NULL };

	for (size_t i = 0; known[i]; i++)
		if (!strcmp(a, known[i]) || (starts_with(a, "--") && !strcmp(a + 1, known[i])))
			return true;
	return false;
}

/* Adds "-Wl,..." without words that strip; nothing if no word remains. */
static void add_linker_words(struct string_list *out, const char *arg)
{
	struct string_buffer kept = { 0 };
	const char *list = arg + strlen("-Wl,");
	bool strips = false;

	while (*list) {
		size_t n = strcspn(list, ",");
		char *word = xstrndup(list, n);

		strips |= is_strip(word);
		if (!is_strip(word))
			string_buffer_appendf(&kept, ",%s", word);
		free(word);
		list += n + (list[n] == ',');
	}
	if (!strips)
		string_list_add(out, arg);
	else if (kept.n)
		string_list_add_owned(out, xasprintf("-Wl%s", kept.s));
	free(kept.s);
}

#define SANITIZE "-fsanitize="
#define NO_SANITIZE "-fno-sanitize="

/* Returns whether a word of -fsanitize= or -fno-sanitize= is about libFuzzer. */
static bool is_fuzzer(const char *word, size_t n)
{
	return (n == strlen("fuzzer") && !strncmp(word, "fuzzer", n)) ||
	       (n == strlen("fuzzer-no-link") && !strncmp(word, "fuzzer-no-link", n));
}

/* Adds "-fsanitize=..." without the words about libFuzzer; nothing if no word remains. */
static void add_sanitizers(struct string_list *out, const char *arg)
{
	const char *list = strchr(arg, '=') + 1;
	struct string_buffer kept = { 0 };

	string_buffer_append_n(&kept, arg, (size_t)(list - arg));
	while (*list) {
		size_t n = strcspn(list, ",");

		if (!is_fuzzer(list, n))
			string_buffer_appendf(&kept, "%s%.*s", ends_with(kept.s, "=") ? "" : ",",
					      (int)n, list);
		list += n + (list[n] == ',');
	}
	if (!ends_with(kept.s, "="))
		string_list_add(out, kept.s);
	free(kept.s);
}

void cc_args_copy(struct string_list *out, char *const *argv, char *const *end,
		  const struct cc_args_without *without)
{
	bool unstripped = without->strip;

	for (; *argv && argv != end; argv++) {
		bool has_value = takes_value(*argv) && argv[1];

		if (unstripped && starts_with(*argv, "-Wl,")) {
			add_linker_words(out, *argv);
		} else if (unstripped && has_value && !strcmp(*argv, "-Xlinker") &&
			   is_strip(argv[1])) {
			argv++;
		} else if (without->fuzzer &&
			   (starts_with(*argv, SANITIZE) || starts_with(*argv, NO_SANITIZE))) {
			add_sanitizers(out, *argv);
		} else if (!unstripped || strcmp(*argv, "-s") != 0) {
			string_list_add(out, *argv);
			if (has_value)
				string_list_add(out, *++argv);
		}
	}
	/* After "--" what is added to the command would be files. */
	for (argv += *argv ? 1 : 0; *argv; argv++)
		string_list_add(out, *argv);
}

bool cc_args_is_profile(const char *word)
{
	static const char *const begins[] = { "--coverage",
					      "-coverage",
					      "-fprofile-arcs",
					      "-fprofile-generate",
					      "-fprofile-instr-generate",
					      "-fcs-profile-generate",
					      "-lgcov",
					      NULL };

	for (size_t i = 0; begins[i]; i++)
		if (starts_with(word, begins[i]))
			return true;
	return false;
}

/* Returns the word as runtimes are chosen by it, also by -print-multi-directory, or NULL. */
static const char *target_word(const char *a)
{
	static const char *const others[] = { "-shared", "-static", "-static-pie", NULL };

	if (starts_with(a, "-m") || starts_with(a, "--target=") || starts_with(a, "--specs=") ||
	    starts_with(a, "-specs=") || cc_args_is_profile(a))
		return a;
	for (size_t i = 0; others[i]; i++)
		if (!strcmp(a, others[i]) || !strcmp(a + 1, others[i]))
			return others[i];
	return NULL;
}

/* Returns whether list, the value of -fsanitize=, contains a sanitizer that finds uses of a
 * variable after its scope. */
static bool checks_scopes(const char *list)
{
	static const char *const known[] = { "address",   "kernel-address",
					     "hwaddress", "kernel-hwaddress",
					     "memory",    "kernel-memory",
					     NULL };

	for (size_t i = 0; known[i]; i++)
		if (anycov_list_has_word(list, known[i]))
			return true;
	return false;
}

/* Reads the value of -fsanitize=, or of -fno-sanitize=. */
static void sanitizers(struct cc_args *line, const char *list, bool on)
{
	if (checks_scopes(list))
		line->needs_scopes = on;
	if (anycov_list_has_word(list, "fuzzer"))
		line->fuzzer = on;
	line->fuzzer_words |= anycov_list_has_word(list, "fuzzer") ||
			      anycov_list_has_word(list, "fuzzer-no-link");
}

static void set_output(struct cc_args_reading *r, const char *path)
{
	r->to_stdout = !strcmp(path, "-");
	free(r->output);
	r->output = xstrdup(path);
}

static void set_language(struct cc_args_reading *r, const char *language)
{
	free(r->language);
	r->language = strcmp(language, "none") != 0 ? xstrdup(language) : NULL;
}

static void option(struct cc_args_reading *r, const char *a)
{
	struct cc_args *line = r->line;
	const char *target = target_word(a);

	if (target)
		string_list_add(&line->target, target);
	if (starts_with(a, "-Wl,"))
		linker_words(r, a + strlen("-Wl,"));
	else if (starts_with(a, "-T") || starts_with(a, "-z"))
		linker_word(r, a);
	if (is_query(a))
		line->query_only = true;
	else if (!strcmp(a, "-S") || !strcmp(a, "--assemble"))
		r->stops = r->assembly = true;
	else if (!strcmp(a, "-c") || !strcmp(a, "--compile") || !strcmp(a, "--precompile") ||
		 !strcmp(a, "-emit-pch"))
		r->stops = true;
	else if (starts_with(a, "-o"))
		set_output(r, a + 2);
	/* configure and libtool read there what the linker is given. */
	else if (!strcmp(a, "-v") || !strcmp(a, "--verbose"))
		line->plain = "-v";
	/* Images for EFI: what is made of them has no room for flags, and no runtime. */
	else if (!strcmp(a, "-mabi=ms"))
		line->plain = "-mabi=ms";
	else if (!strcmp(a, "-ffreestanding") || !strcmp(a, "-fno-hosted"))
		line->freestanding = true;
	else if (!strcmp(a, "-fhosted") || !strcmp(a, "-fno-freestanding"))
		line->freestanding = false;
	else if (!strcmp(a, "-r"))
		r->relocatable = true;
	else if (!strcmp(a, "-shared") || !strcmp(a, "--shared"))
		line->shared = true;
	else if (!strcmp(a, "-fno-lto"))
		line->lto = false;
	else if (!strcmp(a, "-flto") || starts_with(a, "-flto="))
		line->lto = true;
	else if (!strcmp(a, "-g1") || !strcmp(a, "-ggdb1") || !strcmp(a, "-gmlt") ||
		 starts_with(a, "-gline"))
		line->wants_line_tables = true;
	else if (starts_with(a, "-save-temps") || starts_with(a, "--save-temps"))
		line->saves_assembly = true;
	else if (starts_with(a, SANITIZE) || starts_with(a, NO_SANITIZE))
		sanitizers(line, strchr(a, '=') + 1, starts_with(a, SANITIZE));
	else if (!strcmp(a, "-nostdlib"))
		line->no_libraries = true;
	else if (!strcmp(a, "-nodefaultlibs"))
		r->without_libc = true;
	else if (!strcmp(a, "-lc"))
		r->names_libc = true;
}

/* An option whose value is the next word; value: that, or NULL. */
static void option_with_value(struct cc_args_reading *r, const char *a, const char *value)
{
	if (!strcmp(a, "-l")) {
		r->inputs = true;
		r->names_libc |= value && !strcmp(value, "c");
	} else if (!strcmp(a, "-T")) {
		linker_word(r, a);
	}
	if (!value)
		return;
	if (!strcmp(a, "-o") || !strcmp(a, "--output")) {
		set_output(r, value);
	} else if (!strcmp(a, "-z")) {
		r->linker_z = true;
		linker_word(r, value);
	} else if (!strcmp(a, "-Xlinker")) {
		linker_word(r, value);
	} else if (!strcmp(a, "-target")) {
		string_list_add(&r->line->target, a);
		string_list_add(&r->line->target, value);
	}
}

static void read_words(struct cc_args_reading *r, char *const *argv)
{
	for (; *argv; argv++) {
		const char *a = *argv;

		if (a[0] == '@' && a[1]) {
			response_file(r, a + 1);
		} else if (a[0] != '-' || r->options_end) {
			input(r, a);
		} else if (!a[1]) {
			input(r, "-.c"); /* stdin, a source in the language of -x */
		} else if (!strcmp(a, "--")) {
			r->options_end = true;
			r->line->end = argv;
			if (r->depth)
				r->line->plain = "-- in a response file";
		} else if (starts_with(a, "-x") && (a[2] || argv[1])) {
			set_language(r, a[2] ? a + 2 : *++argv);
		} else if (takes_value(a)) {
			option_with_value(r, a, argv[1]);
			if (argv[1])
				argv++;
		} else {
			option(r, a);
		}
	}
}

/* Collects what the command makes; of -S that is no object. */
static void find_outputs(struct cc_args_reading *r)
{
	struct string_list *out = &r->line->outputs;

	if (r->line->query_only || r->assembly || r->to_stdout || !r->others)
		return;
	if (r->output)
		string_list_add(out, r->output);
	else if (!r->stops)
		string_list_add(out, "a.out");
	else
		for (size_t i = 0; i < r->sources.n; i++) {
			const char *name = base_name(r->sources.v[i]), *dot = strrchr(name, '.');

			string_list_add_owned(
				out, xasprintf("%.*s.o",
					       dot ? (int)(dot - name) : (int)strlen(name), name));
		}
}

void cc_args_free(struct cc_args *line)
{
	string_list_free(&line->target);
	string_list_free(&line->sources);
	string_list_free(&line->outputs);
}

void cc_args_read(struct cc_args *line, char *const *argv)
{
	struct cc_args_reading r = { .line = line };

	memset(line, 0, sizeof(*line));
	read_words(&r, argv);
	if (!r.inputs)
		line->query_only = true; /* gcc -v, or a usage error of the compiler */
	if (r.assembly && r.to_stdout)
		line->plain = "-S -o -";
	line->precompiles = !line->query_only && r.headers && !r.others;
	line->links = !line->query_only && !r.stops && !r.relocatable && !line->precompiles;
	/* rustc names all libraries itself. */
	line->no_libraries |= r.without_libc && !r.names_libc;
	/* A shared library may be linked so; a program without the C library has no start-up code.
	 */
	if (line->no_libraries && !line->shared && !r.relocatable && line->compiles)
		line->freestanding = true;
	find_outputs(&r);
	free(r.output);
	free(r.language);
	line->sources = r.sources;
}
