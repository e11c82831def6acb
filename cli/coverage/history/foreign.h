/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Coverage that other tools measured, in lcov's tracefiles and gcovr's JSON.  What several records
 * or files have of a source is merged.  Nothing in them is trusted.
 */
#ifndef ANYCOV_FOREIGN_H
#define ANYCOV_FOREIGN_H

#include "base/base.h"
#include "base/u64_map.h"

struct foreign_function {
	char *name;
	uint32_t line; /* 0: not known */
	uint64_t hits;
};

struct foreign_outcome {
	uint32_t line;
	uint64_t branch; /* outcomes of one branch of the line have one number */
	bool executed;   /* the branch was reached */
	bool taken;
};

struct foreign_file {
	char *path;
	struct u64_map lines; /* number -> 1 + count */
	struct foreign_function *functions;
	size_t n_functions, functions_room;
	struct u64_map by_name; /* hash -> index + 1 */
	struct foreign_outcome *outcomes;
	size_t n_outcomes, outcomes_room;
	struct u64_map by_outcome; /* hash -> index + 1 */
};

struct foreign {
	const char *directory; /* that relative paths start from; NULL: they remain */
	struct foreign_file *v;
	size_t n, room;
	struct u64_map by_path; /* hash -> index + 1 */
};

/* Returns the file with this path, which is added if it is new. */
struct foreign_file *foreign_file(struct foreign *f, const char *path);
void foreign_add_line(struct foreign_file *f, uint32_t line, uint64_t count);
/* Returns the function with this name, which is added if it is new. */
struct foreign_function *foreign_function(struct foreign_file *f, const char *name);
/* key: of the outcome among those of the line; branch: as above. */
void foreign_add_outcome(struct foreign_file *f, uint32_t line, uint64_t branch, uint64_t key,
			 bool executed, bool taken);
void foreign_free(struct foreign *f);

/* Returns whether a text begins as one of the formats. */
bool foreign_is_lcov(const char *text);
bool foreign_is_gcovr(const char *text);
/* Read the text of a file, which ends with a NUL that is not part of its n bytes. */
int foreign_read_lcov(struct foreign *f, const char *path, const char *text, size_t n,
		      struct anycov_error *err);
int foreign_read_gcovr(struct foreign *f, const char *path, const char *text, size_t n,
		       struct anycov_error *err);
/* Returns whether a regular file is in one of the formats. */
bool foreign_is_file(const char *path);
/* Reads it. */
int foreign_read(struct foreign *f, const char *path, struct anycov_error *err);

#endif
