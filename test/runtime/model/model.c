/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "model.h"

enum { EFAULT_ = -14, EBUSY_ = -16, EEXIST_ = -17, EINVAL_ = -22 };
enum { PC = 0, CMP = 1, UPC = 2, UEDGE = 4, UBOTH = 6, UCMP = 8 };
enum { TASK, SOFTIRQ, HARDIRQ };
#define IRQ_WORDS 9

void m_init(struct kcov_model *m, int irq_areas)
{
	int i;

	memset(m, 0, sizeof(*m));
	m->irq_areas = irq_areas;
	for (i = 0; i < M_TASKS; i++)
		m->t[i].kcov = -1;
}

void m_open(struct kcov_model *m, int k)
{
	memset(&m->k[k], 0, sizeof(m->k[k]));
	m->k[k].open = 1;
	m->k[k].refs = 1;
	m->k[k].owner = -1;
}

void m_close(struct kcov_model *m, int k)
{
	m->k[k].open = 0;
	m->k[k].refs--;
}

long m_init_trace(struct kcov_model *m, int k, uint64_t size)
{
	if (size < 2 || size > 0x7fffffff / 8)
		return EINVAL_;
	if (m->k[k].ready)
		return EBUSY_;
	m->k[k].ready = 1;
	m->k[k].size = (unsigned)size;
	return 0;
}

long m_mmap(struct kcov_model *m, int k, uint64_t offset, uint64_t length)
{
	struct m_kcov *d = &m->k[k];

	if (!d->ready)
		return EINVAL_;
	if (offset == 0 && length == d->size * 8) {
		if (!d->tracing)
			d->compact = 0;
		return 0;
	}
	if (offset == 0 && length == d->size * 4 && (d->tracing ? d->compact : m->u32_words)) {
		d->compact = 1;
		return 0;
	}
	if (offset == d->size * 8 && length == d->size * 8) {
		d->has_edges = d->edges_mapped = 1;
		return 0;
	}
	return EINVAL_;
}

static int busy(struct kcov_model *m, int k, int t)
{
	return m->k[k].owner >= 0 || m->t[t].kcov >= 0 || m->t[t].task.active ||
	       m->t[t].softirq.active;
}

static void trace(struct kcov_model *m, int k, int t, unsigned mode)
{
	m->k[k].tracing = 1;
	m->k[k].mode = mode;
	m->k[k].owner = t;
	m->k[k].edge_only = mode == UEDGE && m->k[k].edges_mapped;
	m->k[k].prev = 0;
	if (mode > CMP)
		m->k[k].area[m->k[k].bitmap] = m->k[k].edges[0] = 0;
	m->k[k].refs++;
	m->t[t].kcov = k;
}

static int is_mode(uint64_t arg)
{
	return arg == PC || arg == CMP || arg == UPC || arg == UEDGE || arg == UBOTH || arg == UCMP;
}

long m_enable(struct kcov_model *m, int k, int t, uint64_t arg)
{
	if (!m->k[k].ready || m->k[k].tracing)
		return EINVAL_;
	if (busy(m, k, t))
		return EBUSY_;
	if (!is_mode(arg))
		return EINVAL_;
	if (m->k[k].compact && arg != PC)
		return EINVAL_;
	if (arg == UBOTH)
		m->k[k].has_edges = 1;
	m->k[k].bitmap = 0;
	trace(m, k, t, (unsigned)arg);
	return 0;
}

long m_unique_enable(struct kcov_model *m, int k, int t, uint64_t words)
{
	if (!m->k[k].ready || m->k[k].tracing)
		return EINVAL_;
	if (busy(m, k, t))
		return EBUSY_;
	if (m->k[k].compact || words == 0 || words >= m->k[k].size - 1)
		return EINVAL_;
	m->k[k].bitmap = (unsigned)words;
	trace(m, k, t, UPC);
	return 0;
}

static void untrace(struct kcov_model *m, int k, int t)
{
	m->k[k].tracing = 0;
	m->k[k].remote = 0;
	m->k[k].bitmap = 0;
	m->k[k].owner = -1;
	m->k[k].n_handles = 0;
	m->k[k].sequence++;
	m->t[t].kcov = -1;
	m->t[t].handle = 0;
}

