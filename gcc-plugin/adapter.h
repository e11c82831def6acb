/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the files of the GCC plugin tell each other.  GCC compiles one function
 * at a time from the first of our passes to the last, so the state of the
 * function at hand is one static struct (site.cc).
 */
#ifndef ANYCOV_ADAPTER_H
#define ANYCOV_ADAPTER_H

#include "gcc_compat.h"
#include "anycov/hook_table.h"
#include "anycov/lean.h"
#include "anycov/map.h"
#include "common/decide.h"
#include "common/error.h"
#include "common/map_asm.h"
#include "common/options.h"
#include "common/planner.h"

/* options.cc */
extern struct anycov_options anycov_opts;
/* Reads the plugin's arguments, or ANYCOV_OPTIONS when there are none.
 * False: an error was reported. */
bool anycov_read_options(int argc, struct plugin_argument *argv);

/* attributes.cc: registers what this compiler lacks (PLUGIN_ATTRIBUTES). */
void anycov_register_attributes(void *event_data, void *user_data);

/* function_info.cc */
/* The assembler name without '*' and the target's prefix. */
const char *anycov_assembler_name(tree decl);
/* The main source file of the unit that fndecl comes from (LTO joins several). */
const char *anycov_unit_name(tree fndecl);
const char *anycov_comdat_group(tree fndecl); /* NULL: in none */
enum anycov_skip anycov_why_skip(function *fun);

/* hooks.cc */
extern const struct ggc_root_tab anycov_hook_roots[];
tree anycov_hook_decl(int hook);
/* PLUGIN_PRE_GENERICIZE: if it is a hook, its body counts for nothing. */
void anycov_protect_hook(void *event_data, void *user_data);
bool anycov_is_hook(tree fndecl);
/* define: give it a weak definition, 0, where the unit has none. */
tree anycov_variable_decl(int variable, tree type, bool define);
/* The type in which the caller passes an argument of a hook: at least int,
 * where parameters occupy whole ints, so that narrow values arrive extended. */
tree anycov_hook_arg_type(int hook, unsigned arg);
tree anycov_uint_type(unsigned bits);
/* The value in another type, folded or by a statement at the end of *seq; widened
 * by its own sign. */
tree anycov_convert(gimple_seq *seq, tree type, tree value, location_t where);

/* site.cc: the sites of the function at hand. */
/* Starts fun unless it is at hand already.  False: it gets no hooks. */
bool anycov_begin_function(function *fun);
/* Appends to *seq the call of a hook and the asm that is the site's identity. */
void anycov_add_site(gimple_seq *seq, anycov_stmt call, enum anycov_site_kind kind,
		     unsigned block, location_t where);
/* The same for a probe without a call. */
void anycov_add_mark(gimple_seq *seq, enum anycov_site_kind kind, unsigned block,
		     location_t where);
/* The site that was added last has this element of its table. */
void anycov_site_element(unsigned element);
/* A place in the code that tables name as the address of the block. */
void anycov_add_label(gimple_seq *seq, unsigned block, location_t where);
bool anycov_label_insn(rtx_insn *insn, unsigned *block); /* is it such a place? */
void anycov_set_asm_text(rtx_insn *insn, const char *text);
/* The same for a lean probe: the asm is the call as well. */
void anycov_add_lean_site(gimple_seq *seq, enum anycov_site_kind kind, unsigned block,
			  location_t where);
/* Gives an earlier pass's site (or a copy of it) the block of the final graph. */
void anycov_settle_site(anycov_stmt stmt, unsigned block);
bool anycov_is_site(anycov_stmt stmt);
/* The function's map records, and its id there; takes over malloc'ed text. */
void anycov_set_map_text(char *text, uint64_t id);
opt_pass *anycov_make_map_pass(gcc::context *ctxt);

/* lean.cc */
/* Do probes of the function at hand call lean hooks?  Says once why not. */
bool anycov_lean_here(void);
/* From the first lean probe of a function to its end the compiler is kept from
 * using the red zone, and from code in front of the frame that others look for. */
void anycov_lean_begin(void);
void anycov_lean_end(void);
vec<tree, va_gc> *anycov_lean_clobbers(void);
const char *anycov_lean_call(void); /* a line of assembly */
/* An asm text that counts as many instructions as the call has, and is none. */
const char *anycov_lean_placeholder(void);

