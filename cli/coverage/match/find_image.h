/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Finds the images that recordings name, and adds them to those of the command line. */
#ifndef ANYCOV_FIND_IMAGE_H
#define ANYCOV_FIND_IMAGE_H

#include "coverage/match/match.h"
#include "dump/flags_file.h"

/* Returns the index of the image with this build ID, or SIZE_MAX. */
size_t image_by_build_id(const struct match_result *r, const unsigned char *id, size_t n);
/* Returns whether find_images_of_dump() found the module's file, and that it has no probes. */
bool module_has_no_probes(const struct match_result *r, const struct dump_module *module);
/* Adds an image; r owns it. */
void add_image(struct match_result *r, struct instrumented_image *m);

enum { IMAGE_NOT_FOUND = -1, IMAGE_STRIPPED = -2 };

/*
 * Finds the image of flags: the one with their build ID, else the file beside them, else in
 * one of the directories (--image-path), else where it was when it was run.  An image whose map
 * was stripped is not added.
 */
int find_image_of_flags(struct match_result *r, const struct flags_file *f,
			const struct string_list *directories, size_t *image,
			struct anycov_error *err);
/*
 * Checks a dump and adds the instrumented images that it lists.  Modules without probes
 * are no error.
 */
int find_images_of_dump(struct match_result *r, const char *path,
			const struct string_list *directories, struct anycov_error *err);

#endif
