/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What every part of the command uses: errors, memory, text, output files. */
#ifndef ANYCOV_CLI_H
#define ANYCOV_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "common/error.h"

enum { EXIT_OK = 0, EXIT_BAD_DATA = 1, EXIT_USAGE = 2 };

struct command {
	const char *name;
	const char *synopsis; /* after "anycov NAME" */
	const char *summary;  /* one line, no full stop */
	int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

extern const struct command commands[];
extern const char *cli_command; /* the running subcommand, for messages */

int cmd_cc(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_flags(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_sites(int argc, char **argv);
int cmd_trace(int argc, char **argv);

/* "anycov SUB: ..." on stderr; bad_data returns 1, usage_error returns 2. */
int bad_data(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int usage_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Memory that is there, or the command ends with a sentence and status 1. */
void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Makes room for one more element of a growing array. */
#define GROW(array, n, room)                                                          \
	do {                                                                          \
		if ((n) == (room)) {                                                  \
			(room) = (room) ? (room) * 2 : 16;                            \
			(array) = xrealloc((array), (room) * sizeof(*(array)));       \
		}                                                                     \
	} while (0)

/* A growing text; .s is NULL until something was added. */
struct text {
	char *s;
	size_t n, room;
};
void text_add(struct text *t, const char *s);
void text_addn(struct text *t, const char *s, size_t n);
void text_addf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A list of words, NULL-terminated once finished (an argv). */
struct words {
	char **v;
	size_t n, room;
};
void words_add(struct words *w, const char *s); /* copies */
void words_take(struct words *w, char *s);      /* owns s from now on */
void words_free(struct words *w);
/* Splits at white space; quotes and backslash as a shell has them, no expansion. */
void words_split(struct words *w, const char *s);
/* s as one word of a shell: quoted only where that is needed.  To be freed. */
char *shell_quote(const char *s);

/*
 * An output that appears whole or not at all: a temporary file beside it,
 * renamed by out_commit().  path "-" or NULL is stdout.
 */
struct out_file {
	FILE *f;
	char *path, *temporary;
};
int out_open(struct out_file *out, const char *path, struct anycov_error *err);
int out_commit(struct out_file *out, struct anycov_error *err);
void out_discard(struct out_file *out);

const char *base_name(const char *path);
bool ends_with(const char *s, const char *end);
bool starts_with(const char *s, const char *start);

/*
 * A name of the user's code for people: C++ names demangled, what could drive a
 * terminal replaced by '?'.  To be freed.
 */
char *shown_name(const char *symbol);
/* Prints text that came from a file, control characters as '?'. */
void put_safe(FILE *f, const char *s);

/*
 * Work that takes more than two seconds says so on a terminal: one line on
 * stderr that is rewritten.  total 0: not known.  progress_end() removes it.
 */
void progress(const char *what, uint64_t done, uint64_t total);
void progress_end(void);

/* A number in C's notation, whole string. */
bool parse_u64(const char *s, uint64_t *value);

#endif
