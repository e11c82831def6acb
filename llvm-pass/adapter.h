/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the files of the LLVM pass share.  They translate: they export facts (common/facts.h) and
 * carry out what common/instrument.h answers.  ThinLTO runs the pass in several threads, so all
 * state is in the two structs below. */
#ifndef ANYCOV_LLVM_ADAPTER_H
#define ANYCOV_LLVM_ADAPTER_H

#include <string>
#include <vector>
#include "llvm_compat.h"
#include "anycov/hook_table.h"
#include "common/facts.h"
#include "common/instrument.h"

/* One run over one module. */
struct anycov_module {
	llvm::Module *m;
	struct anycov_unit *unit;
	struct anycov_target target;
	llvm::FunctionAnalysisManager *fam;
	const llvm::Function *current; /* is looked at; remarks are about it */
	bool sign_extends_i32;         /* the ABI passes even unsigned 32-bit values so */
	bool is_arm;                   /* or Thumb */
	bool has_variables;            /* in its debug information */
	llvm::FunctionCallee hooks[ANYCOV_N_HOOKS];
	llvm::GlobalVariable *variables[ANYCOV_N_VARIABLES];
	std::vector<llvm::GlobalValue *> used; /* must reach the linker */
};

/* Where code is inserted, and the source location that it gets. */
struct anycov_insert_point {
	llvm::BasicBlock::iterator where;
	llvm::DebugLoc loc;
};

/* What an exported item is in the IR: the statement and up to two operands. */
struct anycov_item_code {
	llvm::Instruction *at;
	llvm::Value *left, *right;
};

/* A condition of a decision: its branch, and where an evaluation goes by its value (map.h). */
struct anycov_llvm_condition {
	llvm::Instruction *branch;
	uint32_t to[2];
};

typedef llvm::DenseMap<llvm::BasicBlock *, llvm::TinyPtrVector<llvm::BasicBlock *>> anycov_colors;

/* One function while it is instrumented. */
struct anycov_llvm_function {
	struct anycov_module *mod;
	llvm::Function *f;
	const llvm::TargetLibraryInfo *library; /* the functions that LLVM knows */
	struct anycov_fn *common;
	enum anycov_place place; /* LATE: SOURCE as well */
	const char *far_option;  /* the option that makes calls indirect; NULL: none does */
	bool has_funclets;
	anycov_colors colors; /* block -> funclet pads, if has_funclets */

	struct anycov_body *body;             /* exported */
	std::vector<llvm::BasicBlock *> code; /* by block number */
	llvm::DenseMap<const llvm::BasicBlock *, uint32_t> numbers;
	std::vector<struct anycov_item_code> item_code;
	std::vector<llvm::Instruction *> before_parts; /* what each part follows */
	std::string dir, salt;
	/* Early place, option mcdc; branches: of conditions, by block number. */
	std::vector<std::vector<struct anycov_llvm_condition>> decisions;
	llvm::DenseMap<uint32_t, llvm::Instruction *> branches;
	llvm::DenseSet<const llvm::BasicBlock *> results; /* blocks that were added for them */

	/* If the plan depends on how often blocks are executed. */
	llvm::DenseMap<const llvm::BasicBlock *, uint64_t> weights;
	llvm::DenseSet<const llvm::BasicBlock *> on_edge; /* blocks that the adapter added */
	std::vector<llvm::BasicBlock *> optional;         /* those to remove if unused */

	/* While insertions are carried out. */
	struct anycov_insert_point top; /* where the probes of block top_of go */
	uint32_t top_of;                /* or ANYCOV_NO_BLOCK */
	llvm::GlobalValue *tables[ANYCOV_N_TABLES];
	std::vector<llvm::Value *> bases;     /* addresses in registers, of each group of flags */
	std::vector<llvm::AllocaInst *> bits; /* variables of decisions */
	llvm::Value *gate;                    /* is it open? NULL: not loaded yet */
	/* The asm of lean probes; its constraints are "" until the first one. */
	std::string lean_constraints;
	llvm::Type *lean_type; /* of what the asm outputs */
	bool lean_has_frame;   /* the frame's address is an operand */
};

