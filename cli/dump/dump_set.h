/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Sets of the records of dumps, independent of load addresses: addresses are stored by
 * module, relative to its file.  Used by merge, and by diff without images.
 */
#ifndef ANYCOV_DUMP_SET_H
#define ANYCOV_DUMP_SET_H

#include "dump/reader.h"
#include "base/u64_map.h"
#include "dump/comparisons.h"

struct dump_set_module {
	char *path;
	unsigned char build_id[64];
	unsigned build_id_length;
	uint64_t first, end; /* link-time addresses */
	struct u64_map pcs;
	struct u64_map counters; /* addresses of counters, flags and guards that are set */
	struct u64_map edges;    /* pairs of addresses; only without modules */
	struct comparisons cmps;
};

struct dump_set {
	unsigned word_bytes;
	bool raw_pc, any; /* any: a dump was read */
	bool has_modules; /* else v[0] contains all addresses */
	bool lost;
	bool started_late;         /* records of a context that did not record from its start */
	bool forked;               /* or from a fork */
	bool other_ends;           /* a dump is not of a task of Linux that ended in the kernel */
	struct dump_set_module *v; /* by path and build id, after dump_set_sort() */
	size_t n, room;
	struct u64_map scratch; /* addresses of the current dump, as recorded */
	struct u64_map scratch_edges, scratch_counters;
	struct u64_map code;    /* firmware: address of a block of code -> its checksum */
	uint32_t code_block;    /* bytes of a block */
	size_t outside_modules; /* number of addresses in no module */
};

int dump_set_add(struct dump_set *g, const char *path, struct anycov_error *err);
void dump_set_sort(struct dump_set *g);
void dump_set_free(struct dump_set *g);
/* Compares modules by path, then by build ID. */
int dump_set_compare(const struct dump_set_module *x, const struct dump_set_module *y);

#endif
