/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the files of the GCC plugin share.  GCC compiles one function at a time from the first of
 * our passes to the last, so the state of the current function is static: struct
 * anycov_gcc_function below.
 *
 * common/ decides; these files state facts (common/facts.h) and carry out what common/instrument.h
 * lists. */
#ifndef ANYCOV_ADAPTER_H
#define ANYCOV_ADAPTER_H

#include "gcc_compat.h"
#include "anycov/hook_table.h"
#include "common/instrument.h"
#include "common/number_set.h"
#include "common/emit/table_asm.h"
#include "common/options/word_list.h"

/* options.cc */
extern struct anycov_unit *anycov_gcc_unit;
/* Reads the plugin's arguments, or ANYCOV_OPTIONS if there are none.  Returns false
 * after an error. */
bool anycov_read_options(int argc, struct plugin_argument *argv);
/* A reporter's function; user is not used. */
void anycov_report_to_gcc(void *user, enum anycov_severity severity, const char *text);

/* attributes.cc: makes no_sanitize("coverage") known, for plugin_init(); registers what this
 * compiler lacks (PLUGIN_ATTRIBUTES). */
void anycov_replace_no_sanitize(void);
void anycov_register_attributes(void *event_data, void *user_data);

/* main.cc: the current function. */
struct anycov_gcc_function {
	tree decl; /* only compared, never read */
	unsigned uid;
	struct anycov_fn *fn; /* NULL: it gets no probes */
	/* The SSA name that contains the value of the gate; NULL_TREE: not loaded. */
	tree gate;
	/* The pass before optimization inserted probes. */
	bool has_source_probes;
};
extern struct anycov_gcc_function anycov_cur;
bool anycov_wants_marks(void);  /* the unit has place=early or place=parsed */
bool anycov_keeps_source(void); /* place=early */

/* as_written.cc: keeps GCC from changing a function before its blocks are marked. */
/* plugin: the name for register_callback(). */
void anycov_keep_as_written(const char *plugin);
/* PLUGIN_START_UNIT: functions with __builtin_constant_p() are parsed at the user's level. */
void anycov_watch_constant_p(void);
/* Passes: level 0 from the first to the second. */
void anycov_suspend_optimization(function *);
void anycov_resume_optimization(function *);
/* Pass over the statements as they are before OpenMP's constructs and scopes are lowered: places
 * switches, notes constructs. */
void anycov_read_body(function *fun);
/* Lets GCC drop a function that was kept for its marks, once it has them. */
void anycov_release_function(tree decl);

/* conditions.cc: decisions of the source and their conditions. */
/* Of each expression that becomes GIMPLE: numbers the conditions of the function at its first
 * one, and marks those that a branch is made of. */
void anycov_mark_condition(tree *expr, gimple_seq *before);
/* Early pass, of every function: takes the marks out of the code. */
void anycov_take_conditions(function *fun);
/* Exports what they showed, once the graph has its blocks. */
void anycov_export_decisions(struct anycov_gcc_body *b);

/* function.cc: facts about the target and a function. */
void anycov_export_target(struct anycov_target *t);
void anycov_export_function(struct anycov_function *f, tree fndecl);
/* Notes which entries of the lists match a function of the source, or with NULL the unit. */
void anycov_try_lists_on(tree fndecl);
void anycov_export_source(struct anycov_function_source *s, tree fndecl);
void anycov_export_lean(struct anycov_lean_facts *l);
void anycov_export_frame(struct anycov_body *b, function *fun);
/* The assembler name without '*' and the target's prefix. */
const char *anycov_assembler_name(tree decl);
const char *anycov_symbol(tree fndecl); /* with the target's prefix; valid until the next call */
const char *anycov_comdat_group(tree fndecl); /* NULL: in none */

/* cfg.cc: the exported body, and what GCC has at each index of it. */
struct anycov_operands {
	anycov_stmt stmt;
	/* COMPARE: both operands.  LOAD, STORE: the reference, or the pointer to it.
	 * CALL: the function's declaration, or the pointer.  Others: the operand. */
	tree left, right;
	bool is_reference; /* the operand is the address of left */
};
struct anycov_gcc_body {
	struct anycov_body *facts; /* the function's */
	vec<basic_block> bbs;
	vec<uint32_t> numbers; /* bb->index -> number */
	vec<edge> gcc_edges;
	vec<struct anycov_operands> operands; /* of facts->items */
	vec<anycov_stmt> before_parts;        /* what each part follows */
};
extern struct anycov_gcc_body anycov_gcc_body;
void anycov_export_body(struct anycov_gcc_body *b, function *fun, enum anycov_place place);
/* Returns whether the graph is another one now. */
bool anycov_carry_out(struct anycov_gcc_body *b, const struct anycov_change *changes, uint32_t n);
/* The first statement that is neither a label nor for debugging, or NULL. */
anycov_stmt anycov_first_stmt(basic_block bb);
/* Returns whether what follows in the block may not be executed. */
bool anycov_ends_part(anycov_stmt stmt);

