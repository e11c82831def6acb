/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Hits of the probes of an image from flags: those of a file, or of a memory. */
#ifndef ANYCOV_FLAG_HITS_H
#define ANYCOV_FLAG_HITS_H

#include "dump/flags_file.h"
#include "image/load_offset.h"
#include "coverage/model/instrumented_image.h"

/* Returns whether the image is the one that the flags are of, by its build ID. */
bool flags_are_of(const struct instrumented_image *m, const struct flags_file *f);
/* Fails unless the image has flags; path: what is read of it, for the error. */
int flags_check_image(const struct instrumented_image *m, const char *path,
		      struct anycov_error *err);
/*
 * Adds the flags of a file.  Those of another build are refused; force: they are used by
 * address, and nothing is shown as not covered.  On an error m is unchanged.
 */
int flags_apply(struct instrumented_image *m, const struct flags_file *f, bool force,
		struct anycov_error *err);
/*
 * Adds the flags in a copy of a machine's memory: FILE, or FILE@ADDRESS of its first byte.
 * Without an address the file contains the flags and nothing else.  Flags that are not of this
 * build, as the seals after them show, are refused, or used as flags_apply() does.  Addresses in
 * the copy are those of the image and the load offset.
 */
int flags_apply_memory(struct instrumented_image *m, const char *word,
		       const struct load_offset *offset, bool force, struct anycov_error *err);

#endif
