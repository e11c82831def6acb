/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An instrumented image: its probes, functions and basic blocks.  The exact return
 * address of a probe comes from the scan of the machine code, its function and block
 * from the map; each works without the other.
 */
#ifndef ANYCOV_INSTRUMENTED_IMAGE_H
#define ANYCOV_INSTRUMENTED_IMAGE_H

#include "image/dwarf_lines.h"
#include "image/elf.h"
#include "image/map_read.h"
#include "image/scan.h"
#include "coverage/infer/unknown.h"

struct image_probe {
	uint64_t return_address; /* of the hook call; without a scan the label, not exact */
	uint64_t call_address;   /* of the call instruction, 0 without a scan */
	int hook;                /* enum anycov_hook_id, -1 without a scan */
	bool is_tail_call;       /* records show the return address of the caller instead */
	bool has_record;         /* in the map; the fields below are valid */
	uint8_t kind;            /* enum anycov_site_kind, 0 if unknown */
	uint32_t function;       /* index in map.functions, or MAP_NONE */
	uint32_t number, block;
	uint64_t variable;   /* address of its guard, counter or flag; 0: none */
	uint64_t hits;       /* records of it; 0: it was not hit */
	uint64_t executions; /* of these, those of traces, which have one for each execution */
	bool ambiguous;      /* a record is of it or of another image's probe at this address */
};

/* A guard, counter or flag and the index of its probe; copies of a probe share one. */
struct variable_probe {
	uint64_t address;
	size_t probe;
};

/* Two probes that were hit one after the other (unique edge mode), by block. */
struct probe_pair {
	uint32_t function, from, to;
};

/*
 * State of a block, edge, line or function after the dumps were read, from worst to best:
 * of several records of one thing the best state is what they show together.
 */
enum coverage_state {
	STATE_NONE,        /* not executable, or not examined */
	STATE_NOT_COVERED, /* the records prove it */
	STATE_UNKNOWN,     /* for a reason (unknown.h) */
	STATE_INFERRED,    /* covered: other probes imply it */
	STATE_HIT          /* covered: its own probe was hit */
};

/* What the records of an image are, all together. */
struct recording {
	/* enum unknown_reason: why a probe that was not hit shows nothing, or UNKNOWN_NONE */
	uint8_t missing;
	/* Of calls of functions whose rules are not exact (map_read.h): */
	bool complete;   /* each was recorded from entry to exit */
	bool task_exits; /* but for those that a task of Linux ended in (task_exit.h) */
	bool from_start; /* none had begun before recording did */
	bool is_trace;   /* code after a call in a block counts as the block */
};

/* What was read of an image. */
struct image_records {
	size_t dumps;        /* that contain the image, or no list of modules */
	size_t task_exits;   /* of these: in which a task of Linux ended */
	bool exits_known;    /* that it did so in none but the usual ways (task_exit.h) */
	bool lost;           /* of these: a buffer was full */
	bool lost_on_target; /* in firmware, whose program has the size */
	bool started_late;   /* of these: a context began in a call that no dump has the begin of */
	bool forked,
		whole;  /* of these: a context began in calls of the one that forked it; in none */
	bool no_blocks; /* of these: one contains only comparisons, or folds of addresses */
	size_t flag_files, memories;
	size_t other_kind;         /* probes of code whose kind of probes no input records */
	size_t logs, partial_logs; /* of execution; of these, that lack code that ran */
	uint64_t started, ended;   /* processes, of all files of flags */
	uint64_t of_kernels;       /* of these: a kernel's boots and loads of its modules ... */
	uint64_t kernels;          /* ... boots alone */
	bool copied;               /* flags of processes are in the file once they ended */
	bool forced;               /* records of another build (--force) */
	size_t skipped;            /* inputs that could not be used, and may be of this image */
	bool never_ran;            /* was built, and is in no recording of all that ran */
};

struct instrumented_image {
	struct image *img;
	char *name;      /* in reports */
	struct map *map; /* NULL: the image has none, or it is unloaded */
	bool exact;      /* the machine code was scanned */
	bool unloaded;   /* map and states are not in memory; see below */
	bool has_keys;   /* its functions are in match_result.keys */
	bool merged;     /* made of several images; img is NULL */
	/* Merged: has_incomplete_calls() of map.functions[]. */
	bool *incomplete;
	struct image_probe *probes; /* by return_address */
	size_t n_probes, probes_room;
	uint64_t *range_ends; /* code_ranges.h: of each probe; NULL: they call hooks */
	size_t dropped;       /* map records whose code the linker left out */
	size_t calls;         /* found by the scan */
	struct probe_pair *pairs;
	size_t n_pairs, pairs_room;
	struct variable_probe *variables; /* by address */
	size_t n_variables, variables_room;
	uint8_t *flags_hit; /* of map.blocks[]: whether a flag of it was hit; NULL: none was read */
	size_t n_blocks;    /* unloaded: of the map */
	bool *task_exit_cuts; /* task_exit_cuts_call() of map.functions[]; NULL: not known */
	struct image_records records;
	struct string_list problems; /* calls without records, records without calls */
	/* Filled by compute_block_states(). */
	uint8_t *states;      /* enum coverage_state of map.blocks[] */
	uint8_t *reasons;     /* enum unknown_reason of map.blocks[] whose state is unknown */
	uint64_t *executions; /* of map.blocks[], as far as traces show them; 0: not known */
	size_t cycles;        /* circular rules: a damaged map */
};

