/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Remote coverage: code that runs in another context on behalf of a task records into an area
 * of its own, and its records are appended to the descriptor's buffer when its section ends.
 *
 * Handles are in one list under one lock; there are few of them.  Areas go to a pool when a
 * section ends and are not freed: a section in a softirq cannot allocate.
 */
#include "kcov_file.h"
#include "anycov/buffer.h"
#include "hooks/writer.h"

struct remote_handle {
	struct remote_handle *next;
	uint64_t handle;
	struct anycov_kcov *kcov;
};

/* Header of a pooled area; the words follow. */
struct pooled_area {
	struct pooled_area *next;
	anycov_word words;
};

static anycov_port_lock_t remote_lock = ANYCOV_PORT_LOCK_INIT;
static struct remote_handle *remotes;     /* remote_lock */
static struct pooled_area *areas;         /* remote_lock, for task sections */
static struct pooled_area *softirq_areas; /* remote_lock */

int anycov_remote_handle_valid(uint64_t handle, int common, int uncommon, int zero)
{
	if (handle & ~(KCOV_SUBSYSTEM_MASK | KCOV_INSTANCE_MASK))
		return 0;
	switch (handle & KCOV_SUBSYSTEM_MASK) {
	case KCOV_SUBSYSTEM_COMMON:
		return handle & KCOV_INSTANCE_MASK ? common : zero;
	case KCOV_SUBSYSTEM_USB:
		return uncommon;
	default:
		return 0;
	}
}

static struct remote_handle *find_handle(uint64_t handle)
{
	struct remote_handle *r;

	for (r = remotes; r; r = r->next)
		if (r->handle == handle)
			return r;
	return NULL;
}

static int register_handle(struct anycov_kcov *k, uint64_t handle)
{
	struct remote_handle *r;

	if (find_handle(handle))
		return -ANYCOV_ERR_EXIST;
	r = anycov_port_alloc(sizeof(*r));
	if (!r)
		return -ANYCOV_ERR_NOMEM;
	r->handle = handle;
	r->kcov = k;
	r->next = remotes;
	remotes = r;
	return 0;
}

/* The caller holds k's lock.  After an error it disables k, which unregisters all handles. */
int anycov_remote_register(struct anycov_kcov *k, const struct kcov_remote_arg *arg,
			   const uint64_t *handles)
{
	uint32_t i;
	int err = 0;

	anycov_port_lock(&remote_lock);
	for (i = 0; !err && i < arg->num_handles; i++)
		err = anycov_remote_handle_valid(handles[i], 0, 1, 0)
			      ? register_handle(k, handles[i])
			      : -ANYCOV_ERR_INVAL;
	if (!err && arg->common_handle)
		err = anycov_remote_handle_valid(arg->common_handle, 1, 0, 0)
			      ? register_handle(k, arg->common_handle)
			      : -ANYCOV_ERR_INVAL;
	anycov_port_unlock(&remote_lock);
	return err;
}

void anycov_remote_unregister(struct anycov_kcov *k)
{
	struct remote_handle **p, *r;

	anycov_port_lock(&remote_lock);
	for (p = &remotes; (r = *p);) {
		if (r->kcov != k) {
			p = &r->next;
			continue;
		}
		*p = r->next;
		anycov_port_free(r, sizeof(*r));
	}
	anycov_port_unlock(&remote_lock);
}

static anycov_word *area_words(struct pooled_area *a)
{
	return (anycov_word *)(a + 1);
}

static struct pooled_area *new_area(anycov_word words)
{
	struct pooled_area *a = anycov_port_alloc(sizeof(*a) + words * sizeof(anycov_word));

	if (a)
		a->words = words;
	return a;
}

/* The caller holds the lock. */
static struct pooled_area *pool_get(struct pooled_area **pool, anycov_word words)
{
	struct pooled_area **p, *a;

	for (p = pool; (a = *p); p = &a->next) {
		if (a->words == words) {
			*p = a->next;
			return a;
		}
	}
	return NULL;
}

static void pool_put(struct pooled_area **pool, struct pooled_area *a)
{
	anycov_port_lock(&remote_lock);
	a->next = *pool;
	*pool = a;
	anycov_port_unlock(&remote_lock);
}

