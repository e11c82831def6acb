/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a compiler's command line does: compile, assemble, link, or only query. */
#ifndef ANYCOV_CC_ARGS_H
#define ANYCOV_CC_ARGS_H

#include "base/base.h"

struct cc_args {
	bool query_only;  /* -print-*, --version, -E, -M: nothing is compiled */
	bool compiles;    /* a source that is instrumented */
	bool links;       /* an executable is made */
	bool precompiles; /* a header, and nothing else */
	bool shared, lto;
	bool refuses_undefined;     /* -z defs: a shared library needs the runtime too */
	bool no_libraries;          /* -nostdlib, -nodefaultlibs */
	bool freestanding;          /* code that no host runtime fits */
	const char *plain;          /* the word for which nothing may be added, or NULL */
	bool build_id;              /* the command says what to do about a build ID */
	bool has_script;            /* a linker script, which may have no place for a build ID */
	bool saves_assembly;        /* which clang then assembles in another step */
	bool needs_scopes;          /* a sanitizer that checks the scopes of variables */
	bool wants_line_tables;     /* -g1 and the like: debug information of lines alone */
	bool fuzzer;                /* -fsanitize=fuzzer: libFuzzer is linked */
	bool fuzzer_words;          /* that, or fuzzer-no-link, which clang alone knows */
	char *const *end;           /* "--", after which all words are files, or NULL */
	struct string_list target;  /* the words that choose a runtime: -m, -shared, ... */
	struct string_list sources; /* that it compiles */
	struct string_list outputs; /* objects or the image that it makes */
};

/* argv: the arguments after the compiler.  Response files are read, too. */
void cc_args_read(struct cc_args *line, char *const *argv);
/* Arguments that are left out of a copy. */
struct cc_args_without {
	bool strip;  /* those by which the linker removes debug information */
	bool fuzzer; /* libFuzzer, of -fsanitize= */
};

/*
 * Adds the arguments to out, without "--" at end (or NULL), which only files follow, and without
 * what `without` names.
 */
void cc_args_copy(struct string_list *out, char *const *argv, char *const *end,
		  const struct cc_args_without *without);
/* Returns whether the word makes the compiler link the runtime of gcov or of LLVM's profiles. */
bool cc_args_is_profile(const char *word);
void cc_args_free(struct cc_args *line);

#endif
