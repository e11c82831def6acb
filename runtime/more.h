/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Setting up a context for any mode. */
#ifndef ANYCOV_MORE_H
#define ANYCOV_MORE_H

#include "core.h"

/* The memory of a descriptor; slots are NULL outside unique modes. */
struct anycov_areas {
	anycov_word *area;      /* size words that user space may map */
	anycov_word size;
	anycov_u32 *slots;      /* one past the last of anycov_uniq_slots(size), private */
	anycov_word *edge_area; /* as area, for UNIQ_BOTH */
	anycov_u32 *edge_slots; /* slots that end where the area begins are faster */
};

ANYCOV_HIDDEN void anycov_ctx_set(struct anycov_ctx *ctx, int kind, const struct anycov_areas *a);

#endif
