/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tasks and interrupts: whose context anycov_now holds.  A switch copies the old
 * one out and the new one in, as it does with registers, so that hooks chase no
 * pointer.  Linked only into images that call something of this file.
 */
#include "baremetal.h"

_Static_assert(sizeof(struct anycov_ctx) <= sizeof(((struct anycov_task *)0)->ctx),
	       "ANYCOV_TASK_WORDS is too small");

static struct anycov_task image;               /* tasks without a context */
static struct anycov_task *tasks;              /* all others */
static struct anycov_task *running = &image;   /* anycov_base is its context */

#if !ANYCOV_TELLS_IRQ
static struct anycov_ctx irq;                  /* OWN, while no interrupt runs */
static struct anycov_ctx interrupted;          /* DROP and OWN, while one runs */
#endif
static volatile unsigned char depth;           /* of anycov_irq_enter() */
static unsigned char irq_given;                /* was OWN ever: it has records */

static struct anycov_ctx *context(struct anycov_task *t)
{
	return t == running ? anycov_base : (struct anycov_ctx *)(void *)t->ctx;
}

static struct anycov_ctx *irq_context(void)
{
#if ANYCOV_TELLS_IRQ
	return &anycov_now[1];
#else
	return depth && anycov_irq_how == ANYCOV_IRQ_OWN ? &anycov_now[0] : &irq;
#endif
}

static void dump_all(struct anycov_dump *d)
{
	const int compact = context(&image)->kind == ANYCOV_M_PC32;
	struct anycov_task *t;

	anycov_dump_ctx(d, context(&image), 0);
	for (t = tasks; t; t = t->next) {
		if (compact != (context(t)->kind == ANYCOV_M_PC32))
			d->error = ANYCOV_EINVAL; /* a dump has one size of words */
		anycov_dump_ctx(d, context(t), t->number);
	}
	if (!irq_given)
		return;
	if (compact != (irq_context()->kind == ANYCOV_M_PC32))
		d->error = ANYCOV_EINVAL;
	anycov_dump_ctx(d, irq_context(), ANYCOV_CONTEXT_IRQ);
}

int ANYCOV_NO_COV anycov_irq(unsigned how, unsigned mode, void *buffer, size_t bytes)
{
	struct anycov_ctx *ctx;
	int error;

	if (depth)
		return ANYCOV_EBUSY;
	if (how > ANYCOV_IRQ_OWN)
		return ANYCOV_EINVAL;
	ctx = irq_context();
	anycov_set_mode(ctx, ANYCOV_M_OFF);
	anycov_irq_how = ANYCOV_IRQ_DROP; /* until all is well */
	if (how == ANYCOV_IRQ_OWN) {
		error = anycov_give(ctx, buffer, bytes);
		if (!error)
			error = anycov_prepare(ctx, mode);
		if (error)
			return error;
		irq_given = 1;
		anycov_dump_others = dump_all;
		anycov_irq_how = ANYCOV_IRQ_OWN;
		anycov_set_mode(ctx, ANYCOV_NOW_MAGIC + ctx->kind);
	}
	anycov_irq_how = (unsigned char)how;
	anycov_follow();
	return 0;
}

/*
 * The depth goes up before the contexts change and down after they changed back:
 * an interrupt in between finds them as they are, and leaves them so.
 */
void ANYCOV_NO_COV anycov_irq_enter(void)
{
#if !ANYCOV_TELLS_IRQ
	if (!depth++ && anycov_irq_how != ANYCOV_IRQ_SHARE) {
		anycov_ctx_copy(&interrupted, &anycov_now[0], anycov_now[0].mode);
		anycov_base = &interrupted;
		anycov_ctx_copy(&anycov_now[0], &irq,
				anycov_irq_how == ANYCOV_IRQ_OWN ? irq.mode : ANYCOV_M_OFF);
	}
#endif
}

void ANYCOV_NO_COV anycov_irq_leave(void)
{
#if !ANYCOV_TELLS_IRQ
	if (depth == 1 && anycov_irq_how != ANYCOV_IRQ_SHARE) {
		if (anycov_irq_how == ANYCOV_IRQ_OWN)
			anycov_ctx_copy(&irq, &anycov_now[0], anycov_now[0].mode);
		anycov_ctx_copy(&anycov_now[0], &interrupted, interrupted.mode);
		anycov_base = &anycov_now[0];
	}
	depth--;
#endif
}

int ANYCOV_NO_COV anycov_task_start(struct anycov_task *t, uint32_t number, unsigned mode,
				    void *buffer, size_t bytes)
{
	struct anycov_ctx *ctx = (struct anycov_ctx *)(void *)t->ctx;
	struct anycov_task *other;
	int error;

	for (other = tasks; other; other = other->next)
		if (other == t)
			return ANYCOV_EBUSY;
	ctx->mode = ANYCOV_M_OFF;
	error = anycov_give(ctx, buffer, bytes);
	if (!error)
		error = anycov_prepare(ctx, mode);
	if (error)
		return error;
	ctx->mode = ANYCOV_NOW_MAGIC + ctx->kind;
	t->number = number;
	t->next = tasks;
	tasks = t;
	anycov_dump_others = dump_all;
	return 0;
}

void ANYCOV_NO_COV anycov_switch(struct anycov_task *t)
{
	struct anycov_ctx *out, *in;

	if (!t)
		t = &image;
	if (t == running)
		return;
	out = (struct anycov_ctx *)(void *)running->ctx;
	in = (struct anycov_ctx *)(void *)t->ctx;
	anycov_ctx_copy(out, anycov_base, anycov_base->mode);
	running = t;
	anycov_ctx_copy(anycov_base, in, in->mode);
	anycov_follow();
}

void ANYCOV_NO_COV anycov_task_stop(struct anycov_task *t)
{
	anycov_set_mode(context(t), ANYCOV_M_OFF);
	if (t == running)
		anycov_follow();
}

void ANYCOV_NO_COV anycov_task_remove(struct anycov_task *t)
{
	struct anycov_task **at;

	anycov_task_stop(t);
	if (t == running)
		anycov_switch(NULL);
	for (at = &tasks; *at; at = &(*at)->next)
		if (*at == t) {
			*at = t->next;
			break;
		}
}