int anycov_remote_alloc_areas(unsigned int n)
{
	while (n--) {
		struct pooled_area *a = new_area(ANYCOV_IRQ_AREA_WORDS);

		if (!a)
			return -ANYCOV_ERR_NOMEM;
		pool_put(&softirq_areas, a);
	}
	return 0;
}

uint64_t anycov_common_handle(const struct anycov_kcov_task *t, enum anycov_exec_context where)
{
	return where == ANYCOV_IN_TASK ? t->handle : 0;
}

/* May a section begin here? */
static int may_start(const struct anycov_kcov_task *t, enum anycov_exec_context where,
		     uint64_t handle)
{
	if (!anycov_remote_handle_valid(handle, 1, 1, 1) || where == ANYCOV_IN_HARDIRQ)
		return 0;
	if (where == ANYCOV_IN_TASK) /* sections do not nest, nor run in a traced task */
		return !ANYCOV_TRACES(t) && t->ctx->mode == ANYCOV_M_OFF;
	return !t->in_softirq;
}

/* A section records in order, also for a set: the areas of soft interrupts have no slots. */
static int section_mode(const struct anycov_kcov *k)
{
	return k->mode == ANYCOV_M_UNIQ_CMP  ? ANYCOV_M_CMP
	       : k->mode >= ANYCOV_M_UNIQ_PC ? ANYCOV_M_PC
					     : k->mode;
}

static void begin_section(struct anycov_kcov_task *t, enum anycov_exec_context where,
			  struct anycov_kcov *k, struct pooled_area *a, int mode,
			  unsigned int sequence)
{
	struct anycov_areas areas_of = { area_words(a), a->words, NULL, NULL, NULL };

	areas_of.area[0] = 0;
	if (a->words > 1 && sizeof(anycov_word) < 8)
		areas_of.area[1] = 0; /* the high half of a CMP count */
	if (where == ANYCOV_IN_SOFTIRQ) {
		int old = t->ctx->mode;

		ANYCOV_WRITE(t->ctx->mode, ANYCOV_M_OFF);
		anycov_barrier();
		t->saved.ctx = *t->ctx;
		t->saved.ctx.mode = old;
		t->saved.kcov = t->kcov;
		t->saved.sequence = t->sequence;
		t->in_softirq = 1;
	} else {
		t->in_section = 1;
	}
	anycov_ctx_init(t->ctx, mode, &areas_of);
	t->kcov = k;
	t->sequence = sequence;
	anycov_barrier();
	ANYCOV_WRITE(t->ctx->mode, mode);
}

void anycov_remote_start(struct anycov_kcov_task *t, enum anycov_exec_context where,
			 uint64_t handle)
{
	struct anycov_kcov *k;
	struct remote_handle *r;
	struct pooled_area *a;
	anycov_word words;
	unsigned int sequence;
	int mode;

	if (!may_start(t, where, handle))
		return;
	anycov_port_lock(&remote_lock);
	r = find_handle(handle);
	if (!r) {
		anycov_port_unlock(&remote_lock);
		return;
	}
	/* The descriptor exists and traces as long as its handles exist: no lock needed. */
	k = r->kcov;
	anycov_kcov_get(k);
	mode = section_mode(k);
	sequence = k->sequence;
	words = where == ANYCOV_IN_TASK ? k->remote_size : ANYCOV_IRQ_AREA_WORDS;
	a = pool_get(where == ANYCOV_IN_TASK ? &areas : &softirq_areas, words);
	anycov_port_unlock(&remote_lock);
	/* The area needs room for at least a count, whatever size was requested. */
	if (!a && where == ANYCOV_IN_TASK)
		a = new_area(words);
	if (!a || words < 2) {
		if (a)
			pool_put(&areas, a);
		anycov_kcov_put(k);
		return;
	}
	begin_section(t, where, k, a, mode, sequence);
}

/*
 * Appends src's records from number *done on to k's, as many as fit and as are copied at once.
 * The caller holds the lock.  Returns whether there are more.
 */
