/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What an adapter (gcc-plugin/, llvm-pass/) exports: facts about the target, a
 * function and its code, as plain data.  An adapter states what is there;
 * common/ decides what to do about it (common/instrument.h).
 *
 * The adapter owns all of this.  A call reads it and keeps no pointer into it,
 * except where a comment says so.
 */
#ifndef ANYCOV_FACTS_H
#define ANYCOV_FACTS_H

#include <stdbool.h>
#include <stdint.h>
#include "common/emit/lean_targets.h"
#include "common/map/map_asm.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ANYCOV_NO_BLOCK UINT32_MAX

/* The target that a translation unit is compiled for. */
struct anycov_target {
	bool is_elf;
	/* Assembler and linker handle a section that is tied to another one
	 * (SHF_LINK_ORDER). */
	bool can_tie_sections;
	/* The adapter knows which instruction follows, so that a trap needs none of its own. */
	bool sees_instructions;
	bool has_tls; /* code can reach thread-local variables */
	/* A register that is always 0 can be stored: a store of 0 needs no other one. */
	bool has_zero_register;
	/* A constant takes an instruction, and the low byte of the register that has a store's
	 * address can be stored, which is not computed from the place of the code. */
	bool stores_addresses;
	/* An address takes several instructions, and the adapter can keep that of a function's
	 * flags in a register that the compiler does not compute again. */
	bool keeps_addresses;
	bool is_hosted;      /* Linux: flags may be a file's, which starts with zeros */
	bool sees_decisions; /* the adapter exports decisions of some language */
	/* GNU ld's own script does not place tables in RAM (AVR). */
	bool tables_need_script;
	/* The adapter removes a block that it put on an edge if no probe is
	 * inserted there, so that such a block costs nothing. */
	bool removes_unused_blocks;
	/* Text for the assembler can add one to a byte of memory, in AT&T's syntax for x86-64, by
	 * an address relative to the instruction. */
	bool counts_by_text;
	unsigned pointer_bits;  /* 16, 32 or 64 */
	unsigned address_bytes; /* 4 or 8: the ELF class */
};

/* A function, before anything is inserted. */
struct anycov_function {
	const char *name;       /* assembler name, without the target's prefix */
	const char *unit;       /* main source file of the translation unit, as it was given */
	const char *unit_dir;   /* absolute directory of relative names; NULL: unknown */
	const char *unit_shown; /* the unit after -ffile-prefix-map and the like; may be NULL */
	const char *section;    /* NULL: default */
	bool is_naked;
	bool no_coverage;        /* no_sanitize_coverage, no_sanitize("coverage") */
	bool no_instrumentation; /* disable_sanitizer_instrumentation */
	bool is_external_copy;   /* available_externally: emitted elsewhere */
	bool is_artificial;      /* not written by the user: C++'s default members */
	/* The line of its class, if C++ made the function of it; 0: none.  Other lines are the
	 * user's: initial values of members. */
	uint32_t class_line;
	bool has_async_eh; /* structured exception handling of Windows */
	/* Its debug information: line tables alone; the compiler itself reads the lines as well,
	 * for sanitizers, remarks, gcov or a profile. */
	bool has_line_tables, compiler_reads_lines;
};

/* What the map and the reports show of a function; known at the late place. */
struct anycov_function_source {
	/* Directory of relative file names; NULL: unknown.  Of a function without lines it tells
	 * that others of the unit have them. */
	const char *dir;
	const char *salt;  /* distinguishes units of one name in the ID; may be NULL */
	const char *group; /* comdat group of the function records, NULL: none */
};

