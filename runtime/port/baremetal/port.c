/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The bare-metal port outside of hooks: contexts, stop, dump. */
#include "port.h"
#include "anycov/buffer.h"
#include "anycov/dump.h"
#include "hooks/modes.h"
#ifndef ANYCOV_PORT_BASIC_MODES
#include "hooks/unique.h"
#endif
#if ANYCOV_PORT_FILTER
#include "hooks/unique_filter.h"
#endif

struct anycov_ctx anycov_current_ctx[ANYCOV_CONTEXTS];
#if ANYCOV_PORT_CORES > 1
struct anycov_core anycov_cores[ANYCOV_PORT_CORES];
#endif
struct anycov_ctx *anycov_thread_ctx = &anycov_current_ctx[0];
void (*anycov_dump_contexts)(struct anycov_dump *d);
void (*anycov_dump_inline_coverage)(struct anycov_dump *d);
unsigned char anycov_irq_policy;
struct anycov_persistent_mark *anycov_persistent_mark;

#if ANYCOV_PORT_FILTER
struct anycov_filter anycov_filter;

/* Also ends a reservation of the hook that this interrupted: some processors keep it. */
static void clear_prev(void)
{
#if ANYCOV_PORT_CLAIM == ANYCOV_CLAIM_LLSC
	anycov_word old;
	uint32_t fail;

	ANYCOV_PORT_LL(&anycov_filter.prev, old);
	ANYCOV_PORT_SC(&anycov_filter.prev, 0, fail);
	(void)old;
	(void)fail;
#endif
	ANYCOV_WRITE(anycov_filter.prev, 0);
}

/* Empties the filter, and uses it if one context alone records what it is for. */
static void restart_filter(void)
{
	struct anycov_ctx *ctx = &anycov_current_ctx[0];
	const anycov_word unmix = (anycov_word)ANYCOV_UNIQUE_UNMIX;
	static unsigned restarts;
	unsigned i;

	if (anycov_filter.is_on && anycov_filter.prev)
		ctx->prev = anycov_filter.prev * unmix;
	ANYCOV_WRITE(anycov_filter.is_on, 0);
	clear_prev();
	for (i = 0; i < ANYCOV_FILTER_WORDS; i++)
		ANYCOV_WRITE(anycov_filter.words[i], 0);
	/* An edge may have the word 0: this one belongs elsewhere. */
	ANYCOV_WRITE(anycov_filter.words[0], 2);
	anycov_barrier();
	if (anycov_thread_ctx != ctx || anycov_irq_policy != ANYCOV_IRQ_SHARE ||
	    anycov_dump_contexts || !anycov_recording(ctx) ||
	    (ctx->kind != ANYCOV_M_UNIQ_PC && ctx->kind != ANYCOV_M_UNIQ_EDGE))
		return;
	if (ctx->kind == ANYCOV_M_UNIQ_EDGE && ctx->prev)
		anycov_filter_set_prev(ctx->prev);
	if (!++restarts)
		restarts++;
	ANYCOV_WRITE(anycov_filter.is_on, restarts);
}
#else
#define restart_filter() ((void)0)
#endif

/* Interrupts that the processor detects, and that share, do as [0] does. */
void ANYCOV_NO_COV anycov_sync_irq_ctx(void)
{
	restart_filter();
#if ANYCOV_DETECTS_IRQ && ANYCOV_PORT_CORES == 1
	if (anycov_irq_policy == ANYCOV_IRQ_SHARE)
		anycov_ctx_copy(&anycov_current_ctx[1], &anycov_current_ctx[0],
				anycov_current_ctx[0].mode);
#endif
}

void ANYCOV_NO_COV anycov_ctx_copy(struct anycov_ctx *to, const struct anycov_ctx *from, int mode)
{
	typedef int __attribute__((__may_alias__)) part;
	const part *f = (const part *)from;
	part *t = (part *)to;
	size_t i;

	anycov_set_mode(to, ANYCOV_M_OFF);
	for (i = 1; i < sizeof(*to) / sizeof(*t); i++) /* word 0 is the mode */
		ANYCOV_WRITE(t[i], ANYCOV_READ(f[i]));
	anycov_set_mode(to, mode);
}

