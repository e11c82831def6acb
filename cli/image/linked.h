/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A quick look at a file: is it a program or library, and does it record what it runs? */
#ifndef ANYCOV_LINKED_H
#define ANYCOV_LINKED_H

#include "base/base.h"
#include "base/u64_map.h"

struct linked {
	bool is_image;    /* a program or shared library of a hosted system */
	bool has_flags;   /* a section of flags */
	bool has_startup; /* linked with the object that shares them with a file */
	bool has_map;
	bool has_runtime;      /* of hooks: a program with an archive of anycov */
	bool has_unique_modes; /* that runtime */
	bool is_cut;           /* the file ends before its sections do */
	bool has_lto;          /* an object that a link with -flto compiles */
	unsigned char build_id[64];
	unsigned build_id_length;    /* 0: it has none */
	struct string_list needed;   /* names of shared libraries */
	struct string_list run_path; /* where they are searched, $ORIGIN replaced */
};

/* The variables of CMake that make it link with 'anycov cc'. */
#define LINKER_LAUNCHERS "CMake: CMAKE_C_LINKER_LAUNCHER, CMAKE_CXX_LINKER_LAUNCHER"

/* Fills *l; of a file that cannot be read or is no ELF file all is empty. */
void linked_read(struct linked *l, const char *path);
void linked_free(struct linked *l);

/* Returns whether the image has flags, and nothing that records them. */
static inline bool is_unlinked(const struct linked *l)
{
	return l->is_image && l->has_flags && !l->has_startup;
}

/*
 * Adds the paths of all such images among the file and the libraries that it is linked
 * with, as far as the file and LD_LIBRARY_PATH say where they are; seen: hashes of paths
 * that were looked at.
 */
void find_unlinked(const char *path, struct u64_map *seen, struct string_list *found);
/* The same for programs and libraries in a directory and those below it. */
void find_unlinked_below(const char *directory, struct u64_map *seen, struct string_list *found);
/* Warns once of such images, of which there may be none. */
void warn_of_unlinked(const struct string_list *images);

#endif
