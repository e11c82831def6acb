/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The KCOV file descriptor as a portable state machine; the ports connect it to their system
 * calls.  Results are 0 or a negative errno of Linux, tested in the order of kernel/kcov.c of
 * Linux 6.12.
 *
 *            INIT_TRACE             ENABLE, UNIQUE_ENABLE
 *                                   REMOTE_ENABLE
 *   CLOSED ------------->  READY  ------------------------>  TRACING
 *   (fresh)                  ^                                  |
 *                            |  DISABLE, exit of the task       |
 *                            +----------------------------------+
 *
 *   CLOSED -> READY     the area is allocated before the lock is taken and
 *                       published under it; it never moves or changes size.
 *   exec                changes nothing: task, context and descriptor stay.
 *   READY -> TRACING    the members of the context, then (compiler barrier) its
 *                       mode: an interrupt that sees the mode sees the rest.
 *   TRACING -> READY    the mode, barrier, then the members; sequence is
 *                       incremented, so that a remote section that ends later
 *                       drops its records.
 *   last reference      memory is freed.  References: the open file, the task
 *                       that traces, each running remote section.
 */
#ifndef ANYCOV_KCOV_FILE_H
#define ANYCOV_KCOV_FILE_H

#include "hooks/modes.h"
#include "anycov/kcov.h"
#include "anycov_kcov_port.h"

#ifndef anycov_port_resched
/*
 * Called between pieces of a long loop, without a lock; the second one also where the caller's
 * caller may hold one.
 */
#define anycov_port_resched() ((void)0)
#define anycov_port_resched_if_allowed() ((void)0)
#endif

#ifndef anycov_port_hooks_get
/*
 * A port whose hooks return at once while no descriptor needs them: get, without a lock, before a
 * descriptor may record comparisons (cmp) or PCs; put after it stopped.
 */
#define anycov_port_hooks_get(cmp) ((void)(cmp))
#define anycov_port_hooks_put(cmp) ((void)(cmp))
#endif

#ifndef anycov_port_u32_words
/* Whether a mapping of half the buffer selects u32 words, as in KCOV's first version. */
#define anycov_port_u32_words() 0
#endif

/*
 * Since Linux 7.2 a task may trace itself while it has enabled another descriptor for remote
 * sections; before, it has one of both.
 */
#ifdef ANYCOV_PORT_TRACE_AND_REMOTE
#define ANYCOV_TRACES(t) ((t)->kcov)
#define ANYCOV_HAS_REMOTE(t) ((t)->remote)
#else
#define ANYCOV_TRACES(t) ((t)->kcov || (t)->remote)
#define ANYCOV_HAS_REMOTE(t) ANYCOV_TRACES(t)
#endif

/* Words of records that are copied while the lock is held, and so interrupts are off. */
#ifndef ANYCOV_MOVE_WORDS
#define ANYCOV_MOVE_WORDS 0x1000
#endif
/* Records that are added to a set meanwhile, which takes longer. */
#define ANYCOV_ADD_RECORDS (ANYCOV_MOVE_WORDS / 4)

enum anycov_kcov_state { ANYCOV_KCOV_FRESH, ANYCOV_KCOV_READY, ANYCOV_KCOV_TRACING };

struct anycov_kcov_task;

/* Protection of the members: L lock, A atomic, I immutable once READY. */
struct anycov_kcov {
	anycov_port_lock_t lock;
	unsigned int refs;             /* A */
	enum anycov_kcov_state state;  /* L */
	int mode;                      /* L enum anycov_mode, while TRACING */
	int remote;                    /* L by REMOTE_ENABLE rather than ENABLE */
	int compact;                   /* L a mapping of size * 4 bytes selected u32 words */
	unsigned int sequence;         /* L */
	anycov_word size;              /* I in words */
	anycov_word *area;             /* I */
	anycov_word *edge_area;        /* L set once */
	int edge_mapped;               /* L user space mapped edge_area */
	int edge_only;                 /* L while TRACING: edges alone, into edge_area */
	anycov_word *joined;           /* L set once: area mapped again, slots below it */
	anycov_word *edge_joined;      /* L set once: the same for edge_area */
	int slots_kind;                /* L mode (OFF: none, they are zero) ... */
	anycov_word slots_skip;        /* L ... and skip for which the slots were filled */
	anycov_word skip;              /* L words before the trace (UNIQUE_ENABLE) */
	anycov_word remote_size;       /* L words of the area of each task section */
	struct anycov_kcov_task *task; /* L the task that traces */
	struct anycov_ctx sets;        /* L those of a remote unique mode; no hook uses it */
};

/* State of the task that a softirq section interrupts. */
struct anycov_saved {
	struct anycov_ctx ctx;
	struct anycov_kcov *kcov;
	unsigned int sequence;
};

