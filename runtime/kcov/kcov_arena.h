/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The memory of a descriptor of libanycov-kcov.so: its state and its areas are in the memfd
 * that the descriptor refers to, so that they survive an exec() as a kernel's do.  Each program
 * that has the descriptor maps them at the same address, if it is free, so that pointers into
 * an arena stay valid.
 *
 *   header, state | slots, area | slots, area of edges
 */
#ifndef ANYCOV_KCOV_ARENA_H
#define ANYCOV_KCOV_ARENA_H

#include <sys/types.h>
#include "hooks/record_context.h"

#define ANYCOV_ARENA_PARTS 4

struct anycov_kcov;

struct anycov_arena {
	uint64_t magic;
	struct anycov_arena *at; /* where it is mapped */
	struct anycov_kcov *k;
	pid_t owner;  /* process that traces */
	pid_t thread; /* thread that traces */
	int fd;       /* of the process that opened it, while it allocates */
	unsigned parts;
	struct {
		size_t offset, bytes; /* in the file; 0 bytes: free */
	} part[ANYCOV_ARENA_PARTS];
};

/* Creates an arena in the (empty) memfd, or returns NULL. */
ANYCOV_HIDDEN struct anycov_arena *anycov_arena_new(int fd);
/* Maps the arena that another program left in the descriptor, or returns NULL. */
ANYCOV_HIDDEN struct anycov_arena *anycov_arena_old(int fd);
/* Sets the arena from which this thread allocates; NULL: none. */
ANYCOV_HIDDEN void anycov_arena_use(struct anycov_arena *a, int fd);

ANYCOV_HIDDEN void *anycov_arena_alloc(size_t bytes);
ANYCOV_HIDDEN void anycov_arena_free(void *p, size_t bytes);
ANYCOV_HIDDEN void *anycov_arena_join(void *area, size_t bytes, size_t front);
ANYCOV_HIDDEN void anycov_arena_unjoin(void *joined, size_t bytes, size_t front);

#endif
