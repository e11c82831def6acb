/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * model_test STEPS [SEED]: executes the same random calls on the model and on the real state
 * machine, and compares every result and every buffer.  Stores by user space are part of the
 * sequence: a count of 0 in any mode, and arbitrary values anywhere.  Plain modes must agree
 * after those, too; for unique modes the test then checks only memory safety until the next 0
 * or ENABLE.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kcov/kcov_file.h"
#include "model.h"
#include "anycov/hooks.h"

__thread struct anycov_ctx *test_ctx;
__thread uintptr_t test_pc;
long test_alloc_fails_in = -1, test_alloc_live;

static struct kcov_model model;
static struct anycov_kcov *kcov[M_KCOVS];
static struct anycov_ctx ctx[M_TASKS];
static struct anycov_kcov_task task[M_TASKS];
static int dirty[M_KCOVS]; /* arbitrary values were stored: copy, do not compare */
static uint64_t rng = 88172645463325252ull;
static uint64_t step;
static uint64_t recorded; /* hook calls that changed a buffer */

int test_u32_words(void);
int test_u32_words(void)
{
	return model.u32_words;
}

static long hooks_used[2]; /* of PCs, of comparisons */

void test_hooks_used(int cmp, int change);
void test_hooks_used(int cmp, int change)
{
	hooks_used[cmp] += change;
}

static uint64_t next(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return rng * 2685821657736338717ull >> 11;
}

static unsigned pick(unsigned n)
{
	return (unsigned)(next() % n);
}

static void differ(const char *what, long real, long want)
{
	fprintf(stderr, "model_test: step %llu: %s: real %ld, model %ld\n",
		(unsigned long long)step, what, real, want);
	abort();
}

#define SAME(what, real, want)                                                                     \
	do {                                                                                       \
		long r_ = (real), w_ = (want);                                                     \
		if (r_ != w_)                                                                      \
			differ(what, r_, w_);                                                      \
	} while (0)

/* Each descriptor that traces needs the hooks of its mode, and no other does. */
static void compare_hooks(void)
{
	long want[2] = { 0, 0 };
	int i;

	for (i = 0; i < M_KCOVS; i++)
		if (model.k[i].refs > 0 && model.k[i].tracing)
			want[model.k[i].mode == KCOV_TRACE_CMP ||
			     model.k[i].mode == KCOV_TRACE_UNIQ_CMP]++;
	SAME("users of the hooks of PCs", hooks_used[0], want[0]);
	SAME("users of the hooks of comparisons", hooks_used[1], want[1]);
}

/* Compares a descriptor's memory with the model's, or copies it after arbitrary stores. */
static void compare(int i)
{
	struct m_kcov *d = &model.k[i];
	size_t bytes = d->size * 8;

	if (!d->ready || d->refs <= 0)
		return;
	if (dirty[i]) {
		memcpy(d->area, kcov[i]->area, bytes);
		if (d->has_edges)
			memcpy(d->edges, kcov[i]->edge_area, bytes);
		d->prev = kcov[i]->task ? kcov[i]->task->ctx->prev >> 32 : 0;
		return;
	}
	if (memcmp(kcov[i]->area, d->area, bytes))
		differ("area", i, (long)d->mode);
	if (d->has_edges && memcmp(kcov[i]->edge_area, d->edges, bytes))
		differ("edge area", i, (long)d->mode);
}

static void gone(int i)
{
	if (model.k[i].refs <= 0)
		kcov[i] = NULL;
}

static uint64_t some_handle(void)
{
	static const uint64_t odd[] = { 0, 1ull << 33, 2ull << 56 | 1, 1ull << 56, ~0ull };

	if (pick(8) == 0)
		return odd[pick(5)];
	return (uint64_t)pick(2) << 56 | pick(4);
}

static void do_open(int i)
{
	if (model.k[i].refs > 0) {
		if (model.k[i].open && pick(2)) {
			anycov_kcov_release(kcov[i]);
			m_close(&model, i);
			gone(i);
		}
		return;
	}
	SAME("open", anycov_kcov_open(&kcov[i]), 0);
	m_open(&model, i);
	dirty[i] = 0;
}

