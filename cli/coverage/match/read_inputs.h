/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Reads recordings of all kinds into the images that they are of. */
#ifndef ANYCOV_READ_INPUTS_H
#define ANYCOV_READ_INPUTS_H

#include "coverage/match/match.h"
#include "dump/inputs.h"

struct input_options {
	const struct string_list *directories; /* where to search images (--image-path) */
	struct raw_format raw;
	bool force;    /* flags of another build are used */
	bool no_build; /* images are not looked for in the lists of build trees */
};

/*
 * Reads all inputs into r, whose images are those of the command line; others that the
 * inputs name are added.  A bad file of a directory is named and skipped (r->skipped).
 * Returns EXIT_OK, or a status after an error was printed.
 */
int read_inputs(struct match_result *r, struct inputs *in, const struct input_options *o);
/*
 * Reads an input that read_inputs() read before, into the same images, whose hits may have been
 * cleared meanwhile.  Adds no image.
 */
int read_input_again(struct match_result *r, const struct input *in, const struct input_options *o,
		     struct anycov_error *err);

#endif
