/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What control.c and remote.c need of Linux: locks and memory.  Types and
 * prototypes only, since <linux/sched.h> includes this; main.c has the rest.
 */
#ifndef ANYCOV_CONTROL_PORT_H
#define ANYCOV_CONTROL_PORT_H

#include <linux/spinlock_types.h>

/* Contexts are reached from soft interrupts: a lock keeps them out. */
typedef struct {
	spinlock_t lock;
	unsigned long flags; /* of the owner */
} anycov_port_lock_t;

#define ANYCOV_PORT_LOCK_INIT                                                                     \
	{                                                                                         \
		.lock = __SPIN_LOCK_UNLOCKED(anycov_remote)                                       \
	}

void anycov_port_lock_init(anycov_port_lock_t *l);
void anycov_port_lock(anycov_port_lock_t *l);
void anycov_port_unlock(anycov_port_lock_t *l);
#define anycov_port_lock_destroy(l) ((void)(l))

/* Zeroed memory; less than a page may be asked for under a lock. */
void *anycov_port_alloc(size_t bytes);
void anycov_port_free(void *p, size_t bytes);

/* 0, or not: part of it cannot be read. */
int anycov_port_copy_from_user(void *to, unsigned long from, size_t n);

#define ANYCOV_IRQ_AREA_WORDS CONFIG_KCOV_IRQ_AREA_SIZE

#endif
