/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * anycov_start(), which alone uses the default buffer: an image whose tasks have buffers, and that
 * does not call it, links none.
 */
#include "port.h"
#include "hooks/modes.h"

/*
 * Makes the records of interrupted claims read as 0: persistent.c skips those.  The kind is stored
 * last: a reset in between leaves no records, of any core.
 */
static void mark_start(void)
{
	struct anycov_ctx *ctx;
	uint32_t kind = ANYCOV_M_OFF;

	ANYCOV_WRITE(anycov_persistent_mark->kind, kind);
	ANYCOV_FOR_EACH_CTX(ctx)
	{
		anycov_word *memory = anycov_memory_of(ctx), i;

		for (i = 0; i < ctx->size; i++)
			ANYCOV_WRITE(memory[i], 0);
		kind = (uint32_t)ctx->kind;
	}
	anycov_barrier();
	ANYCOV_WRITE(anycov_persistent_mark->kind, kind);
}

int ANYCOV_NO_COV anycov_start(unsigned mode)
{
	const size_t bytes = anycov_part(anycov_default_bytes);
	char *area = (char *)anycov_default_area;
	struct anycov_ctx *ctx;
	int error;

	ANYCOV_FOR_EACH_CTX(ctx)
	{
		if (!ctx->area) { /* a context that records has one */
			ctx->area = (anycov_word *)area;
			ctx->size = bytes / sizeof(anycov_word);
			area += bytes;
		}
		error = anycov_ctx_prepare(ctx, mode);
		if (error)
			return error;
	}
	if (anycov_persistent_mark)
		mark_start();
	ANYCOV_FOR_EACH_CTX(ctx)
	anycov_set_mode(ctx, ANYCOV_RECORDING_MAGIC + ctx->kind);
	anycov_sync_irq_ctx();
	return 0;
}
