/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What kcov_file.c and kcov_remote.c need from Linux: locks and memory. */
#ifndef ANYCOV_KCOV_PORT_H
#define ANYCOV_KCOV_PORT_H

#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/version.h>
#include <linux/vmalloc.h>

/* Soft interrupts use contexts, too: the lock masks interrupts. */
typedef struct {
	spinlock_t lock;
	unsigned long flags; /* of the owner */
} anycov_port_lock_t;

#define ANYCOV_PORT_LOCK_INIT                                                                      \
	{                                                                                          \
		.lock = __SPIN_LOCK_UNLOCKED(anycov_remote)                                        \
	}
#define anycov_port_lock_init(l) spin_lock_init(&(l)->lock)

static inline void anycov_port_lock_destroy(anycov_port_lock_t *l)
{
}

static inline void anycov_port_lock(anycov_port_lock_t *l)
{
	unsigned long flags;

	spin_lock_irqsave(&l->lock, flags);
	l->flags = flags;
}

static inline void anycov_port_unlock(anycov_port_lock_t *l)
{
	unsigned long flags = l->flags;

	spin_unlock_irqrestore(&l->lock, flags);
}

/*
 * Allocates zeroed memory.  What user space may map is a whole number of pages; anything
 * smaller than a page is a descriptor or a handle, which are also allocated under a lock.  A
 * size that user space requested may be too large: that is no reason to warn.
 */
static inline void *anycov_port_alloc(size_t bytes)
{
	if (bytes < PAGE_SIZE)
		return kzalloc(bytes, GFP_ATOMIC | __GFP_NOWARN);
	return __vmalloc(bytes, GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN);
}

static inline void anycov_port_free(void *p, size_t bytes)
{
	kvfree(p);
}

static inline unsigned long anycov_port_pages(size_t bytes)
{
	return PAGE_ALIGN(bytes) / PAGE_SIZE;
}

/*
 * Maps the pages of area (bytes) again, with at least front bytes of zeroed, private memory
 * right before them; returns NULL without memory.  The new mapping holds a reference to every
 * page, and vfree() drops them all.  User space cannot map less than a page: for such an area
 * the hooks get memory of their own.
 */
static inline void *anycov_port_join(void *area, size_t bytes, size_t front)
{
	unsigned long below = anycov_port_pages(front), n = below + anycov_port_pages(bytes), i;
	struct page **pages;
	char *p = NULL;

	if (bytes < PAGE_SIZE) {
		p = kzalloc(front + bytes, GFP_KERNEL | __GFP_NOWARN);
		return p ? p + front : NULL;
	}
	pages = kvmalloc_array(n, sizeof(*pages), GFP_KERNEL | __GFP_NOWARN);
	for (i = 0; pages && i < n; i++) {
		if (i < below) {
			pages[i] = alloc_page(GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN);
			if (!pages[i])
				break;
		} else {
			pages[i] = vmalloc_to_page(area + (i - below) * PAGE_SIZE);
			get_page(pages[i]);
		}
	}
	if (i == n)
		p = vmap(pages, n, VM_MAP | VM_MAP_PUT_PAGES, PAGE_KERNEL);
	if (p)
		return p + below * PAGE_SIZE;
	while (i--)
		put_page(pages[i]);
	kvfree(pages);
	return NULL;
}

static inline void anycov_port_unjoin(void *joined, size_t bytes, size_t front)
{
	if (bytes < PAGE_SIZE)
		kfree(joined - front);
	else
		vfree(joined - anycov_port_pages(front) * PAGE_SIZE);
}

/* Returns 0, or -EFAULT if part of it cannot be read. */
static inline int anycov_port_copy_from_user(void *to, unsigned long from, size_t n)
{
	return copy_from_user(to, (const void __user *)from, n) ? -EFAULT : 0;
}

/* ENABLE and RESET_TRACE clear whole areas in the context of the task's system call. */
#define anycov_port_resched() cond_resched()
/*
 * kcov_remote_stop() is called by network code with softirqs off, and under RCU.  Kernels that
 * count neither (no PREEMPT_COUNT) never say that it is allowed: there only interrupts are on.
 */
#define anycov_port_resched_if_allowed()                                                           \
	do {                                                                                       \
		if (preemptible() && !rcu_preempt_depth())                                         \
			cond_resched();                                                            \
	} while (0)

/* Hooks return at once until a descriptor records: hook_gate.c. */
void anycov_port_hooks_get(bool cmp);
void anycov_port_hooks_put(bool cmp);
#define anycov_port_hooks_get anycov_port_hooks_get
#define anycov_port_hooks_put anycov_port_hooks_put

/* kcov.u32_words */
extern bool anycov_u32_words;
#define anycov_port_u32_words() READ_ONCE(anycov_u32_words)

#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 2, 0)
#define ANYCOV_PORT_TRACE_AND_REMOTE
#endif

/* Without the hooks of comparisons ENABLE refuses their modes, as kernel/kcov.c does. */
#ifndef CONFIG_KCOV_ENABLE_COMPARISONS
#define ANYCOV_PORT_NO_COMPARISONS
#endif

#define ANYCOV_IRQ_AREA_WORDS CONFIG_KCOV_IRQ_AREA_SIZE

#endif