/* Reads the map and scans the machine code.  Without a map the member map is NULL. */
struct instrumented_image *instrumented_image_open(const char *path, struct anycov_error *err);
void instrumented_image_close(struct instrumented_image *m);
/*
 * Frees the file, the map and the states of an image with flags alone, so that a report of many
 * images has one of them in memory at a time.  Its hits and records remain, and so does an image
 * with calls of hooks, whose records are addresses.
 */
void instrumented_image_unload(struct instrumented_image *m);
/* Reads them again, if they are not in memory; fails if the file has changed. */
int instrumented_image_load(struct instrumented_image *m, struct anycov_error *err);

/* Returns the probe whose hook call returns to this address, or NULL. */
struct image_probe *probe_at(const struct instrumented_image *m, uint64_t return_address);

/*
 * Counts a hit of every probe with this guard, counter or flag (copies share one).
 * Returns false if there is none.
 */
bool hit_variable(struct instrumented_image *m, uint64_t address);
/* Returns whether there is one. */
bool has_variable(const struct instrumented_image *m, uint64_t address);
/* Notes at every such probe that a hit is of it or of one of another image. */
void variable_is_ambiguous(struct instrumented_image *m, uint64_t address);

/* Returns the number of probes, those that are flags of the map included. */
size_t count_probes(const struct instrumented_image *m);
/* Returns the number of flags of the map that are in the image. */
size_t count_flags(const struct instrumented_image *m);
/* Warns if code has no probes because a link with -flto compiled it without the plugin. */
void warn_of_lost_probes(const struct instrumented_image *m);
/* Prints why an image has no probes, as far as its map shows it.  Returns the exit status, 1. */
int no_probes_error(const struct instrumented_image *m, const char *path);
/*
 * Adds processes.  Files may contain any counts: sums stop at INT64_MAX, and one process that has
 * not ended remains one.
 */
void image_records_add_processes(struct image_records *r, uint64_t started, uint64_t ended);
/* Notes that these were boots of a kernel, or loads of a module of one. */
void image_records_add_kernel(struct image_records *r, uint64_t started, bool is_module);
/* Adds the records of another image. */
void image_records_add(struct image_records *to, const struct image_records *from);
/* Warns that --complete changes nothing if the rules of all functions of the images are exact. */
void warn_of_needless_complete(struct instrumented_image *const *v, size_t n);
/* Returns what the records of the image show; complete: --complete. */
struct recording recording_of(const struct instrumented_image *m, bool complete);

/* Returns what the records show of a probe (enum coverage_state), and why if it is unknown. */
unsigned probe_state(const struct image_probe *s, const struct recording *e, unsigned *reason);
/* Returns the name of the function containing the probe, or "?" if unknown. */
const char *probe_function(const struct instrumented_image *m, const struct image_probe *s);
/*
 * Returns the source location of a probe: that of DWARF, or the first line of its
 * block, also where DWARF has line 0.
 */
struct source_location probe_location(const struct instrumented_image *m,
				      const struct image_probe *s);
/* Returns "function (file:line, inlined g)", as far as known; to be freed. */
char *probe_describe(const struct instrumented_image *m, const struct image_probe *s,
		     bool full_path);
/* Returns "pc", "cmp", ... */
const char *probe_kind_name(unsigned kind);
/* Returns the kind of the probes that call a hook. */
unsigned kind_of_hook(int hook);

/* Sorts m->pairs and drops duplicates. */
void sort_probe_pairs(struct instrumented_image *m);
/* The order of m->pairs, for qsort() and bsearch(). */
int probe_pair_compare(const void *a, const void *b);

/* Computes the state of every block from the hits of the probes. */
void compute_block_states(struct instrumented_image *m, const struct recording *e);

static inline bool state_is_covered(unsigned state)
{
	return state >= STATE_INFERRED;
}
/* Returns "covered", "not covered" or "unknown". */
const char *state_name(unsigned state);

/*
 * Improves a state by that of another record or part of the same thing; of two reasons for
 * unknown the stronger one is kept.
 */
static inline void state_improve(uint8_t *state, uint8_t *reason, unsigned other,
				 unsigned other_reason)
{
	if (other > *state || (other == *state && other_reason < *reason)) {
		*state = (uint8_t)other;
		*reason = (uint8_t)other_reason;
	}
}

#endif
