/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which code gets which probes: what an adapter calls, in this order.
 *
 *   anycov_unit_new()          once a translation unit
 *   anycov_unit_set(), ...     its options, as they come
 *   anycov_unit_start()        checks them against the target
 *   for each function:
 *     anycov_fn_begin()        is it instrumented?
 *     at each place (one in LLVM, two in GCC):
 *       export the body (common/facts.h)
 *       anycov_fn_prepare()    changes to the graph; carry them out, export again
 *       anycov_fn_plan()       the list of insertions; carry them out
 *     anycov_fn_probe_text(), anycov_fn_map_text(), anycov_fn_pieces()
 *     anycov_fn_end()
 *   anycov_unit_ctors(), anycov_unit_take_tags(), anycov_unit_free()
 *
 * Nothing here is global: units may be worked on in several threads.  Every error
 * is reported to the reporter where it occurs; a result only says that there was one.
 */
#ifndef ANYCOV_INSTRUMENT_H
#define ANYCOV_INSTRUMENT_H

#include "anycov/hook_table.h"
#include "common/diagnostic.h"
#include "common/facts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the translation unit ---- */

struct anycov_unit;

/* Never NULL: without memory it ends the program, as the compilers do. */
struct anycov_unit *anycov_unit_new(const struct anycov_reporter *reporter);
void anycov_unit_free(struct anycov_unit *u);

/* Takes an option: anycov_options_set(), anycov_options_parse() of common/options/options.h. */
void anycov_unit_set(struct anycov_unit *u, const char *key, const char *value);
void anycov_unit_parse(struct anycov_unit *u, const char *text);
/* Takes the options of the environment, ANYCOV_OPTIONS, if there were none before. */
void anycov_unit_parse_environment(struct anycov_unit *u);

/*
 * Checks the options, together and against the target.  has_functions: the unit has
 * a function to look at.  A unit without one needs no options: the plugin may be
 * loaded at a link step that has nothing to compile.  Returns false after an error.
 */
bool anycov_unit_start(struct anycov_unit *u, const struct anycov_target *target,
		       bool has_functions);

/*
 * place=early: each function is looked at before inlining and optimization, by an
 * anycov_fn of its own (anycov_fn_begin(), anycov_fn_prepare(), anycov_fn_plan() at
 * ANYCOV_PLACE_EARLY, anycov_fn_map_text(), anycov_fn_end()), and gets marks.
 */
bool anycov_unit_wants_marks(const struct anycov_unit *u);
/* Is the front end kept from changing functions before that? */
bool anycov_unit_keeps_source(const struct anycov_unit *u);

/* Would this function get probes?  Reports nothing. */
bool anycov_unit_instruments(const struct anycov_unit *u, const struct anycov_function *f);
/* Do probes go into blocks beyond the entries of functions? */
bool anycov_unit_probes_blocks(const struct anycov_unit *u);
/* Do objects get a map?  Without one, probes have no records and no texts. */
bool anycov_unit_has_map(const struct anycov_unit *u);
/* Are decisions to be listed by a compiler that lists them only if it is asked to? */
bool anycov_unit_wants_decisions(const struct anycov_unit *u);
/* Returns -1 with an error if decisions are to be listed, and the names of blocks are gone. */
int anycov_unit_check_names(const struct anycov_unit *u, bool has_names, struct anycov_error *err);
/* Are conditions kept apart that optimizers would merge or make selects of?  At any place. */
bool anycov_unit_keeps_branches(const struct anycov_unit *u);
/* The section in which the unit defines ANYCOV_ONE_FUZZER; NULL: none.  Valid as long as the unit.
 */
const char *anycov_unit_fuzzer_section(struct anycov_unit *u);
/* Does each value of a switch get an edge of its own?  For labels of so many values at most: clang
 * makes a range of them. */
bool anycov_unit_parts_cases(const struct anycov_unit *u);
#define ANYCOV_MOST_CASE_VALUES 64
/* Are counters texts for the assembler?  Compilers take long for a load, an addition and a store in
 * each block, and for nothing to schedule instructions, which are not moved past a text. */