/* cfg.cc */
struct anycov_graph {
	struct anycov_cfg cfg;
	struct anycov_cfg_edge *edges;
	uint32_t *flags;
	uint64_t *weights;
	basic_block *blocks;  /* number -> block */
	uint32_t *numbers;    /* bb->index -> number */
};
void anycov_graph_build(struct anycov_graph *graph, function *fun, bool edge_level);
void anycov_graph_free(struct anycov_graph *graph);
/* Splits every critical edge that can hold code of its own. */
void anycov_split_edges(function *fun);
/* At -O0: ends blocks at calls that may end the program, as far as the unit tells. */
void anycov_split_program_ends(function *fun);
/* Where a switch is, before the compiler makes a tree of branches of it. */
void anycov_note_switch(location_t where);
void anycov_forget_switches(void);
/* A branch of such a tree: no code of the user. */
bool anycov_is_switch_part(basic_block bb);
anycov_stmt anycov_first_stmt(basic_block bb); /* NULL: labels and debug only */

/* map.cc */
struct anycov_lines {
	struct anycov_map_line *line;
	unsigned n, max;
};
struct anycov_line_table {
	const char **files;
	unsigned n_files, max_files;
	struct anycov_lines *blocks;
	unsigned n_blocks;
};
/* The lines of every block as gcov counts them. */
void anycov_lines_build(struct anycov_line_table *t, function *fun,
			const struct anycov_graph *graph);
void anycov_lines_free(struct anycov_line_table *t);
/* The map records' assembly text, malloc'ed; *id: the function's. */
char *anycov_map_text(function *fun, const struct anycov_graph *graph,
		      const struct anycov_plan *plan, const struct anycov_line_table *lines,
		      uint64_t *id);

/* tables.cc: the function's pieces of guards, counters, flags and tables. */
void anycov_tables_begin(const struct anycov_graph *graph, const struct anycov_plan *plan);
/* The word in coverage= that asks for it. */
uint32_t anycov_table_word(enum anycov_table_id table);
/* Element i of a piece, as a statement uses it. */
tree anycov_table_element(enum anycov_table_id table, unsigned i);
/* The address of the guard, counter or flag i for the assembler; out: 64 bytes. */
void anycov_element_text(char *out, enum anycov_site_kind kind, unsigned i);
/* Does a table name this block? */
bool anycov_needs_label(unsigned block);
void anycov_write_tables(void);

/* ctors.cc */
/* Makes the unit's constructors, if a function of it gets a probe. */
opt_pass *anycov_make_ctors_pass(gcc::context *ctxt);

/* branch.cc: code behind a branch that is seldom taken. */
struct anycov_point {
	basic_block bb;
	gimple_stmt_iterator at; /* what comes stands before it; or its end */
};
void anycov_emit(struct anycov_point *p, gimple_seq seq);
/* Emits seq, then: if (value CODE other) then; goes on behind. */
void anycov_emit_if(struct anycov_point *p, gimple_seq seq, enum tree_code code, tree value,
		    tree other, gimple_seq then);

/* insert_probe.cc: what stands in a block beside trace-pc's call. */
void anycov_emit_probe(struct anycov_point *p, unsigned number, unsigned block,
		       location_t where);
/* What stands in the entry alone, behind its probe. */
void anycov_emit_entry(struct anycov_point *p, unsigned block, location_t where);

/* insert_data.cc */
/* Division and address arithmetic; where comparisons get their hooks. */
void anycov_add_data_early(gimple_stmt_iterator *at);
/* Loads, stores, indirect calls, exits; in the final graph, before probes. */
void anycov_add_data_late(const struct anycov_graph *graph);

/* insert_exit.cc: trace-pc-entry-exit. */
void anycov_add_exit_at_call(gimple_stmt_iterator *at, unsigned block);
void anycov_add_exit_at_return(gimple_stmt_iterator *at, unsigned block);
/* The last change to the graph: ends blocks at what throws. */
void anycov_add_exit_of_exceptions(function *fun);

/* gate.cc */
void anycov_gate_calls(function *fun);

/* insert_pc.cc, insert_cmp.cc */
opt_pass *anycov_make_pc_pass(gcc::context *ctxt);
/* The lists of passes that the comparison pass stands in. */
enum anycov_cmp_list { ANYCOV_CMP_PLAIN, ANYCOV_CMP_OPTIMIZE, ANYCOV_CMP_DEBUG };
opt_pass *anycov_make_cmp_pass(gcc::context *ctxt, enum anycov_cmp_list list);

#endif
