/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What coverage takes in an image, and how much memory a recording of it needs. */
#ifndef ANYCOV_BUDGET_H
#define ANYCOV_BUDGET_H

#include "anycov/hook_table.h"
#include "coverage/model/instrumented_image.h"
#include "coverage/match/unique_memory.h"

/* The largest number of bytes; sums of several do not overflow. */
#define BUDGET_MAX (INT64_MAX / 32)

/* Bytes of a thing: in memory that is written while the image runs (RAM), and in the image itself
 * (flash, or the file): code, constants, and initial values of what is in RAM. */
struct budget_bytes {
	uint64_t ram, image;
};

struct budget {
	unsigned word_bytes;
	uint64_t probes, functions; /* functions with probes */
	bool functions_known;       /* the function of each probe is */
	uint64_t flags;
	struct budget_bytes flags_bytes;
	/* By enum anycov_section_id: guards, counters and tables.  Other elements are 0. */
	struct budget_bytes sections[ANYCOV_N_SECTIONS];
	/* Hook calls, and the bytes of their call instructions; tail calls have none. */
	uint64_t calls, call_bytes, tail_calls;
	uint64_t calls_of[ANYCOV_N_HOOKS], bytes_of[ANYCOV_N_HOOKS];
	/* The runtime, as far as symbols have names of anycov. */
	bool has_symbols; /* others than those that it exports */
	bool has_runtime;
	uint64_t code, constants;
	struct budget_bytes data;
	uint64_t without_size; /* symbols */
	bool has_buffer;       /* of the image itself, and its size is known */
	uint64_t buffer;
	bool buffer_is_data;   /* it is part of `data`; else the linker placed it */
	bool gives_buffers;    /* at run time, of sizes that the file does not show */
	bool has_unique_modes; /* the runtime of the image */
	uint64_t not_loaded;   /* the map, of which nothing is in memory */
	/* Hook calls that record their PC, by the scan and by the map. */
	struct unique_pcs pcs;
	uint64_t *homes;     /* pcs.home */
	bool pcs_tail_calls; /* some are tail calls, which record other addresses */
};

void budget_fill(struct budget *b, const struct instrumented_image *m);
void budget_free(struct budget *b);

#endif
