/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Copies of memories in which several images ran: a boot loader and a program, two worlds. */
#ifndef ANYCOV_MEMORIES_H
#define ANYCOV_MEMORIES_H

#include "coverage/match/match.h"
#include "image/load_offset.h"

/*
 * Adds the flags in copies of memories (FILE or FILE@ADDRESS), each to the images whose flags it
 * contains.  A copy of no image's memory is an error, and so is an image without a copy.  With
 * force there must be one image.
 */
int memories_apply(struct match_result *r, const struct string_list *words,
		   const struct load_offset *offset, bool force, struct anycov_error *err);

#endif
