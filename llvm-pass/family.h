/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What serves the words of docs/family.md beyond trace-pc and trace-cmp: tables,
 * counters, gates and the hooks of data.
 */
#ifndef ANYCOV_LLVM_FAMILY_H
#define ANYCOV_LLVM_FAMILY_H

#include "pass.h"

static inline bool anycov_wants(const struct anycov_func *fn, uint32_t words)
{
	return fn->mod->o->coverage & words;
}

/* tables.cpp */
/*
 * The function's piece of a table, with this content; it lives and dies with the
 * function's code.
 */
llvm::GlobalVariable *anycov_add_table(struct anycov_func *fn, enum anycov_table_id id,
				       llvm::Constant *content, bool is_constant);
/* A pointer to element i of such a piece. */
llvm::Constant *anycov_table_element(llvm::GlobalVariable *table, uint64_t i);
/* The address of a block as the tables hold it: an integer of a pointer's width. */
llvm::Constant *anycov_block_address(struct anycov_func *fn, llvm::BasicBlock *bb);
/* Lists the pieces as used and makes the constructors; once, after all functions. */
void anycov_finish_tables(struct anycov_module *mod);

/* control_flow.cpp */
void anycov_add_control_flow(struct anycov_func *fn);

/* blocks.cpp */
/* All that stands at the top of blocks.  plan: NULL if no word asks for one. */
void anycov_insert_blocks(struct anycov_func *fn, const struct anycov_plan *plan);
/* The hooks of exits: the last thing to do to a function, for it makes landing pads. */
void anycov_insert_exits(struct anycov_func *fn);

/* stack_depth.cpp */
/* Does the function call nothing?  Then a caller has told of its stack, nearly. */
bool anycov_is_leaf(const llvm::Function &f);
void anycov_insert_stack_depth(struct anycov_func *fn, llvm::BasicBlock::iterator where,
			       llvm::DebugLoc loc);

/* data.cpp */
struct anycov_data_sites {
	std::vector<llvm::Instruction *> insns;
};
void anycov_find_data(struct anycov_func *fn, struct anycov_data_sites *sites);
void anycov_insert_data(struct anycov_func *fn, const struct anycov_data_sites *sites);

/* gate.cpp */
/*
 * Splits the block of where: a new block runs if cond holds, once in so many times
 * of 100000.  Returns the end of the new block; where then begins what follows.
 */
llvm::Instruction *anycov_if(struct anycov_func *fn, llvm::Value *cond,
			     llvm::BasicBlock::iterator where, uint32_t times);
/* Is the gate open? */
llvm::Value *anycov_gate(struct anycov_func *fn);

#endif