/* Facts about a block: bits of struct anycov_block.is. */
enum anycov_block_fact {
	ANYCOV_IS_UNREACHABLE = 1 << 0, /* contains nothing but "unreachable" */
	ANYCOV_IS_BARE = 1 << 1,        /* contains no statement at all */
	ANYCOV_IS_JUMP = 1 << 2,        /* a jump alone, at no source location of its own */
	ANYCOV_IS_DISPATCHER = 1 << 3,  /* head of the paths of longjmp: not user code */
	ANYCOV_IS_SWITCH_PART = 1 << 4, /* a branch of the tree made of one switch */
	ANYCOV_IS_ON_EDGE = 1 << 5,     /* the adapter put it on an edge for a probe */
	ANYCOV_HAS_NO_PLACE = 1 << 6,   /* no probe can be inserted */
	ANYCOV_LEAVES = 1 << 7,         /* control leaves the function here */
	ANYCOV_NEVER_RETURNS = 1 << 8,  /* ends in a call that never returns */
	ANYCOV_MAY_NOT_RETURN = 1 << 9, /* contains a call that may not return */
	ANYCOV_ENDS_IN_CALL = 1 << 10,  /* it is after all parts: an edge or a return follows it */
	ANYCOV_RESUMES = 1 << 11,       /* ends in a call by which unwinding goes on */
	ANYCOV_CALLS_SETJMP = 1 << 12,  /* of the entry: the function calls setjmp() */
	ANYCOV_HAS_MADE_BRANCH = 1 << 13, /* the branch at its end is the compiler's own */
	ANYCOV_THROWS = 1 << 14,  /* ends in a call that may throw; its first edge is no throw */
	ANYCOV_CATCHES = 1 << 15, /* its branch chooses a handler of an exception */
	/* common/ added it: code by which an evaluation tells that it showed an outcome */
	ANYCOV_IS_OUTCOME = 1 << 16
};

struct anycov_block {
	uint32_t is;                  /* enum anycov_block_fact */
	uint64_t weight;              /* estimated executions; if anycov_fn_wants_weights() */
	uint32_t first_line, n_lines; /* in anycov_body.lines, in code order */
	struct anycov_parts line_parts, mark_parts;
};

/* Edges are listed by source block, and by successor within a block. */
struct anycov_edge {
	uint32_t from, to;
	uint64_t weight; /* 0 where the adapter has no weights of edges */
	bool can_split;  /* not abnormal; into a landing pad: of GCC, early */
	/* Taken only if the compiler knows a value (__builtin_constant_p()): never at -O0. */
	bool is_for_constants;
};

/* A statement, or a part of one, that a hook may be called for. */
enum anycov_item_kind {
	ANYCOV_ITEM_COMPARE,
	ANYCOV_ITEM_SWITCH,
	ANYCOV_ITEM_DIVISION,
	ANYCOV_ITEM_INDEX,
	/* A direct call that returns a value, and whose first two arguments are pointers. */
	ANYCOV_ITEM_ROUTINE,
	ANYCOV_ITEM_LOAD,
	ANYCOV_ITEM_STORE,
	ANYCOV_ITEM_CALL,
	ANYCOV_ITEM_RETURN,
	ANYCOV_ITEM_RESUME, /* goes on with an exception that was caught */
	ANYCOV_N_ITEM_KINDS
};

/* Facts about an item: bits of struct anycov_item.is. */
enum anycov_item_fact {
	ANYCOV_IS_CONST_LEFT = 1 << 0, /* COMPARE: this operand is a constant */
	ANYCOV_IS_CONST_RIGHT = 1 << 1,
	ANYCOV_IS_CONST = 1 << 2,      /* SWITCH, DIVISION, INDEX: the operand is one */
	ANYCOV_IS_SIGNED = 1 << 3,     /* COMPARE, DIVISION, INDEX: the operands have a sign */
	ANYCOV_IS_EQUALITY = 1 << 4,   /* COMPARE: == or != */
	ANYCOV_IS_MADE_TRUTH = 1 << 5, /* COMPARE: of a truth value that code computed */
	ANYCOV_IS_INDIRECT = 1 << 6,   /* CALL: through a pointer */
	ANYCOV_IS_TAIL = 1 << 7,       /* CALL: may become a jump */
	ANYCOV_IS_MUST_TAIL = 1 << 8,  /* CALL: becomes a jump */
	ANYCOV_IS_INLINE = 1 << 9      /* CALL: of an intrinsic: no code calls it */
};

