/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tasks and interrupts: which context is in anycov_current_ctx.  A switch copies the old
 * context out and the new one in, as it does with registers, so that hooks need not follow a
 * pointer.  Linked only into images that call a function of this file.
 */
#include "port.h"
#include "anycov/dump.h"

_Static_assert(sizeof(struct anycov_ctx) <= sizeof(((struct anycov_task *)0)->ctx),
	       "ANYCOV_TASK_WORDS is too small");

static struct anycov_task *tasks; /* all but the image's */
#if ANYCOV_PORT_CORES == 1
static struct anycov_task image;             /* tasks without a context of their own */
static struct anycov_task *running = &image; /* anycov_thread_ctx is its context */
#endif

#if !ANYCOV_DETECTS_IRQ && ANYCOV_PORT_CORES == 1
static struct anycov_ctx irq;         /* OWN, while no interrupt handler runs */
static struct anycov_ctx interrupted; /* DROP and OWN, while one runs */
#endif
static volatile unsigned char depth;  /* nesting of anycov_irq_enter() */
static unsigned char irq_has_records; /* OWN was set, so there are records */

static struct anycov_ctx *ctx_of(struct anycov_task *t)
{
#if ANYCOV_PORT_CORES == 1
	if (t == running)
		return anycov_thread_ctx;
#endif
	return (struct anycov_ctx *)(void *)t->ctx;
}

/* Returns the context of the image on a core, and of the core's interrupts. */
static struct anycov_ctx *image_ctx(unsigned core)
{
#if ANYCOV_PORT_CORES > 1
	return &anycov_current_ctx[core];
#else
	(void)core;
	return ctx_of(&image);
#endif
}

static struct anycov_ctx *irq_ctx(unsigned core)
{
#if ANYCOV_DETECTS_IRQ
	return &anycov_current_ctx[ANYCOV_PORT_CORES + core];
#elif ANYCOV_PORT_CORES > 1
	return &anycov_current_ctx[core]; /* hooks do not detect interrupts */
#else
	(void)core;
	return depth && anycov_irq_policy == ANYCOV_IRQ_OWN ? &anycov_current_ctx[0] : &irq;
#endif
}

static void dump_name(struct anycov_dump *d, const struct anycov_task *t)
{
	uint32_t n = 0;

	while (n < sizeof(t->name) && ANYCOV_READ(t->name[n]))
		n++;
	if (!n)
		return;
	anycov_dump_chunk(d, ANYCOV_DUMP_TAG_NAME, t->number, n, 0);
	anycov_dump_bytes(d, t->name, n);
}

static void dump_all(struct anycov_dump *d)
{
	const int compact = image_ctx(0)->kind == ANYCOV_M_PC32;
	struct anycov_task *t;
	unsigned core;

	for (core = 0; core < ANYCOV_PORT_CORES; core++)
		anycov_dump_ctx(d, image_ctx(core), 0);
	for (t = tasks; t; t = t->next) {
		dump_name(d, t);
		if (compact != (ctx_of(t)->kind == ANYCOV_M_PC32))
			d->error = ANYCOV_EINVAL; /* a dump has one word size */
		anycov_dump_ctx(d, ctx_of(t), t->number);
	}
	if (!irq_has_records)
		return;
	if (compact != (irq_ctx(0)->kind == ANYCOV_M_PC32))
		d->error = ANYCOV_EINVAL;
	for (core = 0; core < ANYCOV_PORT_CORES; core++)
		anycov_dump_ctx(d, irq_ctx(core), ANYCOV_CONTEXT_IRQ);
}

/* Sets up the context of a core's interrupts, which is off. */
static int prepare_irq(struct anycov_ctx *ctx, unsigned mode, void *buffer, size_t bytes)
{
	int error = anycov_attach_buffer(ctx, buffer, bytes);

	if (!error)
		error = anycov_ctx_prepare(ctx, mode);
	return error;
}

int ANYCOV_NO_COV anycov_irq(unsigned how, unsigned mode, void *buffer, size_t bytes)
{
	const size_t part = anycov_part(bytes);
	struct anycov_ctx first;
	unsigned core;
	int error = 0;

	if (depth)
		return ANYCOV_EBUSY;
	if (how > ANYCOV_IRQ_OWN)
		return ANYCOV_EINVAL;
	first.mode = ANYCOV_M_OFF;
	if (how == ANYCOV_IRQ_OWN) /* an error, which is the same for all parts, changes nothing */
		error = prepare_irq(&first, mode, buffer, part);
	if (error)
		return error;
	anycov_irq_policy = ANYCOV_IRQ_DROP; /* until all is set up */
	anycov_sync_irq_ctx();
	for (core = 0; core < ANYCOV_PORT_CORES; core++)
		anycov_set_mode(irq_ctx(core), ANYCOV_M_OFF);
	if (how == ANYCOV_IRQ_OWN) {
		for (core = 0; core < ANYCOV_PORT_CORES; core++)
			prepare_irq(irq_ctx(core), mode, (char *)buffer + core * part, part);
		irq_has_records = 1;
		anycov_dump_contexts = dump_all;
		anycov_irq_policy = ANYCOV_IRQ_OWN;
		for (core = 0; core < ANYCOV_PORT_CORES; core++)
			anycov_set_mode(irq_ctx(core),
					ANYCOV_RECORDING_MAGIC + irq_ctx(core)->kind);
	}
	anycov_irq_policy = (unsigned char)how;
	anycov_sync_irq_ctx();
	return 0;
}