/* made_branch.cc */
/* The bodies of OpenMP's and OpenACC's constructs (omp-expand.cc) and of coroutines (coroutines.cc)
 * are the user's, in functions that only their names tell from others that GCC makes, such as
 * ".destroy". */
enum anycov_moved_code { ANYCOV_NOT_MOVED, ANYCOV_MOVED_CONSTRUCT, ANYCOV_MOVED_COROUTINE };
/* name: the assembler name. */
enum anycov_moved_code anycov_moved_code(const char *name);
/* A construct of OpenMP or OpenACC, which has branches of its own. */
void anycov_note_construct(function *fun, location_t where);
/* Early place: returns whether the branch that ends the block is none of the source. */
bool anycov_is_made_branch(basic_block bb);
/* The closing brace of a coroutine, or UNKNOWN_LOCATION.  What starts, resumes and destroys it has
 * this place, too, so only the statement for which the next function returns true shows that its
 * end was reached. */
location_t anycov_coroutine_brace(function *fun);
bool anycov_ends_coroutine(anycov_stmt stmt);
/* The call of return_void() at a coroutine's end that the source does not have, or NULL. */
anycov_stmt anycov_implicit_return(function *fun);
/* Early place: returns whether only __builtin_constant_p() leads here. */
bool anycov_is_for_constants(edge e);

/* lines.cc */
/* Code that is not optimized, before it becomes blocks: ends the block of a case label that has
 * no statement ("default: ((void)0);" as the last one).  The code after the switch would else be
 * in it, and its line count as run whenever that code runs. */
void anycov_part_labels(gimple_seq body);
/* Code that is not optimized: keeps the line of a switch that becomes a jump table. */
void anycov_keep_switch_line(anycov_stmt stmt);
void anycov_export_lines(struct anycov_gcc_body *b, function *fun);

/* items.cc */
void anycov_export_items(struct anycov_gcc_body *b, enum anycov_place place);
bool anycov_resumes_unwinding(anycov_stmt stmt);
/* Of a call among lines.  gcov ends blocks at those that may end the program. */
enum anycov_call_kind anycov_kind_of_call(anycov_stmt call);

/* hooks.cc */
extern const struct ggc_root_tab anycov_hook_roots[];
tree anycov_hook_decl(int hook);
/* PLUGIN_PRE_GENERICIZE: keeps the compiler from looking into the body of a hook. */
void anycov_protect_hook(void *event_data, void *user_data);
bool anycov_calls_hook(anycov_stmt stmt);
/* The unit's own declaration or another one; the gate is defined if the unit does not. */
tree anycov_variable_decl(enum anycov_variable_id variable);
/* If the unit defines the variable of stack-depth: its initial value.  Once the unit is parsed. */
void anycov_start_lowest_stack(void);
/* A variable that the source does not have. */
enum anycov_linkage { ANYCOV_STATIC, ANYCOV_EXTERNAL, ANYCOV_EXTERNAL_HIDDEN };
tree anycov_build_variable(const char *name, tree type, enum anycov_linkage linkage);
/* The type in which the caller passes an argument of a hook: at least int,
 * where parameters occupy whole ints, so that narrow values arrive extended. */
tree anycov_hook_arg_type(int hook, unsigned arg);
tree anycov_uint_type(unsigned bits);
void anycov_add_stmt(gimple_seq *seq, anycov_stmt stmt, location_t where);
/* Converts the value to another type, by folding or by a statement that it appends
 * to *seq; extends it by its own sign. */
tree anycov_convert(gimple_seq *seq, tree type, tree value, location_t where);

/* branch.cc: code after a branch that is seldom taken. */
struct anycov_point {
	basic_block bb;
	gimple_stmt_iterator at; /* insertions go before it; or the end of bb */
	location_t where;        /* of the inserted statements */
};
void anycov_emit(struct anycov_point *p, gimple_seq seq);
/* Emits seq, then "if (value CODE other) then"; p moves past it. */
void anycov_emit_if(struct anycov_point *p, gimple_seq seq, enum tree_code code, tree value,
		    tree other, gimple_seq then);
/* Emits seq, then "if (gate variable != 0) then". */
void anycov_emit_gated(struct anycov_point *p, gimple_seq seq, gimple_seq then);
/* Puts a hook call that the plugin's comparison pass inserted, with its marker, into a
 * branch on the gate variable. */
void anycov_gate_marker(anycov_stmt marker);

/* cases.cc: a block for each value of a switch, and their asm, which goes again. */
void anycov_part_cases(function *fun);
void anycov_take_cases(function *fun);

