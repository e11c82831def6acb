/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the files of the LLVM pass tell each other.  ThinLTO runs the pass in
 * several threads, so all state lives in the two structs below, none in globals.
 */
#ifndef ANYCOV_LLVM_PASS_H
#define ANYCOV_LLVM_PASS_H

#include <string>
#include <vector>
#include "llvm_compat.h"
#include "anycov/hook_table.h"
#include "anycov/map.h"
#include "common/decide.h"
#include "common/error.h"
#include "common/map_asm.h"
#include "common/options.h"
#include "common/planner.h"

/* One run over one module. */
struct anycov_module {
	llvm::Module *m;
	const struct anycov_options *o;
	llvm::FunctionAnalysisManager *fam;
	bool has_map;        /* the object format can hold .anycov_map */
	unsigned addr_bytes; /* 4 or 8: the ELF class */
	bool sign_extends_i32; /* the ABI passes even unsigned 32-bit values so */
	bool is_arm;         /* or Thumb */
	bool has_tls;
	bool is_avr;
	bool warned;         /* that hook calls are indirect */
	bool has_lean;       /* probes, and the tag */
	bool told_no_lean;
	llvm::FunctionCallee hooks[ANYCOV_N_HOOKS];
	unsigned tables;     /* that hold something: 1 << enum anycov_table_id */
	std::vector<llvm::GlobalValue *> used; /* by the linker */
};

typedef llvm::DenseMap<llvm::BasicBlock *, llvm::TinyPtrVector<llvm::BasicBlock *>> anycov_colors;

/* One function at work. */
struct anycov_func {
	struct anycov_module *mod;
	llvm::Function *f;
	std::string unit;    /* main source file, part of the id */
	uint64_t id;
	uint32_t n_sites = 0;
	llvm::Value *gate = NULL; /* is it open? NULL: nobody asked yet */
	bool has_funclets = false;
	/* Set by anycov_lean_begin: the asm of lean probes. */
	std::string lean_call, lean_constraints;
	llvm::Type *lean_type = NULL; /* of what the asm puts out */
	bool lean_has_frame = false; /* the frame's address is an operand */
	anycov_colors colors; /* block -> funclet pads, if has_funclets */
	/* The graph; block 0 is the entry. */
	struct anycov_cfg cfg = {};
	std::vector<llvm::BasicBlock *> blocks;
	llvm::SetVector<llvm::BasicBlock *> optional; /* split for probes that may go there */
	llvm::DenseMap<const llvm::BasicBlock *, uint32_t> numbers;
	std::vector<struct anycov_cfg_edge> edges;
	std::vector<uint32_t> flags;
	std::vector<uint64_t> weights;
	llvm::DenseMap<const llvm::BasicBlock *, uint64_t> block_weights; /* the same, by block */
};

/* options.cpp */
/* Makes the -anycov-KEY command line options; once in a process. */
void anycov_register_options();
/* Did anyone say anything?  Where nothing is to be done, silence is no error. */
bool anycov_options_given(const std::string &params);
/*
 * Fills *o from the parameters of anycov<...> when there are any, else from the
 * command line, else from ANYCOV_OPTIONS.  Returns 0, or -1 with err filled.
 */
int anycov_read_options(struct anycov_options *o, const std::string &params,
			struct anycov_error *err);

/* main.cpp */
void anycov_warning(llvm::LLVMContext &ctx, const char *text);

/* function_info.cpp */
/* The symbol without the \01 that keeps LLVM from adding a prefix. */
llvm::StringRef anycov_symbol(const llvm::GlobalValue &v);
std::string anycov_unit_name(const llvm::Function &f);
/* Why f gets no hooks, NULL if it does. */
const char *anycov_why_skip(const struct anycov_options *o, const llvm::Function &f);

/* cfg.cpp */
/* First instruction that is neither PHI, debug nor lifetime marker. */
llvm::Instruction *anycov_first_real(llvm::BasicBlock &bb);
/* Splits edges where the level asks for it and fills the graph of fn. */
void anycov_build_graph(struct anycov_func *fn);
/* Removes the optional blocks that nothing was put into: the last thing to be done. */
void anycov_drop_optional(struct anycov_func *fn);

/* hooks.cpp, site.cpp */
/*
 * Inserts a call of the hook before where, with its site's identity behind it.
 * Integer arguments are widened to the hook's own by the caller.
 */
void anycov_insert_hook(struct anycov_func *fn, int hook, llvm::ArrayRef<llvm::Value *> args,
			enum anycov_site_kind kind, llvm::BasicBlock *bb,
			llvm::BasicBlock::iterator where, llvm::DebugLoc loc);
/* The declaration of a hook in this module. */
llvm::FunctionCallee anycov_hook(struct anycov_module *mod, int hook);
/* What a call in this block must name, in functions with funclets. */
void anycov_add_funclet(struct anycov_func *fn, llvm::BasicBlock *bb,
			llvm::SmallVectorImpl<llvm::OperandBundleDef> *bundles);
/* variable: the guard, counter or flag of the site, or NULL. */
void anycov_insert_site(struct anycov_func *fn, llvm::IRBuilder<> *b, enum anycov_site_kind kind,
			llvm::BasicBlock *bb, llvm::Constant *variable,
			llvm::ArrayRef<llvm::OperandBundleDef> bundles);
/* The same for a lean probe: one asm is the call and the site. */
void anycov_insert_lean(struct anycov_func *fn, enum anycov_site_kind kind,
			llvm::BasicBlock::iterator where, llvm::DebugLoc loc);
/* A line-0 location in f, as the verifier wants on calls; none without debug info. */
llvm::DebugLoc anycov_artificial_loc(const llvm::Function &f);

/* lean.cpp */
/* Does the function get lean probes?  Says why not, once a module, if they were asked for. */
bool anycov_lean_begin(struct anycov_func *fn);

/* insert_cmp.cpp */
struct anycov_cmp_sites {
	std::vector<llvm::Instruction *> insns; /* ICmp, FCmp, Switch, in order */
};
void anycov_find_compares(struct anycov_func *fn, struct anycov_cmp_sites *sites);
void anycov_insert_compares(struct anycov_func *fn, const struct anycov_cmp_sites *sites);

/* insert_pc.cpp */
int anycov_plan_function(struct anycov_func *fn, struct anycov_plan *plan,
			 struct anycov_error *err);
/* The debugger's idea of where a block begins, for its probe. */
llvm::DebugLoc anycov_block_loc(llvm::BasicBlock *bb);

/* map.cpp */
/* Writes the records of the function; call before hooks are inserted. */
void anycov_write_map(struct anycov_func *fn, const struct anycov_plan *plan);

#endif