bool anycov_unit_counts_by_text(const struct anycov_unit *u);
/* Must GCC's parser see functions as they are written, for one of these? */
bool anycov_unit_parses_as_written(const struct anycov_unit *u);
/* Where the unit defines the variable of stack-depth, its initial value is the highest address. */
bool anycov_unit_wants_stack_depth(const struct anycov_unit *u);

/*
 * The unit's constructors.  before_functions: no function was planned yet, so the
 * options show which tables there will be; else the tables that were made do.
 */
struct anycov_ctor {
	const char *name; /* also of its comdat group */
	unsigned n_tables;
	unsigned char tables[ANYCOV_N_TABLES]; /* enum anycov_table_id, in order of the calls */
};
const struct anycov_ctor *anycov_unit_ctors(struct anycov_unit *u, bool before_functions,
					    unsigned *n);

/* Records of the ABI tags that the unit needs and that were not taken yet; may be "". */
const char *anycov_unit_take_tags(struct anycov_unit *u);

/* Does the unit have lists whose entries can be recorded? */
bool anycov_unit_has_lists(const struct anycov_unit *u);
/*
 * Notes which entries of the lists match f, a function of the source that may be gone before its
 * turn comes, or with the name NULL the unit itself.
 */
void anycov_unit_try_lists(struct anycov_unit *u, const struct anycov_function *f);
/* The same for a function of the unit; anycov_unit_lto_text() needs to know of them, too. */
void anycov_unit_note_function(struct anycov_unit *u, const struct anycov_function *f);
/*
 * Records of the entries and of those that matched so far; "" if none matched since the last
 * call.
 */
const char *anycov_unit_lists_text(struct anycov_unit *u);

/*
 * For a compiler that inserts probes when it links: the record of a unit whose functions wait for
 * that, or with NULL of the link.  Without the latter, reports show that probes are missing.  ""
 * if no function of the unit gets probes.
 */
const char *anycov_unit_lto_text(struct anycov_unit *u, const char *unit);

/* Returns whether a builtin of GCC by this name returns only if it fails: to GCC it is one that
 * throws nothing, and no more. */
bool anycov_is_exec(const char *builtin);
/* Returns whether control may leave the function in a volatile asm with this text. */
bool anycov_asm_may_leave(const char *text);

/* The calls of hooks are indirect, because of this option (NULL: not known which).
 * Warns once a unit. */
void anycov_unit_warn_indirect(struct anycov_unit *u, const char *option);

/* A variable of hooks.def that the unit declares itself.  Returns false after an
 * error. */
bool anycov_unit_check_variable(struct anycov_unit *u, enum anycov_variable_id id, uint64_t bits,
				bool is_thread_local, bool is_definition);

/* ---- a function ---- */

struct anycov_fn;

/* NULL: the function gets no probes.  f is not kept. */
struct anycov_fn *anycov_fn_begin(struct anycov_unit *u, const struct anycov_function *f);
/*
 * Returns whether it gets no probes all the same: with place=early the late place's plan of such
 * a function is a map, if it contains marks of inlined functions.
 */
bool anycov_fn_is_skipped(const struct anycov_fn *fn);
void anycov_fn_end(struct anycov_fn *fn); /* of NULL: does nothing */

/* Where in the compilation a body is looked at; LLVM has both at once. */
enum anycov_place {
	ANYCOV_PLACE_SOURCE = 1, /* comparisons, divisions and indices as they were written */
	ANYCOV_PLACE_LATE = 2,   /* the blocks as they will be, and all other items */
	ANYCOV_PLACE_EARLY = 4   /* the blocks as they were written */
};

/*
 * line-tables=calls: whether all but calls, and what may become one, lose their lines once the body
 * was planned at this place, and the map has them.  A report needs those of calls, where one did
 * not return.  The unit: whether some function may.
 */
bool anycov_unit_may_drop_lines(const struct anycov_unit *u);
bool anycov_fn_drops_lines(const struct anycov_fn *fn, enum anycov_place place);

/* What is used of the body at these places; the adapter need not export the rest. */

/* Which kinds of items; returns whether any. */
bool anycov_fn_wants(const struct anycov_fn *fn, unsigned places, bool list[ANYCOV_N_ITEM_KINDS]);
bool anycov_fn_wants_weights(const struct anycov_fn *fn);
bool anycov_fn_wants_frame(const struct anycov_fn *fn);
bool anycov_fn_wants_lean(const struct anycov_fn *fn);
/* Blocks and edges at the source place (else items alone). */
bool anycov_fn_wants_source_graph(const struct anycov_fn *fn);

