/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Copies of sources, which 'anycov cc' keeps beside its list of a build tree for reports: a build
 * may remove or change what it compiled.  The compiler makes them, as it alone knows which
 * files it read, headers included, and when they are there.
 */
#ifndef ANYCOV_SOURCE_COPIES_H
#define ANYCOV_SOURCE_COPIES_H

#include "common/map/source_files.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In the environment of the compiler: the directory of the copies, absolute.  Unset: none. */
#define ANYCOV_COPIES_VARIABLE "ANYCOV_SOURCES"
/* A copy has the name "HASH-SIZE", while it is written ".PID". */
#define ANYCOV_COPY_NAME_ROOM 40
/* What has to remain free on the file system, so that the build itself does not fail. */
#define ANYCOV_COPIES_FREE (128u << 20)

void anycov_source_copy_name(char name[ANYCOV_COPY_NAME_ROOM],
			     const struct anycov_contents *contents);

/* Returns whether the file belongs to a compiler or library, which reports leave out. */
bool anycov_source_is_system(const char *path);

/*
 * Copies a file that anycov_source_read() read, unless it was copied before, has changed in
 * between, is the system's, or something does not allow it.
 */
void anycov_source_keep(const char *path, const struct anycov_contents *contents);

#ifdef __cplusplus
}
#endif
#endif
