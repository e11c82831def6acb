/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What was built and not recorded: the objects and images of the lists of 'anycov cc'
 * (build/build_list.h).  Those that contain code of which no image of a recording is are added to
 * the images, as code that never ran.
 */
#ifndef ANYCOV_BUILT_H
#define ANYCOV_BUILT_H

#include "build/build_list.h"
#include "coverage/match/match.h"

struct built_options {
	const struct string_list *directories; /* of --build, or empty: search them */
	const struct string_list *unlinked;    /* images that could not record */
};

/*
 * Reads the lists: those of the directories, else that of the tree which the current directory is
 * in, else of the trees of the recorded images.  Without a list nothing is added.  Returns
 * EXIT_OK, or a status after an error.
 */
int built_add(struct match_result *r, const struct built_options *o);

/*
 * Has the text of sources that are missing or have changed be that of copies beside the lists,
 * also where nothing else of the lists is used.
 */
void built_use_copies(const struct match_result *r, const struct string_list *directories);

#endif