int ANYCOV_NO_COV anycov_attach_buffer(struct anycov_ctx *ctx, void *buffer, size_t bytes)
{
	if (anycov_recording(ctx))
		return ANYCOV_EBUSY;
	if ((uintptr_t)buffer % __alignof__(uint64_t))
		return ANYCOV_EINVAL;
	if (bytes < 2 * sizeof(anycov_word))
		return ANYCOV_ENOMEM;
	ctx->area = buffer;
#ifndef ANYCOV_PORT_BASIC_MODES
	ctx->unique.slots = NULL;
#endif
	ctx->size = bytes / sizeof(anycov_word);
	ctx->kind = ANYCOV_M_OFF; /* no records yet */
	return 0;
}

static void set_count(const struct anycov_ctx *ctx, int kind)
{
	unsigned i, words = 1;

	if (kind == ANYCOV_M_CMP || kind == ANYCOV_M_UNIQ_CMP)
		words = 8 / sizeof(anycov_word);
	for (i = 0; i < words; i++)
		ANYCOV_WRITE(ctx->area[i], 0);
#ifndef ANYCOV_PORT_BASIC_MODES
	if (kind == ANYCOV_M_UNIQ_BOTH)
		ANYCOV_WRITE(ctx->edge.area[0], 0);
#endif
}

static int kind_of(unsigned mode)
{
#if !defined(ANYCOV_PORT_BASIC_MODES) && UINTPTR_MAX > UINT32_MAX
	if (mode == (KCOV_TRACE_PC | ANYCOV_COMPACT))
		return ANYCOV_M_PC32;
#endif
	return anycov_mode_of(mode);
}

#ifndef ANYCOV_PORT_BASIC_MODES
/* The slots are right below the records: the hook's lookup reaches both by one pointer. */
static anycov_word *above_slots(anycov_word *memory, anycov_word words)
{
	return (anycov_word *)((anycov_u32 *)memory + anycov_unique_slots(words));
}

static anycov_word split_buffer(struct anycov_ctx *ctx, int kind)
{
	size_t bytes = ctx->size * sizeof(anycov_word);
	anycov_word *memory = anycov_memory_of(ctx);
	struct anycov_areas a = { memory, ctx->size, NULL, NULL, NULL };
	anycov_word all = ctx->size, i;

	if (kind >= ANYCOV_M_UNIQ_PC || kind == ANYCOV_M_UNIQ_CMP) {
		if (kind == ANYCOV_M_UNIQ_BOTH)
			bytes = bytes / 16 * 8;
		a.size = anycov_unique_words(bytes, sizeof(anycov_word));
		if (!anycov_limit(kind, a.size))
			return 0;
		a.area = above_slots(memory, a.size);
		a.slots = (anycov_u32 *)a.area;
		if (kind == ANYCOV_M_UNIQ_BOTH) {
			a.edge_area = above_slots(memory + bytes / sizeof(anycov_word), a.size);
			a.edge_slots = (anycov_u32 *)a.edge_area;
		}
		/* Slots with arbitrary contents would name records beyond the buffer. */
		for (i = 0; i < all; i++)
			ANYCOV_WRITE(memory[i], 0);
	}
	anycov_ctx_init(ctx, kind, &a);
	ctx->size = all; /* the next start splits the whole buffer again */
	if (kind == ANYCOV_M_PC32)
		ctx->limit = ctx->unique.limit =
			all * (sizeof(anycov_word) / sizeof(anycov_u32)) - 1;
	return ctx->limit;
}
#else
static anycov_word split_buffer(struct anycov_ctx *ctx, int kind)
{
	ctx->kind = kind;
	ctx->limit = anycov_limit(kind, ctx->size);
	return ctx->limit;
}
#endif