/* options.cpp */
/* Makes the -anycov-KEY command line options; once in a process. */
void anycov_register_options();
/* Hands on the parameters of anycov<...> if there are any, else the command line, else
 * ANYCOV_OPTIONS. */
void anycov_read_options(struct anycov_unit *u, const std::string &params);
/* A reporter's functions; user is the anycov_module. */
void anycov_report_to_llvm(void *user, enum anycov_severity severity, const char *text);
bool anycov_wants_llvm_remarks(void *user);

/* function.cpp */
void anycov_describe_target(struct anycov_module *mod);
/* Notes which entries of the lists match the module or a function of it. */
void anycov_try_lists(struct anycov_module *mod);
/* Returns NULL if the function gets no probes. */
struct anycov_fn *anycov_begin_function(struct anycov_module *mod, const llvm::Function &f);
/* Fills the parts of fn->body that are about the function as a whole. */
void anycov_describe_function(struct anycov_llvm_function *fn);
bool anycov_has_feature(const llvm::Function &f, const char *feature);

/* cfg.cpp */
/* First instruction that is neither PHI, debug nor lifetime marker. */
llvm::Instruction *anycov_first_real(llvm::BasicBlock &bb);
/* Returns whether what follows in the block may not be executed. */
bool anycov_ends_part(const llvm::Instruction &i, const llvm::TargetLibraryInfo &library);
/* Exports the graph and changes it as common/ wants. */
void anycov_make_graph(struct anycov_llvm_function *fn);
/* Keeps codegen from making jumps of calls after which lines have no probe. */
/* Removes the optional blocks in which nothing was inserted; the last thing to do. */
void anycov_remove_unused_blocks(struct anycov_llvm_function *fn);

/* made_branch.cpp */
bool anycov_is_coroutine(const llvm::Function &f);
/* Places that code has which clang adds to the end of a coroutine; none: the function is no
 * coroutine. */
std::vector<const llvm::DILocation *> anycov_coroutine_ends(const llvm::Function &f);
/* Returns whether clang added the instruction to a coroutine with these ends: its place in the
 * source does not tell that control came there. */
bool anycov_is_of_coroutine(const llvm::Instruction &i,
			    const std::vector<const llvm::DILocation *> &ends);
/* Early place: returns whether the branch that ends a block is none of the source. */
bool anycov_is_made_branch(const llvm::Instruction *end);
/* Returns whether a branch compares the type of an exception with that of a handler. */
bool anycov_chooses_handler(const llvm::Instruction *end);
/* Early place: returns whether only __builtin_constant_p() leads to this successor. */
bool anycov_is_for_constants(const llvm::Instruction *end, unsigned successor);

/* conditions.cpp */
/* Finds the decisions, before the graph is exported; adds the branches that they need. */
void anycov_find_decisions(struct anycov_llvm_function *fn);
/* Exports them, after the graph and the lines. */
void anycov_export_decisions(struct anycov_llvm_function *fn);

/* lines.cpp, items.cpp */
/* Where the source has an instruction; line 0: unknown. */
struct anycov_map_line anycov_place_of(struct anycov_llvm_function *fn, const llvm::Instruction *i);
void anycov_export_lines(struct anycov_llvm_function *fn);
void anycov_export_items(struct anycov_llvm_function *fn);
/* Of all but calls, which LLVM may inline, and what becomes one. */
void anycov_drop_lines(llvm::Function *f);
/* The source location of a compare or switch. */
llvm::DebugLoc anycov_compare_loc(llvm::Instruction *cmp);
/* The source location of a block's probe. */
llvm::DebugLoc anycov_block_loc(llvm::BasicBlock *bb);
/* A line-0 location in f, as the verifier wants on calls; none without debug info. */
llvm::DebugLoc anycov_artificial_loc(const llvm::Function &f);

/* insert.cpp */
void anycov_insert_all(struct anycov_llvm_function *fn, const struct anycov_insertion *list,
		       uint32_t n);