long m_disable(struct kcov_model *m, int k, int t, uint64_t arg)
{
	/* Inside a softirq section, the current kcov is the section's. */
	if (arg || m->t[t].kcov != k || m->t[t].softirq.active)
		return EINVAL_;
	untrace(m, k, t);
	m->k[k].refs--;
	return 0;
}

long m_reset(struct kcov_model *m, int k, uint64_t arg)
{
	struct m_kcov *d = &m->k[k];

	if (arg || !d->tracing)
		return EINVAL_;
	memset(d->area, 0, (d->bitmap + 1) * 8);
	d->edges[0] = 0;
	return 0;
}

static int registered(struct kcov_model *m, uint64_t handle)
{
	int k;
	unsigned i;

	for (k = 0; k < M_KCOVS; k++)
		for (i = 0; i < m->k[k].n_handles; i++)
			if (m->k[k].handles[i] == handle)
				return k;
	return -1;
}

long m_remote_enable(struct kcov_model *m, int k, int t, unsigned mode, unsigned size, unsigned n,
		     const uint64_t *handles, uint64_t common)
{
	struct m_kcov *d = &m->k[k];
	unsigned i;
	long err = 0;

	if (n > 0x100)
		return EINVAL_;
	if (!d->ready || d->tracing)
		return EINVAL_;
	if (busy(m, k, t))
		return EBUSY_;
	if (!is_mode(mode) || d->compact)
		return EINVAL_;
	d->bitmap = 0;
	if (mode == UBOTH)
		d->has_edges = 1;
	trace(m, k, t, mode);
	d->remote = 1;
	d->remote_size = size;
	for (i = 0; i < n && !err; i++) {
		if (handles[i] >> 56 != 1 || (handles[i] >> 32 & 0xffffff))
			err = EINVAL_;
		else if (registered(m, handles[i]) >= 0)
			err = EEXIST_;
		else
			d->handles[d->n_handles++] = handles[i];
	}
	if (!err && common) {
		if (common >> 32)
			err = EINVAL_;
		else if (registered(m, common) >= 0)
			err = EEXIST_;
		else
			d->handles[d->n_handles++] = m->t[t].handle = common;
	}
	if (err) {
		untrace(m, k, t);
		d->refs--;
	}
	return err;
}

void m_fork(struct kcov_model *m, int parent, int child)
{
	memset(&m->t[child], 0, sizeof(m->t[child]));
	m->t[child].kcov = -1;
	m->t[child].handle = m->t[parent].handle;
}

void m_exit(struct kcov_model *m, int t)
{
	int k = m->t[t].kcov;

	if (k < 0)
		return;
	untrace(m, k, t);
	m->k[k].refs--;
}

void m_start(struct kcov_model *m, int t, int where, uint64_t handle)
{
	struct m_section *s = where == TASK ? &m->t[t].task : &m->t[t].softirq;
	unsigned sub = (unsigned)(handle >> 56);
	int k;

	if (where == HARDIRQ || (handle >> 32 & 0xffffff) || sub > 1)
		return;
	if (where == TASK && (m->t[t].kcov >= 0 || s->active || m->t[t].softirq.active))
		return;
	if (where == SOFTIRQ && s->active)
		return;
	k = registered(m, handle);
	if (k < 0)
		return;
	if (where == TASK && m->k[k].remote_size < 2)
		return;
	if (where == SOFTIRQ && !m->irq_areas)
		return;
	if (where == SOFTIRQ)
		m->irq_areas--;
	s->active = 1;
	s->kcov = k;
	s->mode = m->k[k].mode == CMP || m->k[k].mode == UCMP ? CMP : PC;
	s->sequence = m->k[k].sequence;
	s->words = where == TASK ? m->k[k].remote_size : IRQ_WORDS;
	s->area[0] = 0;
	m->k[k].refs++;
}

static unsigned limit_of(unsigned mode, unsigned words)
{
	return mode == CMP || mode == UCMP ? (words - 1) / 4 : words - 1;
}

