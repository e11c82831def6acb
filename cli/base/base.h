/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What every part of the command uses: errors, memory, text, output files, progress. */
#ifndef ANYCOV_BASE_H
#define ANYCOV_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "common/error.h"

/*
 * EXIT_INCOMPLETE: done, but an input of a directory was bad, or records were lost.
 * EXIT_THRESHOLD: done, and less is covered than --fail-under-lines or others demand.
 */
enum { EXIT_OK = 0, EXIT_BAD_DATA = 1, EXIT_USAGE = 2, EXIT_INCOMPLETE = 3, EXIT_THRESHOLD = 4 };

extern const char *cli_command; /* the running subcommand, for messages */

/* Print "anycov SUB: ..." on stderr.  input_error() returns 1, usage_error() returns 2. */
int input_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int usage_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Allocate memory; on failure the command exits with an error and status 1. */
void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *vxasprintf(const char *fmt, va_list ap);
/* Returns the one copy of a text that all callers share; it is never freed. */
const char *intern(const char *s);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Returns a descriptor of a file in memory that contains the bytes, or -1. */
int memory_file(const void *bytes, size_t n);

/* Sorts as qsort() does, and equal elements keep their order.  Fast if most are in order. */
void sort_stable(void *v, size_t n, size_t size, int (*compare)(const void *a, const void *b));

/* Makes room for one more element of a growing array. */
#define ARRAY_GROW(array, n, room)                                                                 \
	do {                                                                                       \
		if ((n) == (room)) {                                                               \
			(room) = (room) ? 2 * (room) : 16;                                         \
			(array) = xrealloc((array), (room) * sizeof(*(array)));                    \
		}                                                                                  \
	} while (0)

/* A growing string; .s is NULL until something was appended. */
struct string_buffer {
	char *s;
	size_t n, room;
};
void string_buffer_append(struct string_buffer *t, const char *s);
void string_buffer_append_n(struct string_buffer *t, const char *s, size_t n);
void string_buffer_appendf(struct string_buffer *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* A list of strings, terminated by NULL if it is not empty (an argv). */
struct string_list {
	char **v;
	size_t n, room;
};
void string_list_add(struct string_list *w, const char *s);       /* copies s */
void string_list_add_owned(struct string_list *w, char *s);       /* takes ownership of s */
void string_list_sort(struct string_list *w);                     /* and drops repeats */
bool string_list_has(const struct string_list *w, const char *s); /* w is sorted */
void string_list_free(struct string_list *w);
/* Splits s at white space; quotes and backslash work as in a shell, without expansion. */
void string_list_split(struct string_list *w, const char *s);
/* Returns s as one argument for a shell, quoted if necessary; to be freed. */
char *shell_quote(const char *s);

/*
 * An output file that is complete or does not exist: a temporary file in the same
 * directory, renamed by out_commit().  path "-" or NULL is stdout.
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
 * Returns a symbol for output: C++ and Rust names demangled, control characters
 * replaced by '?'.  To be freed.
 */
char *display_name(const char *symbol);
/* How much of the name of a C++ template's instance, or of what is in one, source_name() has. */
enum source_name_form {
	SOURCE_NAME,           /* what all instances have in common: "V<...>::push" */
	SOURCE_NAME_ARGUMENTS, /* "V<int>::push" */
	SOURCE_NAME_PARAMETERS /* "V<int>::push(int)" */
};
/*
 * Returns the name of the function in the source that a symbol is of, with its parameters if it
 * is not of a template: constructors and destructors of complete and of base objects have one
 * name, and so have clones.  Printable, with all that the demangler has, so that different
 * functions have different names; to be freed.
 */
char *source_name(const char *symbol, enum source_name_form form);
/*
 * Returns the last part of a function's name, without template arguments and parameters: "push" of
 * "V<int>::push(int)".  Printable, to be freed.
 */
char *own_name(const char *symbol);
/* Returns the length of the UTF-8 character that the n bytes begin with, 0 if it is not valid. */
size_t utf8_length(const char *text, size_t n);

/*
 * Writes a share in per cent with one decimal, rounded down, and returns out: "100.0" is all,
 * "0.0" is nothing, and less than a tenth is "<0.1".
 */
#define SHARE_ROOM 32
const char *share_text(char out[SHARE_ROOM], uint64_t part, uint64_t total);

/* Returns the form of a noun or verb that agrees with n. */
const char *plural(uint64_t n, const char *one, const char *many);

/*
 * Prints text from an untrusted file, with control characters and bytes that are no UTF-8 (with
 * which some of them begin) as '?'.
 */
void print_sanitized(FILE *f, const char *s);

/*
 * Shows the progress of work that takes more than two seconds, on a terminal: a line
 * on stderr that is rewritten.  total 0: unknown.  progress_end() removes the line.
 */
void progress(const char *what, uint64_t done, uint64_t total);
void progress_end(void);
/* Shows no progress from now on. */
void progress_quiet(void);

/* Parses a number in C's notation.  Returns false if s is anything else. */
bool parse_u64(const char *s, uint64_t *value);

#endif