/*
 * The body, while an adapter exports it.  The functions below append to its lists, which it
 * always shows; what else it contains the adapter fills in.  anycov_fn_clear_graph() empties the
 * lists of blocks, edges, items and cases.
 */
struct anycov_body *anycov_fn_body(struct anycov_fn *fn);
void anycov_fn_clear_graph(struct anycov_fn *fn);
void anycov_fn_add_block(struct anycov_fn *fn, uint32_t is, uint64_t weight);
void anycov_fn_add_edge(struct anycov_fn *fn, uint32_t from, uint32_t to, bool can_split,
			uint64_t weight);
/* Of the last edge: struct anycov_edge.is_for_constants. */
void anycov_fn_note_for_constants(struct anycov_fn *fn);
/* The item, of no facts yet: valid until the next one is added. */
struct anycov_item *anycov_fn_add_item(struct anycov_fn *fn, enum anycov_item_kind kind,
				       uint32_t block);
/* A case of the last item, a SWITCH whose size is set: it takes so many bits of the values. */
void anycov_fn_add_case(struct anycov_fn *fn, uint64_t first, uint64_t last);
/* Returns whether a part of the block begins with the mark, as anycov_fn_add_line() does. */
bool anycov_fn_add_mark(struct anycov_fn *fn, uint64_t function, uint32_t source_block,
			uint32_t block);
/*
 * The blocks get their lines one after the other.  anycov_fn_file() returns the number of a file,
 * which is copied; the first one asked for is the function's.  read_as: what the compiler opened,
 * if that is known: -ffile-prefix-map and the like change the name; else NULL.
 * The first line is the function's if it has no column.
 * anycov_fn_add_line() drops a line that repeats the block's last one, and returns whether a part
 * of the block begins with it.  These parts are counted from 0 over the whole body.
 */
uint32_t anycov_fn_file(struct anycov_fn *fn, const char *name, const char *read_as);
bool anycov_fn_add_line(struct anycov_fn *fn, uint32_t block, const struct anycov_map_line *line);
/* A call that may not return, between lines or between marks, and not one that has to be a jump. */
enum anycov_call_kind {
	ANYCOV_CALL_AMONG_LINES,
	/* The same, in code that is not optimized: the unit shows that it may end the program. */
	ANYCOV_CALL_ENDS_PROGRAM,
	ANYCOV_CALL_AMONG_MARKS
};
void anycov_fn_add_call(struct anycov_fn *fn, uint32_t block, enum anycov_call_kind kind);
/* A decision of the source; early place, after all blocks. */
void anycov_fn_add_decision(struct anycov_fn *fn, const struct anycov_form_part *parts, uint32_t n);
/* The same of one whose form is known as where evaluations go; v is copied. */
void anycov_fn_add_conditions(struct anycov_fn *fn, const struct anycov_map_condition *v,
			      uint32_t n);
/* For a compiler that makes trees of branches of switches: where one is (0: it has no location),
 * and whether one is there. */
void anycov_fn_note_switch(struct anycov_fn *fn, uint64_t where);
bool anycov_fn_has_switch(const struct anycov_fn *fn, uint64_t where);

enum anycov_change_kind {
	ANYCOV_PART_ENTRY, /* a new block in front of block 0 becomes the entry */
	ANYCOV_SPLIT_EDGE, /* puts a block on edge index */
	ANYCOV_END_BLOCK   /* ends the block before part index, of lines */
};
struct anycov_change {
	enum anycov_change_kind kind;
	uint32_t index;
	/* SPLIT_EDGE: which of the successors of its block the edge leads to. */
	uint32_t successor;
	/* SPLIT_EDGE: remove the block again if nothing is inserted there. */
	bool is_optional;
};

/* What to change in the graph before the plan of this place, early or late; indices are those of
 * body.  The list belongs to fn and is valid until the next call. */
const struct anycov_change *anycov_fn_prepare(struct anycov_fn *fn, enum anycov_place place,
					      const struct anycov_body *body, uint32_t *n);

