/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What control.c and remote.c need of Linux: locks and memory. */
#ifndef ANYCOV_CONTROL_PORT_H
#define ANYCOV_CONTROL_PORT_H

#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

/* Contexts are reached from soft interrupts: a lock keeps them out. */
typedef struct {
	spinlock_t lock;
	unsigned long flags; /* of the owner */
} anycov_port_lock_t;

#define ANYCOV_PORT_LOCK_INIT { .lock = __SPIN_LOCK_UNLOCKED(anycov_remote) }
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
 * Zeroed memory.  Whatever user space may map is a whole number of pages; less
 * than one is a descriptor or a handle, which are also made under a lock.  A
 * size that user space asked for may be too much: that is no reason to warn.
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

/* 0, or not: part of it cannot be read. */
static inline int anycov_port_copy_from_user(void *to, unsigned long from, size_t n)
{
	return copy_from_user(to, (const void __user *)from, n) ? -EFAULT : 0;
}

#define ANYCOV_IRQ_AREA_WORDS CONFIG_KCOV_IRQ_AREA_SIZE

#endif
