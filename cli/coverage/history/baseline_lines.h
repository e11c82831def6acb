/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Baselines in formats that list lines (lcov, Cobertura): what several records have of a file is
 * merged.  They have no "unknown": what is not listed is not counted.
 */
#ifndef ANYCOV_BASELINE_LINES_H
#define ANYCOV_BASELINE_LINES_H

#include "base/u64_map.h"
#include "coverage/history/baseline.h"

struct file_lines {
	char *path;
	struct u64_map lines;    /* number -> 1, 2: covered */
	struct u64_map outcomes; /* hash of a branch and its outcome -> 1, 2: covered */
	struct u64_map branches; /* number of a line -> its outcomes, in the high half, and taken */
	struct u64_map functions; /* hash of a name -> 1, 2: covered */
};

struct lines_of_files {
	struct file_lines *v;
	size_t n, room;
	struct u64_map by_path; /* hash -> index + 1 */
};

/* Returns the file with this path, which is added if it is new. */
struct file_lines *lines_file(struct lines_of_files *l, const char *path);
/* Notes a thing in one of the maps. */
void lines_note(struct u64_map *m, uint64_t key, bool is_covered);
uint64_t lines_hash(const char *text, size_t n);
/* Makes the baseline of it.  Frees l. */
void lines_take(struct lines_of_files *l, struct baseline *b);
void lines_free(struct lines_of_files *l);

/* Read the text of b->path, which ends with a NUL that is not part of its n bytes. */
int baseline_read_lcov(struct baseline *b, const char *text, size_t n, struct anycov_error *err);
int baseline_read_cobertura(struct baseline *b, const char *text, size_t n,
			    struct anycov_error *err);

#endif
