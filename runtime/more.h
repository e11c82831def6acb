/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Setting up a context for any mode. */
#ifndef ANYCOV_MORE_H
#define ANYCOV_MORE_H

#include "core.h"
#include "anycov/kcov.h"

/* The memory of a descriptor; slots are NULL outside unique modes. */
struct anycov_areas {
	anycov_word *area;      /* size words that user space may map */
	anycov_word size;
	anycov_u32 *slots;      /* one past the last of anycov_uniq_slots(size), private */
	anycov_word *edge_area; /* as area, for UNIQ_BOTH */
	anycov_u32 *edge_slots; /* slots that end where the area begins are faster */
};

/* The context's mode for an argument of KCOV_ENABLE; ANYCOV_M_OFF: it is none. */
ANYCOV_INLINE int anycov_mode_of(uintptr_t arg)
{
	switch (arg) {
	case KCOV_TRACE_PC:
		return ANYCOV_M_PC;
	case KCOV_TRACE_CMP:
		return ANYCOV_M_CMP;
#ifndef ANYCOV_PORT_PLAIN
	case KCOV_TRACE_UNIQ_PC:
		return ANYCOV_M_UNIQ_PC;
	case KCOV_TRACE_UNIQ_EDGE:
		return ANYCOV_M_UNIQ_EDGE;
	case KCOV_TRACE_UNIQ_PC | KCOV_TRACE_UNIQ_EDGE:
		return ANYCOV_M_UNIQ_BOTH;
	case KCOV_TRACE_UNIQ_CMP:
		return ANYCOV_M_UNIQ_CMP;
#endif
	}
	return ANYCOV_M_OFF;
}

/* Prepares everything of ctx but the mode. */
ANYCOV_HIDDEN void anycov_ctx_set(struct anycov_ctx *ctx, int kind, const struct anycov_areas *a);

/*
 * The mode that starts what was prepared; the caller stores it last.  u32 words and
 * the modes with edges become a plain mode without room, which the hook asks about last;
 * where its slots lie right below the area, it finds a single edge by itself.  A port
 * without ANYCOV_PORT_HOOK_EDGES (bare metal) stores the kind, and pays a call for each.
 */
ANYCOV_HIDDEN int anycov_ctx_go(struct anycov_ctx *ctx);

#endif
