/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A buffer that survives a reset: the records of the previous run, for code that crashed or was
 * reset by a watchdog.
 */
#include "port.h"
#include "anycov/buffer.h"

#define PERSISTENT_MAGIC 0x70ee9a3cu

/*
 * A record that was claimed but not yet written at the reset is 0, as anycov_start() left it:
 * moves the later ones (of interrupts) over it.
 */
static void close_gaps(struct anycov_ctx *ctx, unsigned words)
{
	anycov_word n = anycov_ctx_count(ctx), i, to = 0;
	anycov_word *r = ctx->area + (ctx->kind == ANYCOV_M_CMP ? 8 / sizeof(anycov_word) : 1);
	unsigned k, last = ctx->kind == ANYCOV_M_CMP ? words - 8 / sizeof(anycov_word) : 0;

	if (ctx->kind == ANYCOV_M_CMP && ANYCOV_LOW_WORD)
		last += ANYCOV_LOW_WORD;
	for (i = 0; i < n; i++) {
		if (!ANYCOV_READ(r[i * words + last])) /* the PC, stored last */
			continue;
		for (k = 0; k < words; k++)
			ANYCOV_WRITE(r[to * words + k], r[i * words + k]);
		to++;
	}
	ANYCOV_WRITE(ctx->area[ctx->kind == ANYCOV_M_CMP ? ANYCOV_LOW_WORD : 0], to);
}

int ANYCOV_NO_COV anycov_buffer_persistent(void *buffer, size_t bytes)
{
	struct anycov_ctx *ctx;
	struct anycov_persistent_mark *mark;
	int error, kind;

	bytes &= ~(size_t)7;
	if (bytes < 24)
		return ANYCOV_ENOMEM;
	bytes -= sizeof(*mark);
	mark = (struct anycov_persistent_mark *)(void *)((char *)buffer + bytes);
	error = anycov_buffer(buffer, bytes);
	if (error)
		return error;
	anycov_persistent_mark = mark;
	kind = (int)mark->kind;
	if (mark->magic == (PERSISTENT_MAGIC ^ (uint32_t)bytes) &&
	    (kind == ANYCOV_M_PC || kind == ANYCOV_M_CMP)) {
		ANYCOV_FOR_EACH_CTX(ctx)
		{
			ctx->kind = kind;
			ctx->limit = anycov_limit(kind, ctx->size);
			close_gaps(ctx, kind == ANYCOV_M_CMP ? 32 / sizeof(anycov_word) : 1);
		}
		return 1;
	}
	mark->magic = PERSISTENT_MAGIC ^ (uint32_t)bytes;
	mark->kind = ANYCOV_M_OFF;
	return 0;
}

ANYCOV_ALIAS(int, anycov_keep, (void *buffer, size_t bytes), anycov_buffer_persistent)
