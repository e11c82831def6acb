/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "kcov_file.h"
#include "anycov/buffer.h"
#include "hooks/unique.h"

/* limit of KCOV: sizes in bytes fit into an int */
#define MAX_WORDS (0x7fffffffu / sizeof(anycov_word))

int anycov_kcov_open(struct anycov_kcov **out)
{
	struct anycov_kcov *k = anycov_port_alloc(sizeof(*k)); /* zeroed */

	if (!k)
		return -ANYCOV_ERR_NOMEM;
	anycov_port_lock_init(&k->lock);
	k->refs = 1;
	k->sequence = 1;
	*out = k;
	return 0;
}

void anycov_kcov_get(struct anycov_kcov *k)
{
	__atomic_fetch_add(&k->refs, 1, __ATOMIC_RELAXED);
}

/* Size of an area's slots. */
static size_t slot_bytes(const struct anycov_kcov *k)
{
	return anycov_unique_slots(k->size) * sizeof(anycov_u32);
}

void anycov_kcov_put(struct anycov_kcov *k)
{
	size_t bytes = k->size * sizeof(anycov_word);
	size_t slots = slot_bytes(k);

	if (__atomic_sub_fetch(&k->refs, 1, __ATOMIC_ACQ_REL))
		return;
	if (k->joined)
		anycov_port_unjoin(k->joined, bytes, slots);
	if (k->edge_joined)
		anycov_port_unjoin(k->edge_joined, bytes, slots);
	if (k->area)
		anycov_port_free(k->area, bytes);
	if (k->edge_area)
		anycov_port_free(k->edge_area, bytes);
	anycov_port_lock_destroy(&k->lock);
	anycov_port_free(k, sizeof(*k));
}

void anycov_kcov_release(struct anycov_kcov *k)
{
	anycov_kcov_put(k);
}

static int init_trace(struct anycov_kcov *k, uintptr_t size)
{
	anycov_word *area;
	int err = 0;

	if (size < 2 || size > MAX_WORDS)
		return -ANYCOV_ERR_INVAL;
	area = anycov_port_alloc(size * sizeof(*area));
	if (!area)
		return -ANYCOV_ERR_NOMEM;
	anycov_port_lock(&k->lock);
	if (k->state != ANYCOV_KCOV_FRESH) {
		err = -ANYCOV_ERR_BUSY;
	} else {
		k->area = area;
		k->size = size;
		k->state = ANYCOV_KCOV_READY;
	}
	anycov_port_unlock(&k->lock);
	if (err)
		anycov_port_free(area, size * sizeof(*area));
	return err;
}

static int is_comparison(int mode)
{
	return mode == ANYCOV_M_CMP || mode == ANYCOV_M_UNIQ_CMP;
}

static int is_unique(int mode)
{
	return mode == ANYCOV_M_UNIQ_CMP || mode >= ANYCOV_M_UNIQ_PC;
}

/* Returns the context's mode for an argument of KCOV_ENABLE, or a negative errno. */
static int mode_of(uintptr_t arg, int compact)
{
	int mode = anycov_mode_of(arg);

	/* u32 words contain only PCs. */
	if (mode == ANYCOV_M_OFF || (compact && mode != ANYCOV_M_PC))
		return -ANYCOV_ERR_INVAL;
#ifdef ANYCOV_PORT_NO_COMPARISONS
	if (is_comparison(mode))
		return -ANYCOV_ERR_NOTSUPP;
#endif
	return compact ? ANYCOV_M_PC32 : mode;
}

/* Clears up to 2^28 words: no lock is held, and the processor is given to others in between. */
static void clear_words(anycov_u32 *words, anycov_word n)
{
	anycov_word i;

	for (i = 0; i < n; i++) {
		ANYCOV_WRITE(words[i], 0);
		if (i % 0x4000 == 0x3fff)
			anycov_port_resched();
	}
}

/*
 * Slots that an earlier mode filled may name records beyond this mode's limit; new ones are
 * zero.  No other task uses k meanwhile: it is TRACING, and its task has not started.
 */