/* probe.cc: the identity of a probe. */
/* The first operand of our asm statements; users' own have others. */
enum anycov_magic {
	ANYCOV_PROBE = 0x616e7963, /* "anyc": the second is the number of the probe */
	/* "anyl": a place in the code that tables contain as the address of a block, the second */
	ANYCOV_LABEL = 0x616e796c,
	/* "anym": a source block; the others are halves of its function's ID and the block */
	ANYCOV_MARK = 0x616e796d,
	/* "anyd": a condition, the second is its number in the unit (conditions.cc) */
	ANYCOV_CONDITION = 0x616e7964,
	/* "anyv": a value of a switch (cases.cc) */
	ANYCOV_CASE = 0x616e7976,
	/* "anyk": a counter; the others are its block and its element */
	ANYCOV_COUNTER = 0x616e796b
};
/* Appends to *seq the asm that is the probe's or label's identity. */
void anycov_add_marker(gimple_seq *seq, enum anycov_magic magic, uint32_t number, location_t where);
/* Appends the asm that counts an execution of the block, and is its label. */
void anycov_add_counter(gimple_seq *seq, uint32_t block, uint32_t element, location_t where);
/* The same for a lean probe: the asm is the call as well. */
void anycov_add_lean_marker(gimple_seq *seq, uint32_t probe, location_t where);
bool anycov_is_marker(anycov_stmt stmt);
bool anycov_is_case(anycov_stmt stmt);
bool anycov_is_condition_mark(anycov_stmt stmt, uint32_t *number);
/* The place of a source block (place=early). */
void anycov_add_mark(gimple_seq *seq, uint64_t function, uint32_t block, location_t where);
/* With -fnon-call-exceptions, Ada's default, the inliner takes a volatile asm for one that throws
 * to the landing pad around the call: frees marks of it, so that they can be moved and removed. */
void anycov_free_marks(function *fun);
/* Once loops are turned round: moves marks from a loop's head to in front of the loop, which is
 * entered only there, so that its body can become vector code. */
void anycov_hoist_marks(function *fun);
/* Just before functions are inlined: takes marks off their sizes. */
void anycov_discount_marks(void);
/* Takes the marks of the function's blocks out of the code and exports them. */
void anycov_take_marks(struct anycov_gcc_body *b);
/* Gives the probe of an earlier pass its block of the late graph.  Returns the
 * probe's number from then on. */
uint32_t anycov_move_marker(anycov_stmt marker, uint32_t block);
/* The label that an instruction is for; false: it is none. */
bool anycov_label_insn(rtx_insn *insn, uint32_t *block);
/* The block and the element of a counter. */
bool anycov_counter_insn(rtx_insn *insn, uint32_t *block, uint32_t *element);
void anycov_set_asm_text(rtx_insn *insn, const char *text);
/* Gives each marker of the function its text. */
void anycov_fill_texts(void);

/* lean.cc */
/* From the first lean probe of a function to its end the compiler is kept from
 * using the red zone, and from code in front of the frame that unwinders need. */
void anycov_lean_begin(void);
void anycov_lean_end(void);
vec<tree, va_gc> *anycov_lean_clobbers(void);
/* An asm text that counts as many instructions as the call has, and is none. */
const char *anycov_lean_placeholder(void);

/* insert.cc */
void anycov_insert(struct anycov_gcc_body *b, function *fun, enum anycov_place place,
		   const struct anycov_insertion *list, uint32_t n);

/* exceptions.cc: makes the landing pad by which exceptions leave the function, and
 * sets p to where the exit's code goes.  Returns false if none leaves.  The last
 * change to the graph: it ends blocks at what throws. */
bool anycov_exception_pad(function *fun, struct anycov_point *p);

/* tables.cc: the function's pieces of guards, counters, flags and tables. */
void anycov_tables_begin(const struct anycov_gcc_body *b);
/* Element i of a piece, as a statement uses it. */
tree anycov_table_element(enum anycov_table_id table, uint32_t i);
/* The address of an element for the assembler. */
#define ANYCOV_ELEMENT_MAX (ANYCOV_LABEL_MAX + 16)
void anycov_element_text(char out[ANYCOV_ELEMENT_MAX], enum anycov_table_id table, uint32_t i);
void anycov_write_tables(void);
/* The symbol of a piece if this is its variable, else NULL_RTX. */
rtx anycov_table_symbol(enum anycov_table_id table, tree variable);

/* flag_stores.cc: a pass after the code was expanded. */
bool anycov_wants_addresses(void);
void anycov_store_addresses(function *fun);

/* ctors.cc: a pass that makes the unit's constructors, if a function of it gets a probe. */
void anycov_make_ctors(function *);

/* map.cc: writes all texts, when branch lengths are known. */
void anycov_write_function(void);

#endif
