/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Files of flags of one build each, merged from several directories. */
#ifndef ANYCOV_MERGED_FLAGS_H
#define ANYCOV_MERGED_FLAGS_H

#include <time.h>
#include "dump/flags_file.h"
#include "base/u64_map.h"

struct merged_flags_file {
	char *name; /* of the file in a directory, without its ending */
	struct flags_file flags;
	/* The .image file beside one of the inputs, expanded, mapped: the output may replace it; or
	 * NULL */
	void *image;
	size_t image_bytes;
	struct timespec image_time; /* kept: reports ask which build is newest */
};

struct merged_flags {
	struct merged_flags_file *v;
	size_t n, room;
	struct u64_map by_name; /* hash -> index + 1 */
};

/* Adds a file: a flag is set if any input has it set; counts of processes are the largest. */
int merged_flags_add(struct merged_flags *m, const char *path, struct anycov_error *err);
/* Writes the files, and the .image files of the inputs, to a directory.  compress: all. */
int merged_flags_write(const struct merged_flags *m, const char *directory, bool compress,
		       struct anycov_error *err);
void merged_flags_free(struct merged_flags *m);

#endif
