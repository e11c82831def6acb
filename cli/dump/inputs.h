/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The recordings that a command reads: files, and directories of them. */
#ifndef ANYCOV_INPUTS_H
#define ANYCOV_INPUTS_H

#include "base/base.h"

/* A directory that 'anycov run' writes if it is not told another. */
#define DEFAULT_DIRECTORY "anycov-data"

/* Of an input that was recorded without 'anycov run --test'. */
#define NO_TEST SIZE_MAX

struct input {
	char *path;
	bool is_flags; /* a file of flags; else a dump */
	bool named;    /* on the command line: it must be good */
	size_t test;   /* index of its test's name in inputs.tests, or NO_TEST */
	size_t image;  /* of flags, after they were read: index of their image; else SIZE_MAX */
};

struct inputs {
	struct input *v;
	size_t n, room;
	bool has_directory;
	struct string_list unlinked; /* images in which nothing records their flags */
	struct string_list tests;    /* names of tests, each once */
};

/*
 * Adds a file, or the files of flags and dumps in a directory and the directories below
 * it, by name.  Other files in a directory are ignored; one without any recording is an
 * error.
 */
int inputs_add(struct inputs *in, const char *path, struct anycov_error *err);
/* Returns whether a regular file is a recording, by its name or its first bytes. */
bool is_recording(const char *path);
/* Returns whether it is a file of flags, in the same way.  Other than regular files: by name. */
bool is_recorded_flags(const char *path);
/* Adds the words of a command line.  Returns EXIT_OK, or a status after an error. */
int inputs_add_all(struct inputs *in, const struct string_list *words);
/* Returns whether any of them is a file of flags. */
bool inputs_have_flags(const struct inputs *in);
void inputs_free(struct inputs *in);

#endif
