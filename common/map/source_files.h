/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What is in a source file, as a number, and where a compiler read it. */
#ifndef ANYCOV_SOURCE_FILES_H
#define ANYCOV_SOURCE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Larger files are not source code. */
#define ANYCOV_SOURCE_MAX (64u << 20)

struct anycov_contents {
	uint64_t size, hash;
};

/* The hash of no bytes; anycov_source_hash() adds some to a hash (FNV-1a). */
#define ANYCOV_SOURCE_HASH_START 0xcbf29ce484222325u
uint64_t anycov_source_hash(uint64_t hash, const void *bytes, size_t n);

/* Reads a file.  Returns false if it is none, cannot be read or is larger than the limit. */
bool anycov_source_read(const char *path, struct anycov_contents *contents);

/*
 * Returns the path at which the compiler read the file that the map names so, to be freed; NULL:
 * unknown.  dir: the directory of relative names in the map, which -ffile-prefix-map and the like
 * may have replaced as well as a name.  read_as: the name that the compiler opened, from its
 * current directory on; NULL: unknown.  is_compiled_here: the current directory is that of the
 * compilation, not of a link.
 */
char *anycov_source_path(const char *name, const char *dir, const char *read_as,
			 bool is_compiled_here);

/*
 * Returns a name that leads from dir to what -ffile-prefix-map made of an absolute one, both being
 * relative: "../src/a.c" of "./build" and "./src/a.c".  NULL: there is none.  To be freed.
 */
char *anycov_source_from(const char *dir, const char *name);

#ifdef __cplusplus
}
#endif
#endif
