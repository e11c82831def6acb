/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Sets of what dumps hold, free of where each run was loaded: addresses are
 * kept by module, as the module's file counts them.  The ground for merge and
 * for diff without images.
 */
#ifndef ANYCOV_GATHER_H
#define ANYCOV_GATHER_H

#include "dump_read.h"
#include "numset.h"
#include "reach.h"

struct gathered_module {
	char *path;
	unsigned char build_id[64];
	unsigned build_id_length;
	uint64_t first, end;  /* in the file's addresses */
	struct numset pcs;
	struct numset counters; /* addresses of counters, flags, guards that say "ran" */
	struct numset edges;  /* pairs of addresses; only without modules */
	struct comparisons cmps;
};

struct gathered {
	unsigned word_bytes;
	bool raw_pc, any;     /* any: a dump was read */
	bool has_modules;     /* else v[0] alone holds plain addresses */
	bool lost;
	bool some_late;       /* records of a context that did not record from its start */
	struct gathered_module *v; /* by path and build id, after gather_sort() */
	size_t n, room;
	struct numset scratch; /* addresses as recorded, of the dump that is read */
	struct numset scratch_edges, scratch_counters;
	size_t homeless;      /* addresses in no module */
};

int gather_add(struct gathered *g, const char *path, struct anycov_error *err);
void gather_sort(struct gathered *g);
void gather_free(struct gathered *g);
/* Order of modules: path, then build id. */
int gather_compare(const struct gathered_module *x, const struct gathered_module *y);

#endif
