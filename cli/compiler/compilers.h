/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Identifies a compiler and finds the plugin that was built for it.  A plugin works
 * only in the compiler that it was built for: GCC rejects others by version and
 * configuration, clang crashes.
 */
#ifndef ANYCOV_COMPILERS_H
#define ANYCOV_COMPILERS_H

#include "base/base.h"

enum compiler_kind { COMPILER_GCC, COMPILER_CLANG };

struct compiler {
	enum compiler_kind kind;
	struct string_list command; /* "ccache gcc-12 -m32", split */
	char *machine;              /* target in the output of -v */
	char *version;              /* 12.2.0 */
	unsigned major;
	char *banner;     /* gcc: "gcc version 12.2.0 (...)" */
	char *configured; /* gcc: "Configured with: ..." */
	bool is_musl_gcc; /* a GCC for another C library, with musl's specs */
};

/* A directory of lib/anycov with its file "compiler". */
struct plugin {
	char *directory, *file; /* file: path of the plugin */
	bool is_llvm, built;
	bool unreadable; /* the file is there */
	char *cc, *machine, *version, *banner, *configured;
	char *skipped; /* why the build of anycov left it out, or NULL */
};

struct plugins {
	char *root; /* lib/anycov */
	struct plugin *v;
	size_t n, room;
};

/* Runs the compiler to identify it.  On an error exit with EXIT_USAGE. */
int compiler_identify(struct compiler *c, const char *cc, struct anycov_error *err);
void compiler_free(struct compiler *c);

/* Returns lib/anycov: $ANYCOV_LIB_DIR, or relative to this command; NULL: not found.  It may be
 * unreadable. */
char *library_directory(void);
int plugins_read(struct plugins *p, struct anycov_error *err);
void plugins_free(struct plugins *p);

/*
 * Returns the reason why the build of anycov left out what belongs into this directory (written
 * by cmake/plugin-step or archive-step), or NULL.  To be freed.
 */
char *compilers_left_out(const char *directory);

/* Returns the plugin for a compiler, or NULL with err filled. */
const struct plugin *plugin_for(const struct plugins *p, const struct compiler *c,
				struct anycov_error *err);

/* Returns whether the plugin for a compiler is a file that cannot be read. */
bool has_unreadable_plugin(const struct plugins *p, const struct compiler *c);

/*
 * Returns whether a word is the name of a compiler, as far as names show it: cc, g++-12, clang19,
 * arm-none-eabi-gcc, gcc-trunk.
 */
bool is_compiler_name(const char *name);
/* What links to the command begin with that are named after a compiler: anycov-gcc-12. */
#define LINK_PREFIX "anycov-"
/* Returns how to build what is missing in lib/anycov of a build directory.  To be freed. */
char *build_hint(const char *root);
/* Returns what to do to get a compiler's plugin, to follow "; " in a message.  To be freed. */
char *plugin_hint(const struct plugins *p, const struct compiler *c);

#endif
