/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The coverage of the images of a report, and of all of them together.  Many images may contain
 * the same code: one of them at a time is in memory, and the rest as totals.
 */
#ifndef ANYCOV_COVERED_H
#define ANYCOV_COVERED_H

#include "coverage/history/foreign.h"
#include "coverage/model/coverage.h"

struct covered {
	struct match_result *r;
	const struct string_list *source_map;
	struct selection *selection;
	bool complete;                 /* --complete */
	bool needs_lines;              /* an image without lines is an error */
	const struct foreign *foreign; /* what other tools measured, or NULL */
	/* Filled by covered_make(): */
	struct coverage **v; /* of each image; of several ones perhaps only totals and files */
	size_t n;            /* with that of other tools; 0: only comparisons were recorded */
	size_t n_images;     /* the first ones, of these images */
	struct coverage *all;
	const char *unusable; /* an image that nothing can be reported of, or NULL */
	bool lost;            /* records of an image */
};

/* Returns EXIT_OK, or a status after an error message. */
int covered_make(struct covered *x);
void covered_free(struct covered *x);
/* Returns whether anything may be missing, which --allow-incomplete accepts. */
bool covered_is_incomplete(const struct covered *x);
/* Returns all of an image's coverage, or NULL after an error message; for struct json_images. */
struct coverage *covered_whole(void *covered, size_t i);
void covered_free_whole(void *covered, size_t i, struct coverage *c);

#endif