enum anycov_insertion_kind {
	ANYCOV_INSERT_LABEL,     /* an address that a table contains */
	ANYCOV_INSERT_CALL,      /* of hook, with args */
	ANYCOV_INSERT_LEAN_CALL, /* of hook, by anycov_fn_lean() */
	ANYCOV_INSERT_COUNT,     /* adds one to the element of table */
	/* The same by anycov_fn_count_text(): one statement to the compiler, and the block's
	 * address for a table as well. */
	ANYCOV_INSERT_COUNT_TEXT,
	ANYCOV_INSERT_STORE,       /* stores value in the element of table */
	ANYCOV_INSERT_SET_FLAG,    /* the same, if it does not have that value */
	ANYCOV_INSERT_SITE,        /* no instruction: the text of probe alone */
	ANYCOV_INSERT_STACK_DEPTH, /* stores the frame's address if it is the lowest one */
	/* Early place: no instruction; stays in what becomes of the block, however often
	 * it is copied, and tells anycov_body.marks of it. */
	ANYCOV_INSERT_MARK,
	ANYCOV_INSERT_BITS, /* changes a variable of the function: its bits keep, and set */
	ANYCOV_INSERT_SHOWN /* MARK, if the variable has the bit set; set is 0: always */
};
enum anycov_insertion_at {
	ANYCOV_AT_BLOCK,     /* first in block index; those of a block follow each other */
	ANYCOV_AT_PART,      /* first in part index: early of lines, late of marks */
	ANYCOV_AT_ITEM,      /* before item index; in list order */
	ANYCOV_AT_EXCEPTION, /* where an exception leaves the function */
	/* on the edge of a condition: index is twice its block, and 1 more for true */
	ANYCOV_AT_BRANCH
};
enum anycov_arg_source {
	ANYCOV_ARG_OPERAND, /* the item's only or left operand */
	ANYCOV_ARG_RIGHT,   /* the item's right operand */
	ANYCOV_ARG_THIRD,   /* the third argument of the item's call */
	ANYCOV_ARG_CASES,   /* address of a constant table: cases below */
	ANYCOV_ARG_ELEMENT  /* address of the element */
};
struct anycov_arg {
	enum anycov_arg_source source;
	unsigned bits; /* widen an integer operand to this, 0: leave it as it is */
	bool is_signed;
};
struct anycov_insertion {
	enum anycov_insertion_kind kind;
	enum anycov_insertion_at at;
	uint32_t index;
	int hook; /* enum anycov_hook_id; the hook table has the number of arguments */
	struct anycov_arg args[3];
	enum anycov_table_id table;
	uint32_t element;
	uint8_t value;         /* of STORE and SET_FLAG: 0 or 1; of COUNT: what follows 255 */
	bool is_volatile;      /* STORE, SET_FLAG: optimizers leave the store where it is */
	bool stores_address;   /* STORE: or the low byte of the address of the table's piece */
	bool keeps_address;    /* STORE: in a register, for all stores of the function */
	const uint64_t *cases; /* of ANYCOV_ARG_CASES: u64 words */
	uint32_t n_cases;
	uint64_t mark; /* of MARK, SHOWN: the function; its block is element */
	/* Of BITS and SHOWN: 32 bits of unsigned type, by its number from 0 on in the function. */
	uint32_t variable, keep, set;
	uint32_t probe; /* its identity; ANYCOV_NO_PROBE: it has none */
	bool is_gated;  /* runs only while the variable ANYCOV_VARIABLE_GATE is not 0 */
};
#define ANYCOV_NO_PROBE UINT32_MAX

/*
 * Plans what to insert at these places.  The list belongs to fn and is valid until
 * the next call of this function.  Returns false after an error; then nothing is to
 * be inserted.
 */
bool anycov_fn_plan(struct anycov_fn *fn, unsigned places, const struct anycov_body *body,
		    const struct anycov_insertion **list, uint32_t *n);

/* How lean probes of the planned function call; NULL: it has none. */
const struct anycov_lean_target *anycov_fn_lean(const struct anycov_fn *fn);

/*
 * A probe of an earlier place is in this block of the late graph.  Call it for each
 * one that is found, before the late plan.  Returns the probe's number from then
 * on: that of a copy (an unrolled loop's) differs, so that it gets a block of its own.
 */
