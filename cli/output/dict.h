/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Dictionaries for fuzzers from comparison records: constants in both byte orders, and
 * strings that were compared byte by byte.
 */
#ifndef ANYCOV_DICT_H
#define ANYCOV_DICT_H

#include "dump/reader.h"
#include "base/u64_map.h"

/* The maximum of libFuzzer; that of AFL++ is 128 bytes. */
#define DICT_TOKEN_MAX 64u

struct dict_token {
	unsigned char bytes[DICT_TOKEN_MAX];
	unsigned n;
};

/* Bytes that a loop, or a sequence of comparisons, compared so far. */
struct dict_sequence {
	struct dict_token sides[2];
	bool open, loop; /* loop: always the same PC */
	uint64_t pc;
};

struct dict {
	struct dict_token *v;
	size_t n, room;
	struct u64_map index; /* hash -> index + 1 */
	struct dict_sequence sequence, loop;
};

/* Adds a record; in_order: records are in the order of execution. */
void dict_add(struct dict *d, const struct dump_cmp *c, bool in_order);
/* Ends open sequences: the next record is unrelated. */
void dict_end_sequence(struct dict *d);
/* Prints the sorted tokens in the format of AFL++ and libFuzzer. */
void dict_print(struct dict *d, FILE *f);
void dict_free(struct dict *d);

#endif
