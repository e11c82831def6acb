/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * anycov_start(), which alone uses the default buffer: an image whose tasks have buffers, and that
 * does not call it, links none.
 */
#include "port.h"
#include "hooks/modes.h"

/* None in an image with port_buffer.c, unless it defines one itself. */
extern uint64_t anycov_default_area[] __attribute__((weak));

int ANYCOV_NO_COV anycov_start(unsigned mode)
{
	struct anycov_ctx *ctx = anycov_thread_ctx;
	int error;

	if (!ctx->area && !anycov_recording(ctx)) {
		ctx->area = (anycov_word *)anycov_default_area;
		ctx->size = anycov_default_bytes / sizeof(anycov_word);
	}
	error = anycov_ctx_prepare(ctx, mode);
	if (error)
		return error;
	if (anycov_persistent_mark)
		anycov_mark_start(ctx);
	anycov_set_mode(ctx, ANYCOV_RECORDING_MAGIC + ctx->kind);
	anycov_sync_irq_ctx();
	return 0;
}
