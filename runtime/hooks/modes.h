/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Modes of KCOV_ENABLE, and initialization of a context for any mode. */
#ifndef ANYCOV_MODES_H
#define ANYCOV_MODES_H

#include "record_context.h"
#include "anycov/kcov.h"

/* The memory of a KCOV descriptor; the slots are NULL outside unique modes. */
struct anycov_areas {
	anycov_word *area; /* size words that user space may map */
	anycov_word size;
	anycov_u32 *slots;      /* end of anycov_unique_slots(size) slots, private */
	anycov_word *edge_area; /* like area, for UNIQ_BOTH */
	anycov_u32 *edge_slots; /* slots that end where the area begins are faster */
};

/* Returns the context's mode for an argument of KCOV_ENABLE; ANYCOV_M_OFF: invalid. */
ANYCOV_INLINE int anycov_mode_of(uintptr_t arg)
{
	switch (arg) {
	case KCOV_TRACE_PC:
		return ANYCOV_M_PC;
	case KCOV_TRACE_CMP:
		return ANYCOV_M_CMP;
#ifndef ANYCOV_PORT_BASIC_MODES
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

/* Initializes all members of ctx except mode. */
ANYCOV_HIDDEN void anycov_ctx_init(struct anycov_ctx *ctx, int kind, const struct anycov_areas *a);

/*
 * Returns the mode that starts the initialized context; the caller stores it last.  The compact
 * mode and the modes with edges are started as a plain mode whose buffer is always full, which
 * the hook tests last; if the slots of UNIQ_EDGE end where the area begins, the hook looks the
 * edge up itself.  A port without ANYCOV_PORT_HOOK_EDGES (bare metal) stores the kind, and
 * makes a call for each edge.
 */
ANYCOV_HIDDEN int anycov_ctx_start_mode(struct anycov_ctx *ctx);

#endif