static int move_records(struct anycov_kcov *k, const struct anycov_ctx *src, anycov_word *done)
{
	int cmp = k->mode == ANYCOV_M_CMP;
	anycov_word limit = anycov_limit(k->mode, k->size);
	anycov_word record = cmp ? 32 / sizeof(anycov_word) : 1;
	anycov_word first = cmp ? 8 / sizeof(anycov_word) : 1;
	anycov_word low = cmp ? ANYCOV_LOW_WORD : 0;
	anycov_word have = ANYCOV_READ(k->area[low]);
	anycov_word all = src->area[low] < src->limit ? src->area[low] : src->limit;
	anycov_word from = first + *done * record;
	anycov_word n = all - *done;
	anycov_word i;

	if (have >= limit || !n) /* have comes from user space: check it first */
		return 0;
	if (n > limit - have)
		n = limit - have;
	if (n > ANYCOV_MOVE_WORDS / record)
		n = ANYCOV_MOVE_WORDS / record;
	for (i = 0; i < n * record; i++)
		k->area[first + have * record + i] = src->area[from + i];
	ANYCOV_WRITE(k->area[low], have + n);
	*done += n;
	return *done < all;
}

/*
 * Adds src's records from number *done on to k's sets, as many as are added at once.  *prev is the
 * previous PC of the section.  The caller holds the lock.  Returns whether there are more.
 */
static int add_records(struct anycov_kcov *k, const struct anycov_ctx *src, anycov_word *done,
		       anycov_word *prev)
{
	int cmp = k->mode == ANYCOV_M_UNIQ_CMP;
	anycov_word have = src->area[cmp ? ANYCOV_LOW_WORD : 0];
	anycov_word all = have < src->limit ? have : src->limit;
	anycov_word end = all - *done < ANYCOV_ADD_RECORDS ? all : *done + ANYCOV_ADD_RECORDS;
	const anycov_u64 *r = (const anycov_u64 *)src->area + ANYCOV_BUF_FIRST +
			      (cmp ? *done * ANYCOV_WORDS_PER_CMP : 0);

	k->sets.prev = *prev;
	for (; *done < end; ++*done) {
		if (cmp) {
			anycov_slow_cmp(&k->sets, (unsigned int)r[0], r[1], r[2], (uintptr_t)r[3]);
			r += ANYCOV_WORDS_PER_CMP;
		} else {
			anycov_unique_add(&k->sets, src->area[ANYCOV_BUF_FIRST + *done]);
		}
	}
	*prev = k->sets.prev;
	return *done < all;
}

/* Of sections that end at the same time, the pieces mix. */
static void end_section(struct anycov_kcov *k, const struct anycov_ctx *src, unsigned int sequence,
			enum anycov_exec_context where)
{
	anycov_word done = 0, prev = 0;
	int more;

	do {
		anycov_port_lock(&k->lock);
		if (sequence != k->sequence || !k->remote)
			more = 0;
		else if (section_mode(k) != k->mode)
			more = add_records(k, src, &done, &prev);
		else
			more = move_records(k, src, &done);
		anycov_port_unlock(&k->lock);
		if (more && where == ANYCOV_IN_TASK)
			anycov_port_resched_if_allowed();
	} while (more);
}

void anycov_remote_stop(struct anycov_kcov_task *t, enum anycov_exec_context where)
{
	struct anycov_kcov *k = t->kcov;
	struct anycov_ctx section;
	struct pooled_area *a;
	unsigned int sequence = t->sequence;

	if (where == ANYCOV_IN_HARDIRQ)
		return;
	if (where == ANYCOV_IN_SOFTIRQ ? !t->in_softirq : !t->in_section || t->in_softirq)
		return; /* the start found no handle */
	ANYCOV_WRITE(t->ctx->mode, ANYCOV_M_OFF);
	anycov_barrier();
	section = *t->ctx;
	a = (struct pooled_area *)(void *)section.area - 1;
	if (where == ANYCOV_IN_SOFTIRQ) {
		int mode = t->saved.ctx.mode;

		t->in_softirq = 0;
		t->kcov = t->saved.kcov;
		t->sequence = t->saved.sequence;
		t->saved.ctx.mode = ANYCOV_M_OFF;
		*t->ctx = t->saved.ctx;
		anycov_barrier();
		ANYCOV_WRITE(t->ctx->mode, mode);
	} else {
		t->in_section = 0;
		t->kcov = NULL;
	}
	end_section(k, &section, sequence, where);
	pool_put(where == ANYCOV_IN_TASK ? &areas : &softirq_areas, a);
	anycov_kcov_put(k);
}
