/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The directory that 'anycov run' fills (anycov/flags_file.h): its marker, what may be
 * removed from it, what is in it.
 *
 * Below it, one directory for each test (--test), whose marker contains the test's name.
 */
#ifndef ANYCOV_RECORD_DIRECTORY_H
#define ANYCOV_RECORD_DIRECTORY_H

#include "base/base.h"

/* Dumps of traces in it: "trace-PID-TIME.dump", and what the runtime appends. */
#define TRACE_BEGIN "trace-"
#define TRACE_PATTERN TRACE_BEGIN "%p-%t.dump"
/* The path of an image that has flags and cannot record them. */
#define UNLINKED_END ".unlinked"

struct record_directory {
	char *path; /* absolute */
	char *test; /* directory of the test, absolute, or NULL */
	int lock;   /* held while a command runs */
};

/*
 * Makes the directory, or takes one that has a marker or is empty; adds: keeps what is in
 * it.  test: name of a test, or NULL.  Returns -1 with err filled.
 */
int record_directory_begin(struct record_directory *d, const char *path, bool adds,
			   const char *test, struct anycov_error *err);
void record_directory_end(struct record_directory *d);
/*
 * Makes the .image files of a test (d->test NULL: of all tests) and of others one file each, by
 * hard links in the directory of the run: a thousand tests would have a thousand copies.
 */
void record_directory_share_images(const struct record_directory *d);
/*
 * Packs the .image files of this user that are not of tests (packed_image.h), unless another run
 * records there.
 */
void record_directory_pack_images(const struct record_directory *d);

/* Returns the name of the test that a directory is of (--test), or NULL; to be freed. */
char *read_test_name(const char *directory);

/* What the directory and those below it contain. */
struct recorded {
	uint64_t processes;        /* that started with flags */
	uint64_t dumps;            /* of processes that ended */
	struct string_list images; /* paths in the files of flags */
};
void recorded_count(struct recorded *r, const char *path);
void recorded_free(struct recorded *r);

/* Notes an image that has flags and cannot record them. */
void record_unlinked(const char *directory, const char *image);
/* Returns the path of the image that such a file names, or NULL if it is bad; to be freed. */
char *read_unlinked(const char *path);

#endif
