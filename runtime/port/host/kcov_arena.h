/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The memory of a descriptor of libanycov-kcov.so: its state and its areas lie in
 * the memfd that the descriptor is, so that they outlive an exec() as a kernel's do.
 * They are mapped at the same address in each program that has the descriptor, where
 * that is free: what points into an arena then stays right.
 *
 *   head, state | slots, area | slots, area of edges
 */
#ifndef ANYCOV_KCOV_ARENA_H
#define ANYCOV_KCOV_ARENA_H

#include <sys/types.h>
#include "core.h"

#define ANYCOV_ARENA_PARTS 4

struct anycov_kcov;

struct anycov_arena {
	uint64_t magic;
	struct anycov_arena *at; /* where it is mapped */
	struct anycov_kcov *k;
	pid_t owner;             /* who traces: process ... */
	pid_t thread;            /* ... and thread */
	int fd;                  /* of the process that opened it, while it allocates */
	unsigned parts;
	struct {
		size_t offset, bytes; /* in the file; 0 bytes: free */
	} part[ANYCOV_ARENA_PARTS];
};

/* A new one in the (empty) memfd, or NULL. */
ANYCOV_HIDDEN struct anycov_arena *anycov_arena_new(int fd);
/* The one that another program left in the descriptor, or NULL. */
ANYCOV_HIDDEN struct anycov_arena *anycov_arena_old(int fd);
/* What this thread allocates for a descriptor comes from here; NULL: no longer. */
ANYCOV_HIDDEN void anycov_arena_use(struct anycov_arena *a, int fd);

ANYCOV_HIDDEN void *anycov_arena_alloc(size_t bytes);
ANYCOV_HIDDEN void anycov_arena_free(void *p, size_t bytes);
ANYCOV_HIDDEN void *anycov_arena_join(void *area, size_t bytes, size_t front);
ANYCOV_HIDDEN void anycov_arena_unjoin(void *joined, size_t bytes, size_t front);

#endif