static void clear_slots(struct anycov_kcov *k)
{
	anycov_word n = anycov_unique_slots(k->size);

	if (k->slots_kind == k->mode && k->slots_skip == k->skip)
		return;
	if (k->slots_kind != ANYCOV_M_OFF) {
		clear_words((anycov_u32 *)k->joined - n, n);
		if (k->edge_joined)
			clear_words((anycov_u32 *)k->edge_joined - n, n);
	}
	k->slots_kind = k->mode;
	k->slots_skip = k->skip;
}

/* Clears the counts of both areas; a count has up to 64 bits. */
static void zero_counts(struct anycov_kcov *k)
{
	unsigned int i;

	for (i = 0; i < 8 / sizeof(anycov_word); i++)
		ANYCOV_WRITE(k->area[k->skip + i], 0);
	if (k->edge_area)
		ANYCOV_WRITE(k->edge_area[ANYCOV_BUF_COUNT], 0);
}

/* Initializes ctx, except its mode, for the mode of k. */
static void init_ctx(const struct anycov_kcov *k, struct anycov_ctx *ctx)
{
	struct anycov_areas a;

	a.area = (is_unique(k->mode) ? k->joined : k->area) + k->skip;
	a.size = k->size - k->skip;
	a.slots = (anycov_u32 *)k->joined;
	a.edge_area = k->edge_joined;
	a.edge_slots = (anycov_u32 *)k->edge_joined;
	if (k->edge_only) {
		a.area = k->edge_joined;
		a.slots = (anycov_u32 *)k->edge_joined;
	}
	anycov_ctx_init(ctx, k->mode, &a);
}

static void start_ctx(struct anycov_kcov *k, struct anycov_kcov_task *t)
{
	int mode;

	init_ctx(k, t->ctx);
	mode = anycov_ctx_start_mode(t->ctx);
	anycov_barrier();
	ANYCOV_WRITE(t->ctx->mode, mode);
}

static void stop_ctx(struct anycov_ctx *ctx)
{
	ANYCOV_WRITE(ctx->mode, ANYCOV_M_OFF);
	anycov_barrier();
}

/* TRACING -> READY.  The caller holds the lock. */
void anycov_kcov_disable(struct anycov_kcov *k, struct anycov_kcov_task *t)
{
	if (k->remote) {
		t->remote = NULL;
		t->handle = 0;
		anycov_remote_unregister(k);
	} else {
		stop_ctx(t->ctx);
		t->kcov = NULL;
#ifndef ANYCOV_PORT_TRACE_AND_REMOTE
		t->handle = 0;
#endif
	}
	k->task = NULL;
	k->mode = ANYCOV_M_OFF;
	k->remote = 0;
	k->remote_size = 0;
	k->skip = 0;
	k->sequence++;
	k->state = ANYCOV_KCOV_READY;
}

/* Edges are in the second area in mode 6, and in mode 4 if it is mapped. */
static int uses_edge_area(const struct anycov_kcov *k, int mode)
{
	return mode == ANYCOV_M_UNIQ_BOTH || (mode == ANYCOV_M_UNIQ_EDGE && k->edge_mapped);
}

/* Returns whether k lacks memory that the mode needs.  The caller holds the lock. */
static int missing_memory(const struct anycov_kcov *k, int mode)
{
	return is_unique(mode) && (!k->joined || (uses_edge_area(k, mode) && !k->edge_joined));
}

/* The next two functions are called without the lock, because allocating may sleep. */
static int alloc_edge_area(struct anycov_kcov *k)
{
	size_t bytes = k->size * sizeof(anycov_word);
	anycov_word *area = anycov_port_alloc(bytes);

	if (!area)
		return -ANYCOV_ERR_NOMEM;
	anycov_port_lock(&k->lock);
	if (!k->edge_area) {
		k->edge_area = area;
		area = NULL;
	}
	anycov_port_unlock(&k->lock);
	if (area)
		anycov_port_free(area, bytes);
	return 0;
}

