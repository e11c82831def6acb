/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The option words, the same for the GCC plugin, the LLVM pass and the command.
 * Every word and every error text about options lives in options.c.
 */
#ifndef ANYCOV_OPTIONS_H
#define ANYCOV_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include "common/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of struct anycov_options.coverage. */
#define ANYCOV_COV_TRACE_PC (1u << 0)
#define ANYCOV_COV_TRACE_PC_GUARD (1u << 1)
#define ANYCOV_COV_TRACE_CMP (1u << 2)
#define ANYCOV_COV_TRACE_DIV (1u << 3)
#define ANYCOV_COV_TRACE_GEP (1u << 4)
#define ANYCOV_COV_TRACE_LOADS (1u << 5)
#define ANYCOV_COV_TRACE_STORES (1u << 6)
#define ANYCOV_COV_INDIRECT_CALLS (1u << 7)
#define ANYCOV_COV_COUNTERS (1u << 8)
#define ANYCOV_COV_BOOLS (1u << 9)
#define ANYCOV_COV_PC_TABLE (1u << 10)
#define ANYCOV_COV_CONTROL_FLOW (1u << 11)
#define ANYCOV_COV_STACK_DEPTH (1u << 12)
#define ANYCOV_COV_ENTRY_EXIT (1u << 13)

/* Kinds that number each probed block, so that tables run in parallel. */
#define ANYCOV_EDGE_KINDS \
	(ANYCOV_COV_TRACE_PC_GUARD | ANYCOV_COV_COUNTERS | ANYCOV_COV_BOOLS)
/* Kinds that put something into the blocks that the planner chooses. */
#define ANYCOV_PROBE_KINDS (ANYCOV_COV_TRACE_PC | ANYCOV_EDGE_KINDS)

enum anycov_level {
	ANYCOV_LEVEL_DEFAULT, /* until anycov_options_finish */
	ANYCOV_LEVEL_FUNC,
	ANYCOV_LEVEL_BB,
	ANYCOV_LEVEL_EDGE
};
enum anycov_prune { ANYCOV_PRUNE_NONE, ANYCOV_PRUNE_DOM, ANYCOV_PRUNE_LOSSLESS };
enum anycov_hooks { ANYCOV_HOOKS_C, ANYCOV_HOOKS_LEAN };
enum anycov_map_place { ANYCOV_MAP_CODE, ANYCOV_MAP_KERNEL };

struct anycov_list; /* special_case_list.h */

struct anycov_options {
	uint32_t coverage;        /* ANYCOV_COV_* */
	enum anycov_level level;
	enum anycov_prune prune;
	enum anycov_hooks hooks;
	enum anycov_map_place map;
	bool gated;
	bool drop_ctors;          /* nobody runs constructors: guards' ids are their places */
	uint32_t stack_depth_min; /* bytes; 0: compare and store inline */
	bool verbose;
	bool no_prune;            /* the word no-prune stood in coverage= */
	bool prune_given;
	struct anycov_list *allow; /* NULL: everything is allowed */
	struct anycov_list *ignore;
	char **skip_sections;     /* names or globs */
	unsigned n_skip_sections;
};

/* Defaults: coverage empty, prune none, hooks c, map code. */
void anycov_options_init(struct anycov_options *o);
void anycov_options_free(struct anycov_options *o);

/*
 * Takes one option: key "coverage", "prune", "hooks", "gated-trace-callbacks",
 * "drop-ctors", "stack-depth-callback-min", "allowlist", "ignorelist", "skip-sections", "map", "verbose".  value NULL: the
 * option stood alone.  Lists add up over repeated options.  Returns 0, or -1
 * with err filled.
 */
int anycov_options_set(struct anycov_options *o, const char *key,
		       const char *value, struct anycov_error *err);

/*
 * Takes "coverage=trace-pc,trace-cmp;prune=dom;..." (ANYCOV_OPTIONS, opt's
 * anycov<...>).  Separators: ';' or white space.
 */
int anycov_options_parse(struct anycov_options *o, const char *text,
			 struct anycov_error *err);

/*
 * Fills the defaults that depend on other words and refuses combinations that
 * would do nothing.  Call once, after the last option.
 */
int anycov_options_finish(struct anycov_options *o, struct anycov_error *err);

/* Refuses what this object format cannot hold; elf: it is ELF. */
int anycov_options_check_format(const struct anycov_options *o, bool elf,
				struct anycov_error *err);

/* Is there something that constructors announce to the runtime? */
bool anycov_options_has_ctors(const struct anycov_options *o);

/*
 * Must a function's entry have a probe, whatever the planner thinks?  Fuzzers and
 * tables tell functions by it, and the entry's own hook is no matter of choice.
 */
bool anycov_options_probe_entry(const struct anycov_options *o);

/* The section (ANYCOV_SECTION_*) of map records that nothing ties to their code. */
unsigned anycov_options_map_section(const struct anycov_options *o);

/* The help text that lists every word and every default (one string). */
const char *anycov_options_help(void);

#ifdef __cplusplus
}
#endif
#endif