/*
 * The depth goes up before the contexts change and down after they changed back: an interrupt
 * in between sees consistent contexts and leaves them unchanged.
 */
void ANYCOV_NO_COV anycov_irq_enter(void)
{
#if !ANYCOV_DETECTS_IRQ && ANYCOV_PORT_CORES == 1
	if (!depth++ && anycov_irq_policy != ANYCOV_IRQ_SHARE) {
		anycov_ctx_copy(&interrupted, &anycov_current_ctx[0], anycov_current_ctx[0].mode);
		anycov_thread_ctx = &interrupted;
		anycov_ctx_copy(&anycov_current_ctx[0], &irq,
				anycov_irq_policy == ANYCOV_IRQ_OWN ? irq.mode : ANYCOV_M_OFF);
	}
#endif
}

void ANYCOV_NO_COV anycov_irq_leave(void)
{
#if !ANYCOV_DETECTS_IRQ && ANYCOV_PORT_CORES == 1
	if (depth == 1 && anycov_irq_policy != ANYCOV_IRQ_SHARE) {
		if (anycov_irq_policy == ANYCOV_IRQ_OWN)
			anycov_ctx_copy(&irq, &anycov_current_ctx[0], anycov_current_ctx[0].mode);
		anycov_ctx_copy(&anycov_current_ctx[0], &interrupted, interrupted.mode);
		anycov_thread_ctx = &anycov_current_ctx[0];
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
	error = anycov_attach_buffer(ctx, buffer, bytes);
	if (!error)
		error = anycov_ctx_prepare(ctx, mode);
	if (error)
		return error;
	ctx->mode = ANYCOV_RECORDING_MAGIC + ctx->kind;
	t->number = number;
	t->name[0] = 0;
	t->next = tasks;
	tasks = t;
	anycov_dump_contexts = dump_all;
	anycov_sync_irq_ctx();
	return 0;
}

void ANYCOV_NO_COV anycov_task_name(struct anycov_task *t, const char *name)
{
	unsigned i;

	for (i = 0; i < sizeof(t->name) && name[i]; i++)
		ANYCOV_WRITE(t->name[i], name[i]);
	if (i < sizeof(t->name))
		t->name[i] = 0;
}

#if ANYCOV_PORT_CORES > 1
/* Of this core.  Hooks use the image's context while the two words differ. */
void ANYCOV_NO_COV anycov_task_switch(struct anycov_task *t)
{
	const unsigned core = ANYCOV_PORT_CORE_ID();
	struct anycov_core *c = &anycov_cores[core < ANYCOV_PORT_CORES ? core : 0];
	struct anycov_ctx *ctx = t ? ctx_of(t) : NULL;

	ANYCOV_WRITE(c->check, 0);
	anycov_barrier();
	ANYCOV_WRITE(c->ctx, ctx);
	anycov_barrier();
	if (ctx)
		ANYCOV_WRITE(c->check, (uintptr_t)ctx ^ (uintptr_t)ANYCOV_RECORDING_PC);
}

/* Makes the image's context that of this core if it runs the task; fails if another one does. */
static int leave(struct anycov_task *t)
{
	const unsigned this = anycov_port_core();
	unsigned core;

	for (core = 0; core < ANYCOV_PORT_CORES; core++)
		if (core != this && anycov_port_task(core) == ctx_of(t))
			return ANYCOV_EBUSY; /* it may be inside of a hook */
	if (anycov_port_task(this) == ctx_of(t))
		anycov_task_switch(NULL);
	return 0;
}
#else
void ANYCOV_NO_COV anycov_task_switch(struct anycov_task *t)
{
	struct anycov_ctx *out, *in;

	if (!t)
		t = &image;
	if (t == running)
		return;
	out = (struct anycov_ctx *)(void *)running->ctx;
	in = (struct anycov_ctx *)(void *)t->ctx;
	anycov_ctx_copy(out, anycov_thread_ctx, anycov_thread_ctx->mode);
	running = t;
	anycov_ctx_copy(anycov_thread_ctx, in, in->mode);
	anycov_sync_irq_ctx();
}

static int leave(const struct anycov_task *t)
{
	if (t == running)
		anycov_task_switch(NULL);
	return 0;
}
#endif

ANYCOV_ALIAS(void, anycov_switch, (struct anycov_task * t), anycov_task_switch)

void ANYCOV_NO_COV anycov_task_stop(struct anycov_task *t)
{
	anycov_set_mode(ctx_of(t), ANYCOV_M_OFF);
	anycov_sync_irq_ctx();
}

int ANYCOV_NO_COV anycov_task_remove(struct anycov_task *t)
{
	struct anycov_task **at;
	int error = leave(t);

	if (error)
		return error;
	anycov_task_stop(t);
	for (at = &tasks; *at; at = &(*at)->next)
		if (*at == t) {
			*at = t->next;
			break;
		}
	return 0;
}
