/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The cold half of the bare-metal port: start, stop, and the dump. */
#include "core.h"
#include "dump_write.h"
#include "anycov/buffer.h"
#include "anycov/dump.h"

struct anycov_ctx anycov_bare;

static int recording(void)
{
	return anycov_port_ctx_above(ANYCOV_M_OFF) != NULL;
}

int ANYCOV_NO_COV anycov_buffer(void *buffer, size_t bytes)
{
	if (recording())
		return ANYCOV_EBUSY;
	if ((uintptr_t)buffer % sizeof(uint64_t))
		return ANYCOV_EINVAL;
	if (bytes < 2 * sizeof(anycov_word))
		return ANYCOV_ENOMEM;
	anycov_bare.area = buffer;
	anycov_bare.size = bytes / sizeof(anycov_word);
	anycov_bare.kind = ANYCOV_M_OFF; /* no records yet */
	return 0;
}

static void set_count(anycov_word *area, int kind, anycov_word n)
{
	unsigned i;

	if (kind == ANYCOV_M_CMP)
		for (i = 0; i < 8 / sizeof(*area); i++)
			ANYCOV_WRITE(area[i], 0);
	else
		ANYCOV_WRITE(area[ANYCOV_BUF_COUNT], n);
}

int ANYCOV_NO_COV anycov_start(unsigned mode)
{
	struct anycov_ctx *ctx = &anycov_bare;
	int kind = mode == KCOV_TRACE_PC ? ANYCOV_M_PC : ANYCOV_M_CMP;

	if (recording())
		return ANYCOV_EBUSY;
	if (mode != KCOV_TRACE_PC && mode != KCOV_TRACE_CMP)
		return ANYCOV_EINVAL;
	if (!ctx->area) {
		ctx->area = (anycov_word *)anycov_default_area;
		ctx->size = anycov_default_bytes / sizeof(anycov_word);
	}
	if (!anycov_limit(kind, ctx->size))
		return ANYCOV_ENOMEM;
	ctx->kind = kind;
	ctx->limit = anycov_limit(kind, ctx->size);
	set_count(ctx->area, kind, 0);
	anycov_barrier(); /* an interrupt that sees the mode sees all of it */
	ANYCOV_WRITE(ctx->mode, ANYCOV_BARE_MAGIC + kind);
	return 0;
}

void ANYCOV_NO_COV anycov_stop(void)
{
	ANYCOV_WRITE(anycov_bare.mode, ANYCOV_M_OFF);
	anycov_barrier();
}

void ANYCOV_NO_COV anycov_reset(void)
{
	if (anycov_bare.area && anycov_bare.kind != ANYCOV_M_OFF)
		set_count(anycov_bare.area, anycov_bare.kind, 0);
}

size_t ANYCOV_NO_COV anycov_count(void)
{
	return anycov_bare.kind == ANYCOV_M_OFF ? 0 : anycov_ctx_count(&anycov_bare);
}

int ANYCOV_NO_COV anycov_dump(anycov_sink *sink, void *arg)
{
	struct anycov_dump d;
	int mode = anycov_bare.mode;
	unsigned flags = 0;

#ifdef __AVR__
	flags = ANYCOV_DUMP_F_RAW_PC;
#endif
	anycov_stop();
	anycov_dump_begin(&d, sink, arg, sizeof(anycov_word), flags);
	anycov_dump_ctx(&d, &anycov_bare, 0);
	anycov_dump_end(&d);
	anycov_barrier();
	ANYCOV_WRITE(anycov_bare.mode, mode);
	return d.error;
}
