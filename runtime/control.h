/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The KCOV descriptor as one portable state machine; the ports glue it to
 * their system calls.  Results are 0 or a negative errno of Linux, in the order
 * in which Linux 6.12 tests for them.
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
 *   exec                changes nothing: the task, its context and k are what they were.
 *   READY -> TRACING    the context's fields, then (compiler barrier) its mode:
 *                       an interrupt that sees the mode sees the rest.
 *   TRACING -> READY    the mode, barrier, then the fields; sequence goes up, so
 *                       that a remote section that ends later drops its records.
 *   last reference      memory goes.  References: the open file, the task that
 *                       traces, each remote section under way.
 */
#ifndef ANYCOV_CONTROL_H
#define ANYCOV_CONTROL_H

#include "more.h"
#include "anycov/kcov.h"
#include "anycov_control_port.h"

enum anycov_kcov_state { ANYCOV_KCOV_FRESH, ANYCOV_KCOV_READY, ANYCOV_KCOV_TRACING };

struct anycov_task;

/*
 * Legend: L lock, A atomic, I immutable once READY, C by open and the last put.
 */
struct anycov_kcov {
	anycov_port_lock_t lock;
	unsigned int refs;            /* A */
	enum anycov_kcov_state state; /* L */
	int mode;                     /* L enum anycov_mode while TRACING */
	int remote;                   /* L REMOTE_ENABLE rather than ENABLE */
	int compact;                  /* L a mapping of size * 4 selected u32 words */
	unsigned int sequence;        /* L */
	anycov_word size;             /* I words */
	anycov_word *area;            /* I */
	anycov_word *edge_area;       /* L set once */
	anycov_word *joined;          /* L set once: area again, its slots below it */
	anycov_word *edge_joined;     /* L set once: the same of edge_area */
	int slots_kind;               /* L for which mode ... */
	anycov_word slots_skip;       /* L ... and view the slots were filled */
	anycov_word skip;             /* L words before the trace (UNIQUE_ENABLE) */
	anycov_word remote_size;      /* L words of each task section's own area */
	struct anycov_task *task;     /* L who traces */
};

/* What a task's softirq section interrupts. */
struct anycov_saved {
	struct anycov_ctx ctx;
	struct anycov_kcov *kcov;
	unsigned int sequence;
};

/* One thread or task.  All fields belong to the task itself. */
struct anycov_task {
	struct anycov_ctx *ctx;
	struct anycov_kcov *kcov;  /* whose area ctx records into, or REMOTE owner */
	uint64_t handle;           /* common handle, inherited by fork */
	unsigned int sequence;     /* of kcov when the section began */
	int remote_owner;          /* traces by REMOTE_ENABLE: no records of its own */
	int in_section;            /* between remote_start and remote_stop, as a task */
	int in_softirq;            /* the same, in a softirq */
	struct anycov_saved saved; /* under a softirq section */
};

/* Where code runs; hard interrupts record nothing. */
enum anycov_where { ANYCOV_IN_TASK, ANYCOV_IN_SOFTIRQ, ANYCOV_IN_HARDIRQ };

/* Words of the area of a softirq section (CONFIG_KCOV_IRQ_AREA_SIZE). */
#ifndef ANYCOV_IRQ_AREA_WORDS
#define ANYCOV_IRQ_AREA_WORDS 0x40000
#endif

ANYCOV_HIDDEN int anycov_kcov_open(struct anycov_kcov **k);
ANYCOV_HIDDEN long anycov_kcov_ioctl(struct anycov_kcov *k, struct anycov_task *t, unsigned int cmd,
				     uintptr_t arg);
/*
 * A mapping of length bytes (a whole number of pages) at offset: *memory gets
 * what to map.  page: size of a page; the caller has rounded length.
 */
ANYCOV_HIDDEN int anycov_kcov_mmap(struct anycov_kcov *k, uint64_t offset, uint64_t length,
				   void **memory);
/*
 * Allocates what a unique mode needs, which ENABLE else does: for ports whose
 * ENABLE may run where others do not see the memory.  0 or -ENOMEM.
 */
ANYCOV_HIDDEN int anycov_kcov_supply(struct anycov_kcov *k, int mode);
/* The last reference of the open file went (close of the last descriptor). */
ANYCOV_HIDDEN void anycov_kcov_release(struct anycov_kcov *k);

/* A new task; parent NULL: no parent.  ctx is empty and stays the task's. */
ANYCOV_HIDDEN void anycov_task_init(struct anycov_task *t, struct anycov_ctx *ctx,
				    const struct anycov_task *parent);
ANYCOV_HIDDEN void anycov_task_exit(struct anycov_task *t);
/*
 * exec() where it leaves a task nothing but the descriptor: the task that k says
 * traces is t now, and goes on.  A kernel's task needs no word of it.
 */
ANYCOV_HIDDEN void anycov_kcov_resume(struct anycov_kcov *k, struct anycov_task *t);

/*
 * A section of code that works for somebody else (a handle).  Unknown handles
 * record nothing.  ANYCOV_IN_TASK may sleep (it allocates the first time); in a
 * softirq only areas that anycov_remote_prepare() made are taken.
 */
ANYCOV_HIDDEN void anycov_remote_start(struct anycov_task *t, enum anycov_where where,
				       uint64_t handle);
ANYCOV_HIDDEN void anycov_remote_stop(struct anycov_task *t, enum anycov_where where);
ANYCOV_HIDDEN int anycov_remote_prepare(unsigned int areas); /* 0 or -ENOMEM */
ANYCOV_HIDDEN uint64_t anycov_common_handle(const struct anycov_task *t, enum anycov_where where);

/* Shared by control.c and remote.c. */
ANYCOV_HIDDEN void anycov_kcov_get(struct anycov_kcov *k);
ANYCOV_HIDDEN void anycov_kcov_put(struct anycov_kcov *k);
ANYCOV_HIDDEN void anycov_kcov_disable(struct anycov_kcov *k, struct anycov_task *t);
ANYCOV_HIDDEN int anycov_remote_check(uint64_t handle, int common, int uncommon, int zero);
ANYCOV_HIDDEN int anycov_remote_add(struct anycov_kcov *k, const struct kcov_remote_arg *arg,
				    const uint64_t *handles);
ANYCOV_HIDDEN void anycov_remote_forget(struct anycov_kcov *k);

#define ANYCOV_ERR_FAULT 14
#define ANYCOV_ERR_NOMEM 12
#define ANYCOV_ERR_BUSY 16
#define ANYCOV_ERR_EXIST 17
#define ANYCOV_ERR_INVAL 22
#define ANYCOV_ERR_NOTTY 25

#endif