/* hooks.cpp */
/* The declaration of a hook in this module. */
llvm::FunctionCallee anycov_hook(struct anycov_module *mod, int hook);
/* Calls the hook with arguments of its own types. */
void anycov_call_hook(struct anycov_llvm_function *fn, int hook, llvm::ArrayRef<llvm::Value *> args,
		      uint32_t probe, struct anycov_insert_point p);
/* Adds what a call in this block must name, in functions with funclets. */
void anycov_add_funclet(struct anycov_llvm_function *fn, llvm::BasicBlock *bb,
			llvm::SmallVectorImpl<llvm::OperandBundleDef> *bundles);
/* A variable of hooks.def: what the unit declares, else a declaration. */
llvm::GlobalVariable *anycov_variable(struct anycov_module *mod, enum anycov_variable_id id);
/* If the module defines the variable of stack-depth: its initial value. */
void anycov_start_lowest_stack(struct anycov_module *mod);

/* branch.cpp */
/* Splits the block of where: a new block is executed if cond holds, which is taken to be rare.
 * Returns the end of the new block; where then begins what follows. */
llvm::Instruction *anycov_if(struct anycov_llvm_function *fn, llvm::Value *cond,
			     llvm::BasicBlock::iterator where);
/* Moves p into a branch that is taken while the gate is open. */
void anycov_enter_gate(struct anycov_llvm_function *fn, struct anycov_insert_point *p);

/* probe.cpp, lean.cpp */
/* The text of a probe's record for an asm, with LLVM's escapes. */
std::string anycov_probe_asm(struct anycov_llvm_function *fn, uint32_t probe, bool has_variable);
/* Inserts a volatile asm that does not throw where b is; value: its operand "i", or NULL. */
llvm::CallInst *anycov_insert_asm(llvm::IRBuilder<> *b, const std::string &text, llvm::Value *value,
				  llvm::ArrayRef<llvm::OperandBundleDef> bundles);
/* Inserts the probe's identity where b is. */
void anycov_insert_marker(struct anycov_llvm_function *fn, llvm::IRBuilder<> *b, uint32_t probe,
			  llvm::ArrayRef<llvm::OperandBundleDef> bundles);
/* Inserts the record of the function's flags, if it has any, where b is. */
void anycov_insert_flags_record(struct anycov_llvm_function *fn, llvm::IRBuilder<> *b);
void anycov_describe_lean(struct anycov_llvm_function *fn, struct anycov_lean_facts *lean);
/* One asm is the call and the probe's identity. */
void anycov_insert_lean(struct anycov_llvm_function *fn, uint32_t probe,
			struct anycov_insert_point p);

/* marks.cpp */
void anycov_insert_mark(struct anycov_llvm_function *fn, const struct anycov_insertion *in,
			struct anycov_insert_point p);
/* Once loops are turned round: moves marks from a loop's head to in front of the loop, which is
 * entered only there, so that its body can become vector code. */
void anycov_hoist_marks(llvm::LoopInfo &loops, llvm::DominatorTree &dt,
			const llvm::TargetLibraryInfo &library);
/* Exports the marks and removes them from the code. */
void anycov_take_marks(struct anycov_llvm_function *fn);

/* exceptions.cpp */
/* The point by which exceptions leave the function.  Returns false if none do, or if
 * LLVM cannot add one. */
bool anycov_exception_exit(struct anycov_llvm_function *fn, struct anycov_insert_point *p);

/* tables.cpp, ctors.cpp, map.cpp */
/* Makes the function's pieces of tables. */
void anycov_make_tables(struct anycov_llvm_function *fn);
/* The address of an element of such a piece. */
llvm::Constant *anycov_element(struct anycov_llvm_function *fn, int table, uint64_t i);
void anycov_make_ctors(struct anycov_module *mod);
void anycov_write_map(struct anycov_llvm_function *fn);
void anycov_write_lists(struct anycov_module *mod);
/* What a module needs once, after all functions. */
void anycov_write_tags(struct anycov_module *mod);

#endif
