/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What dumps say about images: every PC and comparison of every dump is brought
 * to the image it belongs to (load bias, Thumb bit, AVR word address) and
 * counted at its site, or counted as belonging to none.
 */
#ifndef ANYCOV_REACH_H
#define ANYCOV_REACH_H

#include "dump_read.h"
#include "model.h"
#include "place.h"

struct comparison {
	size_t image;
	size_t site;   /* index in the model's sites, SIZE_MAX: none */
	uint64_t pc;   /* in the image */
	uint64_t type, arg1, arg2;
	uint64_t hits;
};

/* Distinct comparisons. */
struct comparisons {
	struct comparison *v;
	size_t n, room;
	size_t *table, slots; /* index + 1 by hash */
};

struct foreign {
	char *path;    /* of a module without a given image; NULL: of no module; "": the dump
			  names no modules, and no given image has the address */
	size_t pcs;    /* distinct */
	uint64_t example;
};

struct reach {
	struct model **models;
	size_t n_models;
	uint64_t records, pc_records, cmp_records, edge_records;
	size_t files;
	size_t pcs;           /* distinct, in all images */
	size_t unmatched;     /* distinct PCs in a given image that are at no site */
	uint64_t unmatched_example;
	struct foreign *foreign; /* by module path */
	size_t n_foreign, foreign_room;
	struct comparisons cmps;
	struct places places; /* for dumps that do not say where images lay */
	size_t folded;        /* edge records of 32-bit machines: no pair can be told */
	bool want_cmps;
	bool one_context;     /* only the records of this task or thread count */
	uint32_t context;
	bool context_met;
	bool lost;            /* a buffer was full: what did not run is not sure */
	bool some_late;       /* records of a context that did not record from its start */
};

/* Reads one dump and adds it. */
int reach_add(struct reach *r, const char *path, const struct raw_format *raw,
	      struct anycov_error *err);
/* Distinct PCs that no site of a given image explains. */
size_t reach_strangers(const struct reach *r);
void reach_free(struct reach *r);

/* Adds one, unless it is there; returns its entry. */
struct comparison *comparisons_at(struct comparisons *c, const struct comparison *key);
void comparisons_free(struct comparisons *c);

/* PC as the image counts addresses. */
uint64_t normalise_pc(const struct image *img, const struct dump_info *info, uint64_t pc);

#endif
