/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Inside common/instrument.h: what its files share.  No adapter includes this. */
#ifndef ANYCOV_INSTRUMENT_INTERNAL_H
#define ANYCOV_INSTRUMENT_INTERNAL_H

#include <stddef.h>
#include "common/alloc.h"
#include "common/instrument.h"
#include "common/number_set.h"
#include "common/options/options.h"
#include "common/plan/planner.h"

struct anycov_unit {
	struct anycov_reporter reporter;
	struct anycov_options options;
	struct anycov_target target;
	bool failed;          /* an option was wrong; reported */
	bool any_option;      /* someone gave one */
	bool started;         /* options and target fit each other */
	bool may_drop_lines;  /* of debug information */
	bool has_functions;   /* that get probes, of those that were noted */
	bool warned_indirect; /* each of these messages is given once */
	bool noted_no_lean, noted_no_traps;
	bool needs_lean_tag, needs_script_tag, needs_data_tag; /* by an insertion so far */
	bool took_lean_tag, took_script_tag, took_data_tag;
	unsigned n_labels;
	unsigned tables; /* that were made: 1 << enum anycov_table_id */
	char tags[3 * ANYCOV_TAG_ASM_MAX];
	char *lists_text, *lto_text;
	char fuzzer_section[sizeof(ANYCOV_FUZZER_SECTION) +
			    sizeof(((struct anycov_options *)0)->fuzzer)];
	struct anycov_number_set files; /* hashes of those whose contents are recorded */
	struct anycov_ctor ctors[ANYCOV_N_TABLES];
};

/* A list that grows; items of size bytes. */
struct anycov_vec {
	void *at;
	uint32_t n, room;
};

/* What a way from a condition does with a variable (outcomes.c). */
struct anycov_step {
	uint32_t condition, value; /* of its decision */
	uint32_t block;            /* of the condition */
	uint32_t variable;
	/* The bits that remain, and that are set then.  A test: the bit, 0 if it is known. */
	uint32_t keep, set;
	uint32_t shows; /* a test: the block that tells; else 0 */
};

struct anycov_fn {
	struct anycov_unit *unit;
	char *name, *unit_name, *unit_shown;
	uint64_t id;
	uint32_t n_inserted; /* probes at all places so far */
	bool planned_late;
	bool is_artificial;
	bool may_drop_lines;                   /* of debug information */
	uint32_t class_line;                   /* anycov_function's */
	uint32_t line;                         /* of its name in the body; 0: unknown */
	bool has_traps;                        /* sites=trap, and the target has them */
	const char *trap_keeps;                /* relocation of anycov_site.trap_keeps */
	bool is_skipped;                       /* gets no probes, but may contain marks */
	enum anycov_place place;               /* of the plan */
	const struct anycov_lean_target *lean; /* NULL: probes call C hooks */
	struct anycov_vec probes;              /* struct anycov_probe */
	uint32_t n_numbers;                    /* of probes: copies share one */
	struct anycov_vec insertions;          /* struct anycov_insertion; of one plan */
	struct anycov_vec changes;             /* struct anycov_change */
	struct anycov_body body;
	struct anycov_vec blocks, edges, items, cases, marks; /* of the body */
	struct anycov_number_set switches;
	bool has_unlocated_switch;
	struct anycov_vec lines;   /* struct anycov_map_line */
	struct anycov_vec ends;    /* of each part of lines: bool, see anycov_parts.may_end */
	struct anycov_vec files;   /* char *, owned */
	struct anycov_vec read_as; /* of each file: char *, owned, or NULL */
	/* Of body.lists_decisions: struct anycov_map_decision and _condition, whose text and blocks
	 * are owned.  Decisions get their conditions last, as the list of these moves. */
	struct anycov_vec decisions, conditions;
	/* Option mcdc: struct anycov_step; tests are those of the decision that is added. Variables
	 * of the function. */
	struct anycov_vec steps, tests;
	uint32_t n_variables;
	struct anycov_vec case_tables; /* uint64_t *: until the end */
	struct anycov_vec flag_blocks; /* uint32_t: the block of each flag */
	struct anycov_piece pieces[ANYCOV_N_TABLES];
	unsigned n_pieces;
	char *map_text;
	char *flags_text;
	char label[32]; /* of the first probe in this section of the function; "": none yet */
	char *probe_text;
	size_t probe_text_size;
};

/* The value of a flag that was hit; the other of 0 and 1 is its first one. */
static inline uint8_t anycov_hit_value(const struct anycov_unit *u)
{
	return !u->target.has_zero_register || u->target.is_hosted;
}

/*
 * Whether flags are part of .data, as in firmware: every linker script places that in RAM, and
 * start-up code initializes it, while a section of another name may be anywhere and contain
 * anything.
 */
static inline bool anycov_flags_are_data(const struct anycov_unit *u)
{
	return u->target.is_elf && (!u->target.is_hosted ||
				    (u->options.drop_ctors && u->options.map != ANYCOV_MAP_KERNEL));
}

/* Whether stores of flags share a register with their address: in firmware, which is small rather
 * than fast. */