/* Once set, *where does not change, nor does area: no lock is needed to read them. */
static int alloc_slots(struct anycov_kcov *k, anycov_word *area, anycov_word **where)
{
	size_t bytes = k->size * sizeof(anycov_word);
	anycov_word *joined = anycov_port_join(area, bytes, slot_bytes(k));

	if (!joined)
		return -ANYCOV_ERR_NOMEM;
	anycov_port_lock(&k->lock);
	if (!*where) {
		*where = joined;
		joined = NULL;
	}
	anycov_port_unlock(&k->lock);
	if (joined)
		anycov_port_unjoin(joined, bytes, slot_bytes(k));
	return 0;
}

int anycov_kcov_alloc_for_mode(struct anycov_kcov *k, int mode)
{
	int err = alloc_slots(k, k->area, &k->joined), edges;

	anycov_port_lock(&k->lock);
	edges = uses_edge_area(k, mode);
	anycov_port_unlock(&k->lock);
	if (!err && edges)
		err = alloc_edge_area(k);
	if (!err && edges)
		err = alloc_slots(k, k->edge_area, &k->edge_joined);
	return err;
}

/* READY -> TRACING by t, in k->mode.  Releases and takes the lock. */
static void take(struct anycov_kcov *k, struct anycov_kcov_task *t)
{
	k->task = t;
	k->state = ANYCOV_KCOV_TRACING;
	if (is_unique(k->mode)) {
		anycov_port_unlock(&k->lock);
		clear_slots(k);
		anycov_port_lock(&k->lock);
		/* A set begins empty, whatever an earlier mode left in the area. */
		zero_counts(k);
	}
}

/* ENABLE and UNIQUE_ENABLE, when the hooks of the mode are on. */
static int start_tracing(struct anycov_kcov *k, struct anycov_kcov_task *t, unsigned int cmd,
			 uintptr_t arg)
{
	int mode, err;

	for (;;) {
		anycov_port_lock(&k->lock);
		err = -ANYCOV_ERR_INVAL;
		if (k->state != ANYCOV_KCOV_READY)
			break;
		err = -ANYCOV_ERR_BUSY;
		if (k->task || ANYCOV_TRACES(t))
			break;
		if (cmd == KCOV_UNIQUE_ENABLE) {
			mode = mode_of(KCOV_TRACE_UNIQ_PC, k->compact);
			if (!arg || arg >= k->size - 1)
				mode = -ANYCOV_ERR_INVAL;
		} else {
			mode = mode_of(arg, k->compact);
		}
		err = mode;
		if (mode < 0)
			break;
		if (missing_memory(k, mode)) {
			anycov_port_unlock(&k->lock);
			err = anycov_kcov_alloc_for_mode(k, mode);
			if (err)
				return err;
			continue;
		}
		k->mode = mode;
		k->skip = cmd == KCOV_UNIQUE_ENABLE ? arg : 0;
		k->edge_only = mode == ANYCOV_M_UNIQ_EDGE && k->edge_mapped;
		anycov_kcov_get(k);
		take(k, t);
		t->kcov = k;
		t->sequence = k->sequence;
		start_ctx(k, t);
		err = 0;
		break;
	}
	anycov_port_unlock(&k->lock);
	return err;
}

static int enable(struct anycov_kcov *k, struct anycov_kcov_task *t, unsigned int cmd,
		  uintptr_t arg)
{
	int cmp = cmd == KCOV_ENABLE && is_comparison(anycov_mode_of(arg)), err;

	anycov_port_hooks_get(cmp);
	err = start_tracing(k, t, cmd, arg);
	if (err)
		anycov_port_hooks_put(cmp);
	return err;
}

void anycov_kcov_resume(struct anycov_kcov *k, struct anycov_kcov_task *t)
{
	anycov_port_lock(&k->lock);
	k->task = t;
	t->kcov = k;
	t->sequence = k->sequence;
	start_ctx(k, t);
	anycov_port_unlock(&k->lock);
}