enum anycov_value_class {
	ANYCOV_VALUE_INTEGER,
	ANYCOV_VALUE_F32,
	ANYCOV_VALUE_F64,
	ANYCOV_VALUE_OTHER
};

/* In code order; items of one statement in the order of enum anycov_item_kind. */
struct anycov_item {
	enum anycov_item_kind kind;
	uint32_t block;
	uint32_t is; /* enum anycov_item_fact */
	/* COMPARE, SWITCH, DIVISION, INDEX: class of the operands. */
	enum anycov_value_class value_class;
	/* COMPARE, SWITCH, DIVISION: bits of an operand.  LOAD, STORE: bytes. */
	uint64_t size;
	/* COMPARE: the block whose branch is the only use of the result. */
	uint32_t decides_block;
	/* SWITCH: its first value in anycov_body.cases and the number of its pairs. */
	uint32_t first_case, n_cases;
	/* ROUTINE: the callee's assembler name; valid as long as the body. */
	const char *callee;
	uint32_t n_args; /* ROUTINE */
	/* ROUTINE: bits of the callee's third parameter if it is an integer, else 0. */
	uint32_t third_bits;
};

/* A block of the source that this block of the late graph contains (place=early). */
struct anycov_mark {
	uint64_t function;     /* anycov_insertion.mark */
	uint32_t source_block; /* or a part of one */
	uint32_t block;
	uint32_t part; /* of block */
};

/*
 * What a decision consists of, each operator before its operands: "a && !b" is AND, CONDITION,
 * NOT, CONDITION.
 */
enum anycov_form {
	ANYCOV_FORM_AND,
	ANYCOV_FORM_OR,
	ANYCOV_FORM_NOT,
	ANYCOV_FORM_CHOICE, /* ?: with its three operands */
	ANYCOV_FORM_FALSE,  /* constants */
	ANYCOV_FORM_TRUE,
	ANYCOV_FORM_CONDITION
};
struct anycov_form_part {
	enum anycov_form form;
	/* CONDITION, CHOICE: a place in its text, and what the compiler prints of it; may be "". */
	struct anycov_map_line place;
	const char *text;
	/* CONDITION: the blocks that end in its branch; their first edge is that of true.  CHOICE:
	 * those of a branch on its value, if the compiler computes that: then it is a condition,
	 * and what it tests another decision. */
	uint32_t n_blocks;
	const uint32_t *blocks;
};

/* How probes can call lean hooks in a function (common/emit/lean_targets.h). */
struct anycov_lean_facts {
	enum anycov_lean_id target; /* ANYCOV_LEAN_NONE: it has no lean hooks */
	/* Bit i: an option or a global variable takes register i of the target. */
	uint32_t taken_registers;
	bool call_is_far; /* a direct call may not reach the hook */
};

/*
 * The code of a function.  Block 0 is the entry.  Where a compiler does not keep
 * what is exported until the next step, the adapter exports it again.
 */
struct anycov_body {
	const struct anycov_block *blocks;
	const struct anycov_edge *edges;
	const struct anycov_item *items;
	/* Of switches: pairs of first and last value, zero-extended from the item's size;
	 * without the default. */
	const uint64_t *cases;
	const struct anycov_map_line *lines;
	const char *const *files;
	const struct anycov_mark *marks; /* late place, if anycov_unit_wants_marks() */
	uint32_t n_blocks, n_edges, n_items, n_files, n_marks;
	bool is_optimized;
	bool lists_decisions; /* early place: all were given to anycov_fn_add_decision() */
	/* Of decisions: no condition is the negation of what is written, without the "!" there, nor
	 * are the results of ?: exchanged. */
	bool tests_as_written;
	struct anycov_function_source source; /* late place */
	struct anycov_lean_facts lean;        /* late place, if anycov_fn_wants_lean() */
	/* For stack-depth; if anycov_fn_wants_frame(). */
	bool is_leaf;         /* calls nothing: asm counts as a call, intrinsics do not */
	bool frame_varies;    /* alloca, variable-length arrays */
	uint64_t frame_bytes; /* of the variables on the stack */
};

#ifdef __cplusplus
}
#endif
#endif
