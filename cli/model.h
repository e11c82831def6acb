/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * An image as coverage sees it: its probes (sites), functions and blocks.
 * A site's exact return address comes from the scan of the machine code, its
 * meaning from the map; each works without the other.
 */
#ifndef ANYCOV_MODEL_H
#define ANYCOV_MODEL_H

#include "dwarf_lines.h"
#include "elf_image.h"
#include "map_read.h"
#include "scan.h"

struct site {
	uint64_t ret;      /* what the hook sees; not exact without a scan: the label */
	uint64_t from;     /* the call instruction, 0 without a scan */
	int hook;          /* enum anycov_hook_id, -1 without a scan */
	bool jump;         /* a tail call: records cannot tell it from its caller */
	bool has_record;   /* the map knows it: the fields below count */
	uint8_t kind;      /* enum anycov_site_kind, 0 if unknown */
	uint32_t function; /* index in map.functions, or MAP_NONE */
	uint32_t number, block;
	uint64_t variable; /* its guard, counter or flag in memory; 0: none */
	uint64_t hits;
};

/* A guard, counter or flag, and its site (an index): copies of a site share one. */
struct variable_site {
	uint64_t address;
	size_t site;
};

/* Two probes that ran one behind the other (unique-edge mode), by block. */
struct probe_pair {
	uint32_t function, from, to;
};

/*
 * How a block, line or function stands after the dumps were read.  A call was
 * recorded whole if it was entered and left while recording.
 */
enum cover_state {
	COVER_NONE,     /* not executable, or not looked at */
	COVER_NOT,      /* did not run */
	COVER_ASSUMED_NOT, /* did not, if every call was recorded whole */
	COVER_UNKNOWN,  /* pruned without a rule */
	COVER_ASSUMED,  /* ran, if every call was recorded whole */
	COVER_INFERRED, /* ran: follows from other blocks */
	COVER_RAN       /* its own probe says so */
};

/* What is known of all records together. */
struct evidence {
	bool lost;       /* records are missing: what did not run is not sure */
	bool from_start; /* no call had begun before recording did */
	bool complete;   /* somebody vouches that every call was recorded whole */
};

struct model {
	struct image *img;
	struct map *map;       /* NULL: the image has none */
	bool exact;            /* the machine code was scanned */
	struct site *sites;    /* by ret */
	size_t n_sites, sites_room;
	size_t dropped;        /* map records whose code the linker left out */
	size_t calls;          /* found by the scan */
	struct probe_pair *pairs;
	size_t n_pairs, pairs_room;
	struct variable_site *variables; /* by address */
	size_t n_variables, variables_room;
	struct words problems; /* calls without records, records without calls */
	/* Filled by model_cover(). */
	uint8_t *states;       /* enum cover_state of map.blocks[] */
	uint64_t *hits;        /* of map.blocks[] */
	size_t cycles;         /* rules that go round in circles: a bad map */
};

/* Reads map and machine code.  Without a map model->map is NULL. */
struct model *model_open(const char *path, struct anycov_error *err);
void model_close(struct model *m);

/* The site whose hook call returns to this address, or NULL. */
struct site *model_site(const struct model *m, uint64_t ret);

/* Marks every site (copies share one) of this guard, counter or flag; false: none. */
bool model_hit_variable(struct model *m, uint64_t address);

/* Name of the function around a site; "?" if nobody knows. */
const char *site_function(const struct model *m, const struct site *s);
/*
 * File and line of a site: DWARF's, or its block's first line.  Code that DWARF
 * ties to no line (line 0) has its block's.
 */
struct place site_place(const struct model *m, const struct site *s);
/* "function (file:line, inlined g)" for people, as far as it is known; to be freed. */
char *site_text(const struct model *m, const struct site *s, bool whole_path);
/* "pc", "cmp", ... */
const char *site_kind_name(unsigned kind);
/* The kind that a hook serves. */
unsigned kind_of_hook(int hook);

/* Derives the state of every block from the hits of the sites. */
void model_cover(struct model *m, const struct evidence *e);

static inline bool state_ran(unsigned state)
{
	return state >= COVER_ASSUMED;
}
/* "covered", "inferred", "assumed", "unknown", "assumed-not", "uncovered" */
const char *state_name(unsigned state);

#endif
