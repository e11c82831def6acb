/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Files that zstd compressed, and .image files as differences to another one: programs with one
 * library have nearly the same map.  Such a file keeps its name.  It is a skippable frame, whose
 * text is the name of the other file in the same directory, and what "zstd --patch-from" makes.
 */
#ifndef ANYCOV_PACKED_IMAGE_H
#define ANYCOV_PACKED_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/base.h"

/* Larger files are not expanded. */
#define EXPANDED_FILE_MAX (1ull << 30)
/* Of the first frame: its magic number, and what begins its text. */
#define PACKED_MAGIC 0x184d2a5au
#define PACKED_BEGIN "anycov: difference to "

/* What is in a file: a descriptor of one that is not compressed, else its bytes (fd: -1). */
struct expanded_file {
	int fd;
	void *bytes;
	size_t n;
};

/*
 * Opens a file, and expands a compressed one.  The caller closes fd, or frees the bytes.  Returns
 * -1 with err filled.
 */
int open_expanded(struct expanded_file *f, const char *path, struct anycov_error *err);
/* Returns the name of the file that a packed one is a difference to, or NULL if it is none; to be
 * freed.  *bytes: of the frame that contains it. */
char *packed_base(int fd, size_t *bytes);
/* Returns what is in a file, or NULL if it cannot be read; to be freed. */
void *read_whole(int fd, size_t *n);

/*
 * Packs the .image files of the directory that are nearly as another one.  The caller makes sure
 * that no other run does.
 */
void pack_images(int dir);

#endif