static void do_remote_enable(int i, int t)
{
	struct {
		struct kcov_remote_arg head;
		uint64_t handles[0x102];
	} a;
	unsigned n = pick(40) ? pick(M_HANDLES) : 0x101;
	unsigned j;

	a.head.trace_mode = pick(2) ? pick(2) : pick(12);
	a.head.area_size = pick(M_WORDS);
	a.head.num_handles = n;
	a.head.common_handle = pick(2) ? some_handle() & 0xffffff000000000full : 0;
	for (j = 0; j < n; j++)
		a.handles[j] = some_handle() | (uint64_t) !!pick(4) << 56;
	if (!pick(50)) {
		SAME("fault", anycov_kcov_ioctl(kcov[i], &task[t], KCOV_REMOTE_ENABLE, 8), -14);
		return;
	}
	SAME("remote enable",
	     anycov_kcov_ioctl(kcov[i], &task[t], KCOV_REMOTE_ENABLE, (uintptr_t)&a),
	     m_remote_enable(&model, i, t, a.head.trace_mode, a.head.area_size, n, a.handles,
			     a.head.common_handle));
}

static void do_mmap(int i)
{
	static const uint64_t multiples[] = { 0, 4, 8, 8, 8, 12, 16 };
	uint64_t size = model.k[i].size;
	uint64_t offset = pick(3) ? (pick(2) ? 0 : size * 8) : pick(600);
	uint64_t length = size * multiples[pick(7)];
	void *memory = NULL;

	model.u32_words = !!pick(3);
	SAME("mmap", anycov_kcov_mmap(kcov[i], offset, length, &memory),
	     m_mmap(&model, i, offset, length));
}

static void do_ioctl(int i, int t)
{
	static const uint64_t modes[] = { 0, 1, 2, 4, 6, 8, 0,  1,  2,  4,
					  6, 8, 3, 5, 7, 9, 10, 12, 16, ~0ull };
	int was = model.k[i].tracing;
	uint64_t arg;

	if (model.t[t].softirq.active)
		return; /* a softirq makes no system calls */

	switch (pick(10)) {
	case 0:
	case 1:
		arg = pick(20)  ? 2 + pick(M_WORDS - 1)
		      : pick(2) ? pick(2)
				: 1ull << (28 + pick(30));
		if (arg > M_WORDS && arg <= 0x7fffffff / 8)
			return; /* the model has no more descriptors */
		SAME("init", anycov_kcov_ioctl(kcov[i], &task[t], KCOV_INIT_TRACE, arg),
		     m_init_trace(&model, i, arg));
		break;
	case 2:
	case 3:
	case 4:
		arg = modes[pick(20)];
		compare(i);
		SAME("enable", anycov_kcov_ioctl(kcov[i], &task[t], KCOV_ENABLE, arg),
		     m_enable(&model, i, t, arg));
		dirty[i] &= was || !model.k[i].tracing; /* a set begins empty */
		break;
	case 5:
		arg = pick(M_WORDS);
		compare(i);
		SAME("unique", anycov_kcov_ioctl(kcov[i], &task[t], KCOV_UNIQUE_ENABLE, arg),
		     m_unique_enable(&model, i, t, arg));
		dirty[i] &= was || !model.k[i].tracing; /* a set begins empty */
		break;
	case 6:
		arg = pick(5) == 0;
		SAME("disable", anycov_kcov_ioctl(kcov[i], &task[t], KCOV_DISABLE, arg),
		     m_disable(&model, i, t, arg));
		gone(i);
		break;
	case 7:
		arg = pick(5) == 0;
		SAME("reset", anycov_kcov_ioctl(kcov[i], &task[t], KCOV_RESET_TRACE, arg),
		     m_reset(&model, i, arg));
		break;
	case 8:
		do_remote_enable(i, t);
		break;
	default:
		SAME("unknown", anycov_kcov_ioctl(kcov[i], &task[t], 0x6300 + pick(99), arg = 0),
		     -25);
	}
}

/* Stores by user space: 0 into a count, or arbitrary values anywhere. */
static void do_store(int i)
{
	struct m_kcov *d = &model.k[i];
	uint64_t v;
	unsigned at;
	int exact;

	if (!d->ready)
		return;
	if (pick(4)) {
		compare(i);
		at = d->tracing ? d->bitmap : 0;
		kcov[i]->area[at] = d->area[at] = 0;
		if (d->has_edges)
			kcov[i]->edge_area[0] = d->edges[0] = 0;
		dirty[i] = 0;
		return;
	}
	exact = !d->tracing || d->mode < 2;
	at = pick(2) ? 0 : pick(d->size);
	v = pick(2) ? pick(M_WORDS + 2) : next() << pick(12) | (uint64_t)pick(2) << 63;
	if (pick(2) && d->has_edges && (d->mode == 6 || d->edge_only)) {
		kcov[i]->edge_area[at] = v;
		dirty[i] = 1;
		return;
	}
	kcov[i]->area[at] = d->area[at] = v;
	if (!exact)
		dirty[i] = 1;
}

