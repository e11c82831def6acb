/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Options, the same for the GCC plugin, the LLVM pass and the command.  All keywords
 * and error texts are in options.c.
 */
#ifndef ANYCOV_OPTIONS_H
#define ANYCOV_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include "anycov/map.h"
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
#define ANYCOV_COV_FLAGS (1u << 14)
#define ANYCOV_COV_ROUTINES (1u << 15)

/* Kinds with one table element for each probed block; the tables are parallel. */
#define ANYCOV_EDGE_KINDS (ANYCOV_COV_TRACE_PC_GUARD | ANYCOV_COV_COUNTERS | ANYCOV_COV_BOOLS)
/* Kinds that insert code into the blocks that the planner chooses. */
#define ANYCOV_PROBE_KINDS (ANYCOV_COV_TRACE_PC | ANYCOV_COV_FLAGS | ANYCOV_EDGE_KINDS)

enum anycov_hooks { ANYCOV_HOOKS_C, ANYCOV_HOOKS_LEAN };
/* What sets a flag: code, or whoever handles the traps that it puts there. */
enum anycov_sites { ANYCOV_SITES_STORE, ANYCOV_SITES_TRAP };
/* What follows 255. */
enum anycov_counters { ANYCOV_COUNTERS_WRAP, ANYCOV_COUNTERS_NEVER_ZERO };
enum anycov_flags_store { ANYCOV_FLAGS_SET, ANYCOV_FLAGS_TEST };
enum anycov_map_place { ANYCOV_MAP_CODE, ANYCOV_MAP_KERNEL, ANYCOV_MAP_NONE };
/* What keeps its line where line tables are all debug information. */
enum anycov_line_tables { ANYCOV_LINE_TABLES_ALL, ANYCOV_LINE_TABLES_CALLS };
/* Which comparisons trace-cmp records. */
enum anycov_compares { ANYCOV_COMPARES_ALL, ANYCOV_COMPARES_INTEGERS };
/* Whose blocks a report shows: those of the final code, or those of the source. */
enum anycov_source_place { ANYCOV_SOURCE_LATE, ANYCOV_SOURCE_EARLY, ANYCOV_SOURCE_PARSED };

struct anycov_list; /* special_case_list.h */

struct anycov_options {
	uint32_t coverage; /* ANYCOV_COV_* */
	enum anycov_level level;
	enum anycov_prune prune;
	enum anycov_hooks hooks;
	enum anycov_counters counters;
	enum anycov_flags_store flags;
	enum anycov_sites sites;
	enum anycov_map_place map;
	enum anycov_source_place place;
	enum anycov_line_tables line_tables;
	enum anycov_compares compares;
	bool gated;
	bool mcdc;                /* records what edges do not show of decisions */
	bool keep_branches;       /* that optimizers would merge or make selects of */
	char fuzzer[32];          /* whose objects link with no other's; "": with any */
	bool drop_ctors;          /* emit no constructors; guards are numbered by their position */
	uint32_t stack_depth_min; /* bytes; 0: inline code, no calls */
	bool verbose;
	bool no_prune; /* coverage= contained no-prune */
	bool prune_given;
	struct anycov_list *allow; /* NULL: all functions */
	struct anycov_list *ignore;
	char **skip_sections; /* names or globs */
	unsigned n_skip_sections;
};

/* Sets the defaults: coverage empty, prune none, hooks c, map code. */
void anycov_options_init(struct anycov_options *o);
void anycov_options_free(struct anycov_options *o);

/* The keys of all options, such as "coverage"; i is below the count. */
unsigned anycov_option_count(void);
const char *anycov_option_key(unsigned i);

/*
 * Applies one option.  value is NULL if the option has none.  Lists from repeated
 * options are joined.  Returns 0, or -1 with err set.
 */
int anycov_options_set(struct anycov_options *o, const char *key, const char *value,
		       struct anycov_error *err);

/*
 * Applies all options of a text such as "coverage=trace-pc,trace-cmp;prune=dom": the value of
 * the environment variable ANYCOV_OPTIONS, or the text between < and > in opt's
 * -passes='anycov<...>'.  Separators are ';' and white space.
 */
int anycov_options_parse(struct anycov_options *o, const char *text, struct anycov_error *err);

/*
 * Fills in the defaults that depend on other options and rejects combinations that
 * have no effect.  Call once, after the last option.
 */
int anycov_options_finish(struct anycov_options *o, struct anycov_error *err);

/* Rejects options that the object format does not support; elf: it is ELF. */
int anycov_options_check_format(const struct anycov_options *o, bool elf, struct anycov_error *err);

/* Rejects place=early where there is no map. */
int anycov_options_check_place(const struct anycov_options *o, bool is_elf,
			       struct anycov_error *err);

/* Rejects mcdc where the adapter exports no decisions. */
int anycov_options_check_decisions(const struct anycov_options *o, bool sees_decisions,
				   struct anycov_error *err);

/* Returns true if constructors register tables with the runtime. */
bool anycov_options_has_ctors(const struct anycov_options *o);

/* Returns true if a keyword needs this table (enum anycov_table_id). */
bool anycov_options_has_table(const struct anycov_options *o, unsigned table);

/*
 * Returns true if the entry block of each function must be probed, whatever prune= is:
 * fuzzers and tables identify functions by it, and trace-pc-entry-exit needs it.
 */
bool anycov_options_probe_entry(const struct anycov_options *o);

/* Returns the section (ANYCOV_SECTION_*) of map records that are not linked to code. */
unsigned anycov_options_map_section(const struct anycov_options *o);

/* Returns the help text, which lists all keywords and defaults. */
const char *anycov_options_help(void);

#ifdef __cplusplus
}
#endif
#endif
