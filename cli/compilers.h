/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which compiler is this, and which plugin was built for it?  A plugin only
 * works in the very compiler it was built for: GCC refuses others (it compares
 * version and configuration), clang crashes.
 */
#ifndef ANYCOV_COMPILERS_H
#define ANYCOV_COMPILERS_H

#include "cli.h"

enum compiler_kind { COMPILER_GCC, COMPILER_CLANG };

struct compiler {
	enum compiler_kind kind;
	struct words command; /* "ccache gcc-12 -m32" as words */
	char *machine;        /* what -v calls the target */
	char *version;        /* 12.2.0 */
	unsigned major;
	char *banner;         /* gcc: "gcc version 12.2.0 (...)" */
	char *configured;     /* gcc: "Configured with: ..." */
};

/* A folder of lib/anycov and its file "compiler". */
struct plugin {
	char *folder, *file;  /* file: path of the plugin */
	bool is_llvm, built;
	char *cc, *machine, *version, *banner, *configured;
};

struct plugins {
	char *root;           /* lib/anycov */
	struct plugin *v;
	size_t n, room;
};

/* Runs the compiler to learn what it is.  Errors: exit status EXIT_USAGE. */
int compiler_identify(struct compiler *c, const char *cc, struct anycov_error *err);
void compiler_free(struct compiler *c);

/* lib/anycov: $ANYCOV_LIB_DIR, or beside this command.  NULL: none found. */
char *library_folder(void);
int plugins_read(struct plugins *p, struct anycov_error *err);
void plugins_free(struct plugins *p);

/* The plugin for a compiler, or NULL and a sentence that says what to do. */
const struct plugin *plugin_for(const struct plugins *p, const struct compiler *c,
				struct anycov_error *err);

/*
 * Output of a command (stdout, or stderr with take_stderr), NULL if it cannot
 * be run or fails.  To be freed.
 */
char *ask(char *const argv[], bool take_stderr);

#endif
