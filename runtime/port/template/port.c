/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The template port outside of hooks: start, stop, and the dump. */
#include "hooks/record_context.h"
#include "hooks/dump_write.h"
#include "anycov/buffer.h"
#include "anycov/dump.h"

struct anycov_ctx anycov_template_ctx;

int ANYCOV_NO_COV anycov_buffer(void *buffer, size_t bytes)
{
	struct anycov_ctx *ctx = &anycov_template_ctx;

	if (ctx->mode != ANYCOV_M_OFF)
		return ANYCOV_EBUSY;
	if ((uintptr_t)buffer % sizeof(uint64_t))
		return ANYCOV_EINVAL;
	ctx->area = buffer;
	ctx->size = bytes / sizeof(anycov_word);
	return 0;
}

int ANYCOV_NO_COV anycov_start(unsigned mode)
{
	struct anycov_ctx *ctx = &anycov_template_ctx;

	if (ctx->mode != ANYCOV_M_OFF)
		return ANYCOV_EBUSY;
	if (mode != KCOV_TRACE_PC)
		return ANYCOV_EINVAL;
	if (!ctx->area || !anycov_limit(ANYCOV_M_PC, ctx->size))
		return ANYCOV_ENOMEM;
	ctx->kind = ANYCOV_M_PC;
	ctx->limit = anycov_limit(ANYCOV_M_PC, ctx->size);
	ctx->area[ANYCOV_BUF_COUNT] = 0;
	anycov_barrier(); /* an interrupt that sees the mode sees all of it */
	ANYCOV_WRITE(ctx->mode, ANYCOV_M_PC);
	return 0;
}

void ANYCOV_NO_COV anycov_stop(void)
{
	ANYCOV_WRITE(anycov_template_ctx.mode, ANYCOV_M_OFF);
	anycov_barrier();
}

int ANYCOV_NO_COV anycov_dump(anycov_sink *sink, void *arg)
{
	struct anycov_dump d;

	anycov_dump_begin(&d, sink, arg, sizeof(anycov_word), 0);
	anycov_dump_ctx(&d, &anycov_template_ctx, 0);
	return anycov_dump_end(&d);
}
