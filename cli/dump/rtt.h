/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads what a program wrote by SEGGER RTT from its memory: its control block, found there, and the
 * ring of an up-buffer.  Source: SEGGER's UM08001, "Real Time Transfer".
 */
#ifndef ANYCOV_RTT_H
#define ANYCOV_RTT_H

#include "image/elf.h"

/* The memory of a machine that stands, or a copy of it. */
struct rtt_memory {
	int (*read)(void *ctx, uint64_t address, unsigned char *to, size_t n,
		    struct anycov_error *err);
	/* NULL: a copy, in which nothing is marked as read. */
	int (*write)(void *ctx, uint64_t address, const unsigned char *from, size_t n,
		     struct anycov_error *err);
	void *ctx;
	const char *name; /* for messages */
};

struct rtt_channel {
	uint64_t address; /* of its descriptor */
	uint64_t number;
	bool waits; /* the program waits while the ring is full, and loses nothing */
	bool full;  /* the ring was, when it was read */
};

/*
 * Finds an up-buffer of the image's control block: by its symbol, else by its identifier in the
 * data.  Returns -1 with err filled.
 */
int rtt_find(struct rtt_channel *c, const struct rtt_memory *memory, const struct image *img,
	     uint64_t number, struct anycov_error *err);
/* Appends what the ring contains, and marks it as read.  Returns -1 with err filled. */
int rtt_take(struct rtt_channel *c, const struct rtt_memory *memory, const struct image *img,
	     struct string_buffer *out, struct anycov_error *err);

#endif
