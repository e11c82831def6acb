/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The cold half of the bare-metal port: start, stop, and the dump. */
#include "baremetal.h"
#include "anycov/buffer.h"
#include "anycov/dump.h"
#include "more.h"
#ifndef ANYCOV_PORT_PLAIN
#include "uniq.h"
#endif

struct anycov_ctx anycov_now[1 + ANYCOV_TELLS_IRQ];
struct anycov_ctx *anycov_base = &anycov_now[0];
void (*anycov_dump_others)(struct anycov_dump *d);
void (*anycov_dump_counters)(struct anycov_dump *d);
unsigned char anycov_irq_how;
struct anycov_keep_mark *anycov_mark;

/* Interrupts that the processor tells apart, and that share, do as [0] does. */
void ANYCOV_NO_COV anycov_follow(void)
{
#if ANYCOV_TELLS_IRQ
	if (anycov_irq_how == ANYCOV_IRQ_SHARE)
		anycov_ctx_copy(&anycov_now[1], &anycov_now[0], anycov_now[0].mode);
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

int ANYCOV_NO_COV anycov_give(struct anycov_ctx *ctx, void *buffer, size_t bytes)
{
	if (anycov_recording(ctx))
		return ANYCOV_EBUSY;
	if ((uintptr_t)buffer % __alignof__(uint64_t))
		return ANYCOV_EINVAL;
	if (bytes < 2 * sizeof(anycov_word))
		return ANYCOV_ENOMEM;
	ctx->area = buffer;
	ctx->size = bytes / sizeof(anycov_word);
	ctx->kind = ANYCOV_M_OFF; /* no records yet */
	return 0;
}

int ANYCOV_NO_COV anycov_buffer(void *buffer, size_t bytes)
{
	return anycov_give(anycov_base, buffer, bytes);
}

static void set_count(const struct anycov_ctx *ctx, int kind)
{
	unsigned i, words = 1;

	if (kind == ANYCOV_M_CMP || kind == ANYCOV_M_UNIQ_CMP)
		words = 8 / sizeof(anycov_word);
	for (i = 0; i < words; i++)
		ANYCOV_WRITE(ctx->area[i], 0);
#ifndef ANYCOV_PORT_PLAIN
	if (kind == ANYCOV_M_UNIQ_BOTH)
		ANYCOV_WRITE(ctx->edge.area[0], 0);
#endif
}

static int kind_of(unsigned mode)
{
#if !defined(ANYCOV_PORT_PLAIN) && UINTPTR_MAX > UINT32_MAX
	if (mode == (KCOV_TRACE_PC | ANYCOV_COMPACT))
		return ANYCOV_M_PC32;
#endif
	return anycov_mode_of(mode);
}

#ifndef ANYCOV_PORT_PLAIN
/*
 * Cuts a buffer of a unique mode into words for records and slots beside them:
 * as many words as can have their slots.
 */
static anycov_word uniq_words(size_t bytes)
{
	anycov_word best = 0;
	size_t slots;

	for (slots = 2; slots < bytes / sizeof(anycov_u32); slots *= 2) {
		anycov_word words = (bytes - slots * sizeof(anycov_u32)) / sizeof(anycov_word);

		if (words >= slots)
			words = slots - 1;
		/* From three quarters on there is a second part, which may not fit. */
		if (words * sizeof(anycov_word) + anycov_uniq_slots(words) * sizeof(anycov_u32) >
		    bytes)
			words = slots / 4 * 3 - 1;
		if (words > best)
			best = words;
	}
	return best & ~(anycov_word)(8 / sizeof(anycov_word) - 1);
}

static anycov_word cut(struct anycov_ctx *ctx, int kind)
{
	size_t bytes = ctx->size * sizeof(anycov_word);
	anycov_word *memory = ctx->area, words;
	struct anycov_areas a = { memory, ctx->size, NULL, NULL, NULL };
	anycov_word all = ctx->size, i;

	if (kind >= ANYCOV_M_UNIQ_PC || kind == ANYCOV_M_UNIQ_CMP) {
		if (kind == ANYCOV_M_UNIQ_BOTH)
			bytes = bytes / 16 * 8;
		a.size = words = uniq_words(bytes);
		if (!anycov_limit(kind, words))
			return 0;
		a.slots = (anycov_u32 *)(memory + words) + anycov_uniq_slots(words);
		if (kind == ANYCOV_M_UNIQ_BOTH) {
			a.edge_area = memory + bytes / sizeof(anycov_word);
			a.edge_slots = (anycov_u32 *)(a.edge_area + words) + anycov_uniq_slots(words);
		}
		/* Slots of garbage would lie beyond the buffer. */
		for (i = 0; i < all; i++)
			ANYCOV_WRITE(memory[i], 0);
	}
	anycov_ctx_set(ctx, kind, &a);
	ctx->size = all; /* the next start cuts anew */
	if (kind == ANYCOV_M_PC32)
		ctx->limit = ctx->uniq.limit = all * (sizeof(anycov_word) / sizeof(anycov_u32)) - 1;
	return ctx->limit;
}
#else
static anycov_word cut(struct anycov_ctx *ctx, int kind)
{
	ctx->kind = kind;
	ctx->limit = anycov_limit(kind, ctx->size);
	return ctx->limit;
}
#endif

int ANYCOV_NO_COV anycov_prepare(struct anycov_ctx *ctx, unsigned mode)
{
	int kind = kind_of(mode);

	if (anycov_recording(ctx))
		return ANYCOV_EBUSY;
	if (kind == ANYCOV_M_OFF)
		return ANYCOV_EINVAL;
	if (!ctx->area || !anycov_limit(kind, ctx->size) || !cut(ctx, kind)) {
		ctx->kind = ANYCOV_M_OFF;
		return ANYCOV_ENOMEM;
	}
	set_count(ctx, kind);
	return 0;
}

/* The records of a torn claim shall read as 0: keep.c leaves those out. */
static void anycov_mark_start(const struct anycov_ctx *ctx)
{
	anycov_word i;

	for (i = 0; i < ctx->size; i++)
		ANYCOV_WRITE(ctx->area[i], 0);
	anycov_mark->kind = (uint32_t)ctx->kind;
}

int ANYCOV_NO_COV anycov_start(unsigned mode)
{
	struct anycov_ctx *ctx = anycov_base;
	int error;

	if (!ctx->area && !anycov_recording(ctx)) {
		ctx->area = (anycov_word *)anycov_default_area;
		ctx->size = anycov_default_bytes / sizeof(anycov_word);
	}
	error = anycov_prepare(ctx, mode);
	if (error)
		return error;
	if (anycov_mark)
		anycov_mark_start(ctx);
	anycov_set_mode(ctx, ANYCOV_NOW_MAGIC + ctx->kind);
	anycov_follow();
	return 0;
}

void ANYCOV_NO_COV anycov_stop(void)
{
	anycov_set_mode(anycov_base, ANYCOV_M_OFF);
	anycov_follow();
}

void ANYCOV_NO_COV anycov_reset(void)
{
	if (anycov_base->area && anycov_base->kind != ANYCOV_M_OFF)
		set_count(anycov_base, anycov_base->kind);
}

size_t ANYCOV_NO_COV anycov_count(void)
{
	return anycov_base->kind == ANYCOV_M_OFF ? 0 : anycov_ctx_count(anycov_base);
}

int ANYCOV_NO_COV anycov_dump(anycov_sink *sink, void *arg)
{
	struct anycov_dump d;
	struct anycov_ctx *ctx = anycov_base;
	int mode = ctx->mode;
	unsigned flags = 0, word = sizeof(anycov_word);

#ifdef __AVR__
	flags = ANYCOV_DUMP_F_RAW_PC;
#endif
	if (ctx->kind == ANYCOV_M_PC32)
		word = sizeof(anycov_u32);
	anycov_stop();
	anycov_dump_begin(&d, sink, arg, word, flags);
	if (anycov_dump_others)
		anycov_dump_others(&d);
	else
		anycov_dump_ctx(&d, ctx, 0);
	if (anycov_dump_counters)
		anycov_dump_counters(&d);
	anycov_dump_end(&d);
	anycov_set_mode(ctx, mode);
	anycov_follow();
	return d.error;
}
