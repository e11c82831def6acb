/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A model of KCOV: slow, small, written from the documentation and independent of runtime/.
 * Every buffer is an array of bytes, every set is searched linearly.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdint.h>

#define M_KCOVS 6
#define M_TASKS 4
#define M_WORDS 64
#define M_HANDLES 4

struct m_kcov {
	int open, refs;
	int ready; /* INIT_TRACE done */
	unsigned size;
	int tracing, remote;
	unsigned mode; /* argument of ENABLE */
	int compact;
	unsigned bitmap; /* words of UNIQUE_ENABLE */
	int owner;       /* task or -1 */
	unsigned remote_size;
	unsigned sequence;
	uint64_t handles[M_HANDLES + 1];
	unsigned n_handles;
	uint64_t area[M_WORDS];
	int has_edges, edges_mapped, edge_only;
	uint64_t edges[M_WORDS];
	uint64_t prev;
};

struct m_section {
	int active, kcov;
	unsigned sequence, mode, words;
	uint64_t area[M_WORDS];
};

struct m_task {
	int kcov; /* descriptor it traces into by ENABLE or REMOTE_ENABLE, or -1 */
	uint64_t handle;
	struct m_section task, softirq;
};

struct kcov_model {
	struct m_kcov k[M_KCOVS];
	struct m_task t[M_TASKS];
	int irq_areas; /* in the pool */
	int u32_words; /* half a buffer may be mapped */
};

void m_init(struct kcov_model *m, int irq_areas);
void m_open(struct kcov_model *m, int k);
void m_close(struct kcov_model *m, int k);
long m_init_trace(struct kcov_model *m, int k, uint64_t size);
long m_mmap(struct kcov_model *m, int k, uint64_t offset, uint64_t length);
long m_enable(struct kcov_model *m, int k, int t, uint64_t arg);
long m_unique_enable(struct kcov_model *m, int k, int t, uint64_t words);
long m_disable(struct kcov_model *m, int k, int t, uint64_t arg);
long m_reset(struct kcov_model *m, int k, uint64_t arg);
long m_remote_enable(struct kcov_model *m, int k, int t, unsigned mode, unsigned size, unsigned n,
		     const uint64_t *handles, uint64_t common);
void m_fork(struct kcov_model *m, int parent, int child);
void m_exit(struct kcov_model *m, int t);
void m_start(struct kcov_model *m, int t, int where, uint64_t handle);
void m_stop(struct kcov_model *m, int t, int where);
void m_pc(struct kcov_model *m, int t, uint64_t pc, int guard);
void m_cmp(struct kcov_model *m, int t, unsigned type, uint64_t a, uint64_t b, uint64_t pc);

#endif