static inline bool anycov_flags_keep_address(const struct anycov_unit *u)
{
	return u->target.keeps_addresses && !u->target.is_hosted && anycov_flags_are_data(u);
}

/*
 * Whether a flag that was hit is any odd number.  Firmware's flags begin at an odd address there,
 * so a store needs no register but that of the address.
 */
static inline bool anycov_flags_are_odd(const struct anycov_unit *u)
{
	return u->target.stores_addresses && !u->target.is_hosted && anycov_flags_are_data(u);
}

/*
 * A byte after the function's flags in .data, which no flag contains (not 0 or 1) and which
 * memory that was never written rarely does: it shows that start-up code initialized them.
 * Another build has other ones.  Before the flags, which makes their address odd, if those are.
 */
static inline uint8_t anycov_seal(const struct anycov_fn *fn)
{
	return (uint8_t)(2 + fn->id % 253);
}

/*
 * The blocks of a body as the planner and the map take them.  Where parts of blocks get probes and
 * rules of their own (probes_parts), the plan is that of all parts: its nodes from n_blocks on are
 * those after calls.
 */
struct anycov_blocks {
	struct anycov_cfg cfg;
	struct anycov_cfg_edge *edges;
	uint32_t *flags;     /* ANYCOV_BLOCK_* */
	uint32_t *map_flags; /* ANYCOV_MAP_BLOCK_* that do not depend on the plan */
	uint64_t *weights;
	uint32_t *n_preds, *n_succs; /* the entry counts as one predecessor of block 0 */
	struct anycov_plan plan;
	uint8_t *has_label; /* a table contains the block's address */
	/* As in struct anycov_cuts; n_parts counts those of all blocks. */
	uint32_t *n_parts_of;
	uint8_t *ends_in_call, *is_empty;
	uint32_t n_parts;
	bool probes_parts, is_call_safe;
};

/* Which parts of blocks count: of the marks where there are any, else of the lines. */
static inline bool anycov_has_marks(const struct anycov_fn *fn)
{
	return fn->place != ANYCOV_PLACE_EARLY && anycov_unit_wants_marks(fn->unit);
}
static inline struct anycov_parts anycov_parts_of(const struct anycov_fn *fn,
						  const struct anycov_block *block)
{
	return anycov_has_marks(fn) ? block->mark_parts : block->line_parts;
}

/* Appends an item of size bytes, zeroed, and returns it. */
void *anycov_vec_add(struct anycov_vec *v, size_t size);

/* probes.c */
bool anycov_wants_lean_hooks(const struct anycov_fn *fn);

/* blocks.c */
void anycov_blocks_init(struct anycov_blocks *b, const struct anycov_fn *fn,
			const struct anycov_body *body);
void anycov_blocks_free(struct anycov_blocks *b);
/* Chooses the blocks that get probes.  Returns 0, or -1 with err filled. */
int anycov_blocks_plan(struct anycov_blocks *b, const struct anycov_fn *fn,
		       const struct anycov_body *body, struct anycov_error *err);
void anycov_blocks_note(const struct anycov_blocks *b, const struct anycov_fn *fn,
			const struct anycov_body *body);

/* fn_map.c */
void anycov_fn_make_map(struct anycov_fn *fn, const struct anycov_body *body,
			const struct anycov_blocks *b);

/* decisions.c */
/* Returns fn->decisions with their conditions. */
const struct anycov_map_decision *anycov_fn_decisions(struct anycov_fn *fn);
void anycov_fn_forget_decisions(struct anycov_fn *fn);

/* outcomes.c */
/* Adds what shows the hidden outcomes of a decision's conditions. */
void anycov_fn_add_outcomes(struct anycov_fn *fn, struct anycov_map_condition *v, uint32_t n);
void anycov_insert_steps(struct anycov_fn *fn);

/* probes.c: the list of insertions. */
struct anycov_insertion *anycov_fn_insert(struct anycov_fn *fn, enum anycov_insertion_kind kind,
					  enum anycov_insertion_at at, uint32_t index);
/* Gives the insertion an identity. */
void anycov_fn_add_probe(struct anycov_fn *fn, struct anycov_insertion *in,
			 enum anycov_site_kind kind, uint32_t block);
/* A call of a hook, with its identity. */
struct anycov_insertion *anycov_fn_insert_call(struct anycov_fn *fn, int hook,
					       enum anycov_insertion_at at, uint32_t index,
					       enum anycov_site_kind kind, uint32_t block);
void anycov_insert_blocks(struct anycov_fn *fn, const struct anycov_body *body,
			  const struct anycov_blocks *b);

void anycov_insert_marks(struct anycov_fn *fn, const struct anycov_body *body,
			 const struct anycov_blocks *b);

/* items.c */
bool anycov_insert_items(struct anycov_fn *fn, unsigned places, const struct anycov_body *body);

/* table_entries.c: fills fn->pieces and b->has_label. */
void anycov_make_pieces(struct anycov_fn *fn, const struct anycov_body *body,
			struct anycov_blocks *b);

#endif