static int disable(struct anycov_kcov *k, struct anycov_kcov_task *t, uintptr_t arg)
{
	int cmp;

	anycov_port_lock(&k->lock);
	if (arg || (t->kcov != k && t->remote != k) || k->task != t) {
		anycov_port_unlock(&k->lock);
		return -ANYCOV_ERR_INVAL;
	}
	cmp = is_comparison(k->mode);
	anycov_kcov_disable(k, t);
	anycov_port_unlock(&k->lock);
	anycov_port_hooks_put(cmp);
	anycov_kcov_put(k);
	return 0;
}

/*
 * Any task that holds the descriptor may reset it: the one that supervises others maps the buffer
 * read-only.  The bitmap of UNIQUE_ENABLE is cleared in pieces, unless the tracing ends meanwhile.
 */
static int reset_trace(struct anycov_kcov *k, uintptr_t arg)
{
	unsigned int sequence;
	anycov_word done = 0;

	anycov_port_lock(&k->lock);
	sequence = k->sequence;
	if (arg || k->state != ANYCOV_KCOV_TRACING) {
		anycov_port_unlock(&k->lock);
		return -ANYCOV_ERR_INVAL;
	}
	while (k->sequence == sequence && done < k->skip) {
		ANYCOV_WRITE(k->area[done], 0);
		if (++done % ANYCOV_MOVE_WORDS == 0) {
			anycov_port_unlock(&k->lock);
			anycov_port_resched();
			anycov_port_lock(&k->lock);
		}
	}
	/* With the lock: the end of a remote section would bring the old count back. */
	if (k->sequence == sequence)
		zero_counts(k);
	anycov_port_unlock(&k->lock);
	return 0;
}

/* Returns the mode of a REMOTE_ENABLE, or a negative errno.  The caller holds the lock. */
static int check_remote(const struct anycov_kcov *k, const struct anycov_kcov_task *t,
			const struct kcov_remote_arg *head)
{
	int mode = mode_of(head->trace_mode, k->compact);

	if (k->state != ANYCOV_KCOV_READY)
		return -ANYCOV_ERR_INVAL;
	if (k->task || ANYCOV_HAS_REMOTE(t))
		return -ANYCOV_ERR_BUSY;
	if (mode == ANYCOV_M_PC32) /* sections have words of full size */
		return -ANYCOV_ERR_INVAL;
#if UINTPTR_MAX <= UINT32_MAX /* no u32 exceeds it elsewhere */
	if (mode >= 0 && head->area_size > UINTPTR_MAX / 2 / sizeof(anycov_word))
		return -ANYCOV_ERR_INVAL;
#endif
	return mode;
}

/* REMOTE_ENABLE, when the hooks of the mode are on. */
static int start_remote(struct anycov_kcov *k, struct anycov_kcov_task *t,
			const struct kcov_remote_arg *head, const uint64_t *handles)
{
	int err, mode;

	anycov_port_lock(&k->lock);
	for (;;) {
		mode = err = check_remote(k, t, head);
		if (mode < 0 || !missing_memory(k, mode))
			break;
		anycov_port_unlock(&k->lock);
		err = anycov_kcov_alloc_for_mode(k, mode);
		if (err)
			return err;
		anycov_port_lock(&k->lock);
	}
	if (mode >= 0) {
		k->mode = mode;
		k->edge_only = mode == ANYCOV_M_UNIQ_EDGE && k->edge_mapped;
		take(k, t);
		k->remote = 1;
		k->remote_size = head->area_size;
		t->remote = k;
		if (is_unique(mode))
			init_ctx(k, &k->sets);
		err = anycov_remote_register(k, head, handles);
		if (err) {
			anycov_kcov_disable(k, t);
		} else {
			if (head->common_handle)
				t->handle = head->common_handle;
			anycov_kcov_get(k);
		}
	}
	anycov_port_unlock(&k->lock);
	return err;
}