int ANYCOV_NO_COV anycov_ctx_prepare(struct anycov_ctx *ctx, unsigned mode)
{
	int kind = kind_of(mode);

	if (anycov_recording(ctx))
		return ANYCOV_EBUSY;
	if (kind == ANYCOV_M_OFF)
		return ANYCOV_EINVAL;
	if (!ctx->area || !anycov_limit(kind, ctx->size) || !split_buffer(ctx, kind)) {
		ctx->kind = ANYCOV_M_OFF;
		return ANYCOV_ENOMEM;
	}
	set_count(ctx, kind);
	return 0;
}

void ANYCOV_NO_COV anycov_stop(void)
{
	struct anycov_ctx *ctx;

	ANYCOV_FOR_EACH_CALLING(ctx)
	anycov_set_mode(ctx, ANYCOV_M_OFF);
	anycov_sync_irq_ctx();
}

void ANYCOV_NO_COV anycov_reset(void)
{
	struct anycov_ctx *ctx;

	ANYCOV_FOR_EACH_CALLING(ctx)
	if (ctx->area && ctx->kind != ANYCOV_M_OFF)
		set_count(ctx, ctx->kind);
	restart_filter();
}

size_t ANYCOV_NO_COV anycov_count(void)
{
	const struct anycov_ctx *ctx;
	size_t n = 0;

	ANYCOV_FOR_EACH_CALLING(ctx)
	if (ctx->kind != ANYCOV_M_OFF)
		n += anycov_ctx_count(ctx);
	return n;
}

#if ANYCOV_PORT_CORES > 1
/* The mode of a context while a dump is written: off, and the only one that its end resumes. */
static int paused(const struct anycov_ctx *ctx)
{
	return (int)((unsigned)(ANYCOV_RECORDING_MAGIC + ctx->kind) ^ ~(~0u >> 1));
}

static int pause_calling(void)
{
	struct anycov_ctx *ctx;

	ANYCOV_FOR_EACH_CALLING(ctx)
	if (anycov_recording(ctx))
		anycov_set_mode(ctx, paused(ctx));
	return 0;
}

static void resume_calling(int mode)
{
	struct anycov_ctx *ctx;

	(void)mode;
	ANYCOV_FOR_EACH_CALLING(ctx)
	if (ctx->mode == paused(ctx))
		anycov_set_mode(ctx, ANYCOV_RECORDING_MAGIC + ctx->kind);
}
#else
/* Returns the mode to resume. */
static int pause_calling(void)
{
	int mode = anycov_thread_ctx->mode;

	anycov_set_mode(anycov_thread_ctx, ANYCOV_M_OFF);
	return mode;
}

static void resume_calling(int mode)
{
	anycov_set_mode(anycov_thread_ctx, mode);
}
#endif

int ANYCOV_NO_COV anycov_dump(anycov_sink *sink, void *arg)
{
	struct anycov_dump d;
	struct anycov_ctx *ctx = anycov_thread_ctx;
	unsigned flags = 0, word = sizeof(anycov_word);
	int mode;

#ifdef __AVR__
	flags = ANYCOV_DUMP_F_RAW_PC;
#endif
	if (ctx->kind == ANYCOV_M_PC32)
		word = sizeof(anycov_u32);
	mode = pause_calling();
	anycov_sync_irq_ctx();
	anycov_dump_begin(&d, sink, arg, word, flags);
	if (anycov_dump_contexts)
		anycov_dump_contexts(&d);
	else
		ANYCOV_FOR_EACH_CTX(ctx)
	anycov_dump_ctx(&d, ctx, 0);
	if (anycov_dump_inline_coverage)
		anycov_dump_inline_coverage(&d);
	anycov_dump_code(&d);
	anycov_dump_end(&d);
	resume_calling(mode);
	anycov_sync_irq_ctx();
	return d.error;
}