static void do_hook(int t)
{
	static const unsigned bits[] = { 8, 16, 32, 64, 5 };
	uint64_t table[4] = { pick(3), bits[pick(5)], pick(4), pick(4) };
	uint64_t a = pick(5), b = pick(5);
	uint64_t j;
	unsigned log2, n;

	test_ctx = &ctx[t];
	for (n = 1 + pick(4); n; n--) {
		test_pc = (uintptr_t)(pick(8) ? 0x401000 + pick(40) * 7 : next());
		recorded++;
		switch (pick(8)) {
		case 0:
			__sanitizer_cov_trace_cmp1((uint8_t)a, (uint8_t)b);
			m_cmp(&model, t, 0, a, b, test_pc);
			break;
		case 1:
			__sanitizer_cov_trace_const_cmp8(a, b);
			m_cmp(&model, t, 7, a, b, test_pc);
			break;
		case 2:
			__sanitizer_cov_trace_switch(a, table);
			log2 = table[1] == 8 ? 0 : table[1] == 16 ? 1 : table[1] == 32 ? 2 : 3;
			for (j = 0; j < table[0] && table[1] != 5; j++)
				m_cmp(&model, t, 1 | log2 << 1, table[2 + j], a, test_pc);
			break;
		case 3:
			__sanitizer_cov_trace_pc_guard(NULL);
			m_pc(&model, t, test_pc, 1);
			break;
		default:
			__sanitizer_cov_trace_pc();
			m_pc(&model, t, test_pc, 0);
		}
	}
}

static void do_task(int t)
{
	int child = (int)pick(M_TASKS);
	int was = model.t[t].kcov;

	if (model.t[t].task.active || model.t[t].softirq.active)
		return; /* a task does not end inside its section */
	anycov_kcov_task_exit(&task[t]);
	m_exit(&model, t);
	if (was >= 0)
		gone(was);
	if (child != t) {
		anycov_kcov_task_init(&task[t], &ctx[t], &task[child]);
		m_fork(&model, child, t);
	}
}

static void do_section(int t)
{
	int where = (int)pick(10) ? (int)pick(2) : 2;
	int i;

	if (pick(2)) {
		uint64_t h = pick(3) ? some_handle() : anycov_common_handle(&task[t], where);

		if (where == ANYCOV_IN_TASK && pick(2))
			SAME("handle", (long)anycov_common_handle(&task[t], where),
			     (long)model.t[t].handle);
		anycov_remote_start(&task[t], (enum anycov_exec_context)where, h);
		m_start(&model, t, where, h);
	} else {
		anycov_remote_stop(&task[t], (enum anycov_exec_context)where);
		m_stop(&model, t, where);
		for (i = 0; i < M_KCOVS; i++)
			gone(i);
	}
}

static void one_step(void)
{
	int i = (int)pick(M_KCOVS), t = (int)pick(M_TASKS), j;
	unsigned what = pick(16);

	if (what < 1 || (!kcov[i] && what < 8))
		do_open(i);
	else if (what < 4 && model.k[i].open)
		do_ioctl(i, t);
	else if (what < 5 && model.k[i].open)
		do_mmap(i);
	else if (what < 7 && kcov[i])
		do_store(i);
	else if (what == 7 && !pick(3))
		do_task(t);
	else if (what == 8 || what == 9)
		do_section(t);
	else
		do_hook(t);
	compare_hooks();
	for (j = 0; j < M_KCOVS; j++)
		if (kcov[j])
			compare(j);
}

int main(int argc, char **argv)
{
	uint64_t steps = argc > 1 ? strtoull(argv[1], NULL, 0) : 100000;
	int t;

	if (argc > 2)
		rng ^= strtoull(argv[2], NULL, 0) * 0x9e3779b97f4a7c15ull;
	anycov_remote_alloc_areas(2);
	m_init(&model, 2);
	for (t = 0; t < M_TASKS; t++)
		anycov_kcov_task_init(&task[t], &ctx[t], NULL);
	for (step = 0; step < steps; step++)
		one_step();
	printf("model_test: %llu steps, %llu hook calls, no difference\n",
	       (unsigned long long)steps, (unsigned long long)recorded);
	return !recorded;
}