static int remote_enable(struct anycov_kcov *k, struct anycov_kcov_task *t, uintptr_t arg)
{
	uint64_t handles[KCOV_REMOTE_MAX_HANDLES];
	struct kcov_remote_arg head;
	uint32_t n;
	int cmp, err;

	if (anycov_port_copy_from_user(&n, arg + offsetof(struct kcov_remote_arg, num_handles),
				       sizeof(n)))
		return -ANYCOV_ERR_FAULT;
	if (n > KCOV_REMOTE_MAX_HANDLES)
		return -ANYCOV_ERR_INVAL;
	if (anycov_port_copy_from_user(&head, arg, sizeof(head)) ||
	    anycov_port_copy_from_user(handles, arg + sizeof(head), n * sizeof(handles[0])))
		return -ANYCOV_ERR_FAULT;
	if (head.num_handles != n) /* changed between the two reads */
		return -ANYCOV_ERR_INVAL;
	cmp = is_comparison(anycov_mode_of(head.trace_mode));
	anycov_port_hooks_get(cmp);
	err = start_remote(k, t, &head, handles);
	if (err)
		anycov_port_hooks_put(cmp);
	return err;
}

long anycov_kcov_ioctl(struct anycov_kcov *k, struct anycov_kcov_task *t, unsigned int cmd,
		       uintptr_t arg)
{
	switch (cmd) {
	case KCOV_INIT_TRACE:
		return init_trace(k, arg);
	case KCOV_ENABLE:
	case KCOV_UNIQUE_ENABLE:
		return enable(k, t, cmd, arg);
	case KCOV_DISABLE:
		return disable(k, t, arg);
	case KCOV_RESET_TRACE:
		return reset_trace(k, arg);
	case KCOV_REMOTE_ENABLE:
		return remote_enable(k, t, arg);
	default:
		return -ANYCOV_ERR_NOTTY;
	}
}

int anycov_kcov_mmap(struct anycov_kcov *k, uint64_t offset, uint64_t length, void **memory)
{
	uint64_t bytes;
	int err = -ANYCOV_ERR_INVAL;

	anycov_port_lock(&k->lock);
	bytes = (uint64_t)k->size * sizeof(anycov_word);
	if (k->state == ANYCOV_KCOV_FRESH) {
		anycov_port_unlock(&k->lock);
		return err;
	}
	if (!offset && length == bytes) {
		/* The last mapping before ENABLE decides. */
		if (k->state == ANYCOV_KCOV_READY)
			k->compact = 0;
		*memory = k->area;
		err = 0;
	} else if (sizeof(anycov_word) == 8 && !offset && length == bytes / 2 &&
		   (k->state == ANYCOV_KCOV_READY ? anycov_port_u32_words() : k->compact)) {
		k->compact = 1;
		*memory = k->area;
		err = 0;
	}
	anycov_port_unlock(&k->lock);
	/* The second area exists after its first mapping, or after ENABLE(2|4). */
	if (err && offset == bytes && length == bytes) {
		err = alloc_edge_area(k);
		if (err)
			return err;
		*memory = k->edge_area;
		anycov_port_lock(&k->lock);
		k->edge_mapped = 1;
		anycov_port_unlock(&k->lock);
	}
	return err;
}

void anycov_kcov_task_init(struct anycov_kcov_task *t, struct anycov_ctx *ctx,
			   const struct anycov_kcov_task *parent)
{
	stop_ctx(ctx);
	t->ctx = ctx;
	t->kcov = NULL;
	t->handle = parent ? parent->handle : 0;
	t->sequence = 0;
	t->remote = NULL;
	t->in_section = 0;
	t->in_softirq = 0;
	t->saved.kcov = NULL;
}

static void exit_one(struct anycov_kcov_task *t, struct anycov_kcov *k)
{
	int cmp;

	if (!k)
		return;
	anycov_port_lock(&k->lock);
	if (k->task != t) { /* inside a remote section: incorrect annotation */
		anycov_port_unlock(&k->lock);
		return;
	}
	cmp = is_comparison(k->mode);
	anycov_kcov_disable(k, t);
	anycov_port_unlock(&k->lock);
	anycov_port_hooks_put(cmp);
	anycov_kcov_put(k);
}

/* Called early in a task's exit, before anything that its parent can see. */
void anycov_kcov_task_exit(struct anycov_kcov_task *t)
{
	exit_one(t, t->kcov);
	exit_one(t, t->remote);
}
