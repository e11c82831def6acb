/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * One dump while it is read: between match.c and match_address.c, which finds what an address is
 * of.
 */
#ifndef ANYCOV_MATCH_READING_H
#define ANYCOV_MATCH_READING_H

#include "coverage/match/match.h"

struct match_module {
	uint64_t bias, first, end;
	size_t image; /* SIZE_MAX: no --image matches it */
	char *path;
	bool has_id;
	bool overlaps;      /* the range of another one */
	bool has_no_probes; /* its file was found, and is not instrumented */
};

/* One dump while it is read. */
struct match_reading {
	struct match_result *result;
	struct anycov_error *err;
	struct dump_info info;
	bool open;      /* a head was seen */
	bool raw;       /* a KCOV buffer */
	bool on_target; /* recorded by firmware */
	int status;     /* of check_address() */
	struct match_module *modules;
	size_t n_modules, modules_room;
	bool matched;            /* a module is one of the images */
	uint64_t kaslr_offset;   /* KASLR offset that these addresses include, or 0 */
	struct u64_map pcs;      /* PC as recorded -> hits */
	struct u64_map edges;    /* the same for edges */
	struct u64_map contexts; /* number -> does it have the name of which records are used? */
	struct u64_map counters; /* the same for addresses of counters, flags, guards */
	struct comparisons cmps; /* PCs as recorded */
	bool lost, started_late, forked, whole; /* as in struct image_records */
	bool is_task_exit;                      /* a task of Linux ended */
	bool has_blocks, has_others; /* chunks of PCs; of comparisons or folds of addresses */
};

/* What an address is of: the return address of a hook call, or a guard, counter or flag. */
enum match_address { MATCH_PC, MATCH_VARIABLE };

/* Notes which modules overlap, when all of a dump are known. */
void match_find_overlaps(struct match_reading *r);
/*
 * Returns the module of a recorded address, or NULL.  If it may be of several, these have had the
 * same addresses: sets *ambiguous, and notes it at their probes.
 */
const struct match_module *match_module_of(const struct match_reading *r, uint64_t address,
					   enum match_address kind, bool *ambiguous);
/*
 * Finds the probe of a low half of an address, which is all that edges contain.  *image is its
 * image's index, or SIZE_MAX: it is in none, or *path, of a module (NULL: none), is that of one
 * that was not given.  Sets *ambiguous as above.
 */
struct image_probe *match_probe_of_half(struct match_reading *r, uint32_t low, size_t *image,
					const char **path, bool *ambiguous);

#endif