/* One thread or task.  All members belong to the task itself. */
struct anycov_kcov_task {
	struct anycov_ctx *ctx;
	struct anycov_kcov *kcov;   /* whose area ctx records into */
	uint64_t handle;            /* common handle, inherited by fork */
	unsigned int sequence;      /* that of kcov when the section began */
	struct anycov_kcov *remote; /* that it enabled by REMOTE_ENABLE: no records of its own */
	int in_section;             /* in a task, between remote_start and remote_stop */
	int in_softirq;             /* the same, in a softirq */
	struct anycov_saved saved;  /* under a softirq section */
};

/* Where code runs; hard interrupts record nothing. */
enum anycov_exec_context { ANYCOV_IN_TASK, ANYCOV_IN_SOFTIRQ, ANYCOV_IN_HARDIRQ };

#ifndef ANYCOV_IRQ_AREA_WORDS
/* Words of the area of a softirq section (CONFIG_KCOV_IRQ_AREA_SIZE). */
#define ANYCOV_IRQ_AREA_WORDS 0x40000
#endif

ANYCOV_HIDDEN int anycov_kcov_open(struct anycov_kcov **k);
ANYCOV_HIDDEN long anycov_kcov_ioctl(struct anycov_kcov *k, struct anycov_kcov_task *t,
				     unsigned int cmd, uintptr_t arg);
/*
 * Handles a mapping of length bytes, rounded up to whole pages, at offset: stores the
 * address of the memory to map in *memory.
 */
ANYCOV_HIDDEN int anycov_kcov_mmap(struct anycov_kcov *k, uint64_t offset, uint64_t length,
				   void **memory);
/*
 * Allocates what a unique mode needs, which ENABLE otherwise does: for ports in which memory
 * that ENABLE allocates may be invisible to other processes.  May sleep.  Returns 0 or -ENOMEM.
 */
ANYCOV_HIDDEN int anycov_kcov_alloc_for_mode(struct anycov_kcov *k, int mode);
/* Drops the reference of the open file, at the close of its last descriptor. */
ANYCOV_HIDDEN void anycov_kcov_release(struct anycov_kcov *k);

/* Initializes a new task; parent may be NULL.  ctx is empty and from now on the task's. */
ANYCOV_HIDDEN void anycov_kcov_task_init(struct anycov_kcov_task *t, struct anycov_ctx *ctx,
					 const struct anycov_kcov_task *parent);
ANYCOV_HIDDEN void anycov_kcov_task_exit(struct anycov_kcov_task *t);
/*
 * Continues tracing after exec() where a task keeps only its descriptor: t becomes the task
 * that k traces.  Kernels do not need it, because exec() keeps the task.
 */
ANYCOV_HIDDEN void anycov_kcov_resume(struct anycov_kcov *k, struct anycov_kcov_task *t);

/*
 * A section of code that works on behalf of a handle.  Unknown handles record nothing.
 * ANYCOV_IN_TASK may sleep (it allocates the first time); a softirq section uses only areas
 * that anycov_remote_alloc_areas() allocated.
 */
ANYCOV_HIDDEN void anycov_remote_start(struct anycov_kcov_task *t, enum anycov_exec_context where,
				       uint64_t handle);
ANYCOV_HIDDEN void anycov_remote_stop(struct anycov_kcov_task *t, enum anycov_exec_context where);
ANYCOV_HIDDEN int anycov_remote_alloc_areas(unsigned int areas); /* 0 or -ENOMEM */
ANYCOV_HIDDEN uint64_t anycov_common_handle(const struct anycov_kcov_task *t,
					    enum anycov_exec_context where);

/* Shared by kcov_file.c and kcov_remote.c. */
ANYCOV_HIDDEN void anycov_kcov_get(struct anycov_kcov *k);
ANYCOV_HIDDEN void anycov_kcov_put(struct anycov_kcov *k);
ANYCOV_HIDDEN void anycov_kcov_disable(struct anycov_kcov *k, struct anycov_kcov_task *t);
ANYCOV_HIDDEN int anycov_remote_handle_valid(uint64_t handle, int common, int uncommon, int zero);
ANYCOV_HIDDEN int anycov_remote_register(struct anycov_kcov *k, const struct kcov_remote_arg *arg,
					 const uint64_t *handles);
ANYCOV_HIDDEN void anycov_remote_unregister(struct anycov_kcov *k);

#define ANYCOV_ERR_FAULT 14
#define ANYCOV_ERR_NOMEM 12
#define ANYCOV_ERR_BUSY 16
#define ANYCOV_ERR_EXIST 17
#define ANYCOV_ERR_INVAL 22
#define ANYCOV_ERR_NOTTY 25
#define ANYCOV_ERR_NOTSUPP 524 /* Linux's own, which user space has no name for */

#endif