/* Appends record unless the area is full or (unique modes) already contains it. */
static void append(uint64_t *area, unsigned limit, const uint64_t *record, unsigned words,
		   int unique)
{
	uint64_t i;

	for (i = 0; unique && i < area[0] && i < limit; i++)
		if (!memcmp(area + 1 + i * words, record, words * 8))
			return;
	if (area[0] >= limit)
		return;
	memcpy(area + 1 + area[0] * words, record, words * 8);
	area[0]++;
}

static void append32(uint32_t *area, unsigned limit, uint32_t pc)
{
	if (area[0] < limit)
		area[1 + area[0]++] = pc;
}

/* A guard's edge has previous 0, and the guard is not the previous of others. */
static void add_edge(struct m_kcov *d, uint64_t *area, uint64_t pc, int guard)
{
	uint64_t word;

	if (area[0] == 0)
		d->prev = 0;
	word = guard ? (uint32_t)pc : d->prev << 32 | (uint32_t)pc;
	if (!guard)
		d->prev = pc;
	append(area, d->size - 1, &word, 1, 1);
}

/* Records a PC in the mode of d. */
static void add_pc(struct m_kcov *d, uint64_t pc, int guard)
{
	if (d->mode == PC && d->compact)
		append32((uint32_t *)d->area, d->size - 1, (uint32_t)pc);
	else if (d->mode == PC)
		append(d->area, d->size - 1, &pc, 1, 0);
	if (d->mode == UPC || d->mode == UBOTH)
		append(d->area + d->bitmap, d->size - d->bitmap - 1, &pc, 1, 1);
	if (d->mode == UEDGE)
		add_edge(d, d->edge_only ? d->edges : d->area, pc, guard);
	if (d->mode == UBOTH)
		add_edge(d, d->edges, pc, guard);
}

static void add_cmp(struct m_kcov *d, const uint64_t *record)
{
	append(d->area, limit_of(CMP, d->size), record, 4, d->mode == UCMP);
}

void m_stop(struct kcov_model *m, int t, int where)
{
	struct m_section *s = where == TASK ? &m->t[t].task : &m->t[t].softirq;
	struct m_kcov *d = &m->k[s->kcov];
	unsigned record, i;

	if (where == HARDIRQ || !s->active || (where == TASK && m->t[t].softirq.active))
		return;
	s->active = 0;
	if (where == SOFTIRQ)
		m->irq_areas++;
	d->refs--;
	if (s->sequence != d->sequence || !d->remote)
		return;
	if (d->mode > CMP) { /* the records are added to the sets, in their order */
		d->prev = 0;
		for (i = 0; i < s->area[0]; i++)
			if (d->mode == UCMP)
				add_cmp(d, s->area + 1 + i * 4);
			else
				add_pc(d, s->area[1 + i], 0);
		return;
	}
	record = d->mode == CMP ? 4 : 1;
	for (i = 0; i < s->area[0] && d->area[0] < limit_of(d->mode, d->size); i++)
		memcpy(d->area + 1 + d->area[0]++ * record, s->area + 1 + i * record, record * 8);
}

void m_pc(struct kcov_model *m, int t, uint64_t pc, int guard)
{
	struct m_section *s = m->t[t].softirq.active ? &m->t[t].softirq : &m->t[t].task;
	struct m_kcov *d;

	if (s->active) {
		if (s->mode == PC)
			append(s->area, s->words - 1, &pc, 1, 0);
		return;
	}
	if (m->t[t].kcov < 0)
		return;
	d = &m->k[m->t[t].kcov];
	if (d->remote)
		return;
	add_pc(d, pc, guard);
}

void m_cmp(struct kcov_model *m, int t, unsigned type, uint64_t a, uint64_t b, uint64_t pc)
{
	struct m_section *s = m->t[t].softirq.active ? &m->t[t].softirq : &m->t[t].task;
	uint64_t record[4] = { type, a, b, pc };
	struct m_kcov *d;

	if (s->active) {
		if (s->mode == CMP)
			append(s->area, limit_of(CMP, s->words), record, 4, 0);
		return;
	}
	if (m->t[t].kcov < 0)
		return;
	d = &m->k[m->t[t].kcov];
	if (!d->remote && (d->mode == CMP || d->mode == UCMP))
		add_cmp(d, record);
}
