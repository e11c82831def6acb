/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Tokens for fuzzers out of comparison records: constants in both byte orders,
 * and strings that were compared byte by byte.
 */
#ifndef ANYCOV_DICT_H
#define ANYCOV_DICT_H

#include "dump_read.h"
#include "numset.h"

/* libFuzzer takes no longer words; AFL++ takes 128 bytes. */
#define DICT_TOKEN_MAX 64u

struct dict_token {
	unsigned char bytes[DICT_TOKEN_MAX];
	unsigned n;
};

/* Bytes that one loop, or one row of comparisons, met so far. */
struct dict_run {
	struct dict_token sides[2];
	bool open, loop;   /* loop: one PC again and again */
	uint64_t pc;
};

struct dict {
	struct dict_token *v;
	size_t n, room;
	struct numset index; /* hash -> place + 1 */
	struct dict_run row, loop;
};

/* One record after the other, in the order in which they were made. */
void dict_add(struct dict *d, const struct dump_cmp *c, bool in_order);
/* Ends what is open: the next record comes from elsewhere. */
void dict_break(struct dict *d);
/* Sorted, one token a line, as AFL++ and libFuzzer read it. */
void dict_print(struct dict *d, FILE *f);
void dict_free(struct dict *d);

#endif