uint32_t anycov_fn_move_probe(struct anycov_fn *fn, uint32_t probe, uint32_t block);

struct anycov_probe {
	uint32_t number; /* in the function; copies share it */
	uint32_t block;
	enum anycov_site_kind kind;
	int table; /* enum anycov_table_id of its element, or -1 */
	uint32_t element;
	bool is_lean, is_gated, has_call, was_moved;
	bool is_trap; /* the runtime puts a trap there, whose handler sets the element */
};
const struct anycov_probe *anycov_fn_probe(const struct anycov_fn *fn, uint32_t probe);

/*
 * How many of the n marks of a function its inliner must not take for instructions.  With all of
 * them it would not inline what it does without marks; but some become probes.  for_size: the
 * function is compiled for size, where each copy of a probe counts.
 */
uint32_t anycov_marks_without_size(uint32_t n, bool for_size);

/* ---- texts for the assembler: no compiler's escapes ---- */

struct anycov_probe_place {
	/* A label that no other text of the assembly file has, or NULL: there is
	 * none because tied_to is one. */
	const char *label;
	const char *tied_to;  /* the label of an earlier record in this section of the code */
	const char *group;    /* comdat group, ANYCOV_GROUP_OF_CODE, or NULL */
	const char *variable; /* address of the element, or NULL */
	/* Of a trap: no instruction follows that only this block leads to. */
	bool needs_instruction;
};
/*
 * For a compiler that writes one section after the other: gives the first text of a section of the
 * function (there may be a hot and a cold one) the label, and ties the others to it.
 */
void anycov_fn_tie(struct anycov_fn *fn, struct anycov_probe_place *place);
void anycov_fn_new_section(struct anycov_fn *fn);

/* The probe's record, after its lean call if it has one; a trap's record.  Valid until the next
 * call. */
const char *anycov_fn_probe_text(struct anycov_fn *fn, uint32_t probe,
				 const struct anycov_probe_place *place);

/*
 * Adds one to a counter; variable: its address.  label: NULL, or of the block.  Valid until the
 * next call.
 */
const char *anycov_fn_count_text(struct anycov_fn *fn, const char *label, const char *variable);
/* How many instructions that is. */
unsigned anycov_fn_count_instructions(const struct anycov_fn *fn);

/* The records of the function and its blocks; "" if it has none.  Known after the
 * late plan. */
const char *anycov_fn_map_text(const struct anycov_fn *fn);

/*
 * The record of the function's flags; "" if it has none.  place->variable is the first flag;
 * label is of the code that the text is put into, tied_to a symbol of the function.  Known
 * after the late plan.
 */
const char *anycov_fn_flags_text(struct anycov_fn *fn, const struct anycov_probe_place *place);

/* ---- tables ---- */

enum anycov_cell_kind {
	ANYCOV_CELL_NUMBER, /* value, sign-extended to a pointer's width */
	ANYCOV_CELL_BLOCK,  /* address of block value; 1 if it has no code */
	ANYCOV_CELL_CALLEE  /* address of the function that item value calls; nothing if
			     * no code calls it */
};
struct anycov_cell {
	enum anycov_cell_kind kind;
	int64_t value;
};
/* What a function adds to a table. */
struct anycov_piece {
	enum anycov_table_id table;
	unsigned element_bytes;
	const char *section;
	uint32_t n_elements;
	const struct anycov_cell *cells; /* of elements that are addresses or numbers */
	uint8_t fill;                    /* else each of their bytes */
	uint8_t seal;                    /* a byte after the elements; 0: none */
	bool begins_odd;                 /* at an odd address, the seal before them */
	bool needs_no_bytes;             /* may be NOBITS: its contents are never read */
};
/* For a compiler that changes the stores itself: is the low byte of a flag's base stored, the
 * address of the function's flags or an even number above? */
bool anycov_unit_stores_addresses(const struct anycov_unit *u);
/* Known after the late plan; belongs to fn. */
const struct anycov_piece *anycov_fn_pieces(const struct anycov_fn *fn, unsigned *n);
/* That of one table, or NULL. */
const struct anycov_piece *anycov_fn_piece(const struct anycov_fn *fn, enum anycov_table_id table);

#ifdef __cplusplus
}
#endif
#endif
