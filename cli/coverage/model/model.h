/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What a report consists of: lines, functions, files, branches, decisions; lookups and sums. */
#ifndef ANYCOV_MODEL_H
#define ANYCOV_MODEL_H

#include "coverage/model/instrumented_image.h"

/*
 * How many of a kind of thing have which state.  A thing is covered, not covered or unknown.
 */
struct counts {
	size_t total;
	size_t covered; /* hit or inferred */
	size_t hit;     /* of covered: its own probe was hit */
	size_t unknown;
	uint32_t by_reason[UNKNOWN_REASON_COUNT]; /* of unknown */
};

static inline size_t counts_not_covered(const struct counts *t)
{
	return t->total - t->covered - t->unknown;
}

void counts_add(struct counts *sum, const struct counts *t);
void counts_add_state(struct counts *t, unsigned state, unsigned reason);

struct cov_line {
	uint32_t file, line;
	uint8_t state;  /* enum coverage_state */
	uint8_t reason; /* enum unknown_reason */
	/* Of its block that has most (inferred: of one that implies it); 0: not known. */
	uint64_t executions;
	/* Number of blocks (without a map: probes) with code of the line, by state. */
	uint32_t blocks[STATE_HIT + 1];
};

/*
 * Returns how often a line was executed: 0 unless covered, 1 if it was and only flags or sets
 * show it, which do not count.
 */
static inline uint64_t cov_line_hits(const struct cov_line *l)
{
	return !state_is_covered(l->state) ? 0 : l->executions ? l->executions : 1;
}

struct cov_edge {
	uint32_t from, to; /* numbers of blocks */
	uint8_t state;     /* enum coverage_state */
	uint8_t reason;    /* enum unknown_reason */
	bool is_throw;     /* taken by an exception */
	bool lost_sibling; /* markers excluded another edge from the block */
};

/* One of the ways on from a branch. */
enum outcome_value { OUTCOME_UNKNOWN, OUTCOME_FALSE, OUTCOME_TRUE };

struct cov_outcome {
	uint32_t block; /* where it goes */
	uint32_t line;  /* of the first line there, in the file of the block; 0: unknown */
	uint8_t state;  /* enum coverage_state: whether it was taken */
	uint8_t reason; /* enum unknown_reason */
	uint8_t value;  /* enum outcome_value: of the branch's condition */
	bool is_throw;  /* by an exception */
};

/*
 * A block of a source function with several successors (branches.c).  A line may have several:
 * of its operands, and of different functions (instances of a template, inlined copies).
 */
struct cov_branch {
	uint32_t file, line, column; /* where the block ends; file MAP_NONE: unknown */
	uint32_t function, block;    /* index in functions */
	uint32_t number;             /* of the branches of the line: 0, 1, ... */
	uint8_t state;               /* enum coverage_state: whether the block was executed */
	uint8_t reason;              /* enum unknown_reason */
	bool is_of_throw;            /* it is whether a call threw */
	const char *condition;       /* its text, one of the conditions'; NULL: not known */
	uint32_t n;
	size_t first;   /* part of outcomes */
	uint64_t shape; /* while variants of functions are merged */
};

/* A condition of a decision (mcdc.c), by its values false and true. */
struct cov_condition {
	uint32_t block;    /* that ends with it */
	uint32_t line;     /* of the block's branch, in the decision's file */
	char *text;        /* in the source; NULL: not known */
	bool knows_values; /* if not: which is which */
	bool is_negated;   /* the code tests the opposite of the text */
	uint8_t state[2];  /* enum coverage_state: whether it was shown to decide */
	uint8_t reason[2]; /* enum unknown_reason */
};

struct cov_decision {
	uint32_t file, line;            /* of its first condition; file MAP_NONE: unknown */
	uint32_t function;              /* index in functions */
	const struct map_function *map; /* a variant of it */
	uint32_t number;                /* of the decisions of the variant at the line: 0, 1, ... */
	bool is_idle;                   /* this variant of the function was not executed */
	bool is_matched; /* the source has its conditions; else it is some branches */
	uint32_t n;
	size_t first; /* part of conditions */
};

struct cov_function {
	const char *name;               /* assembler name */
	char *display_name;             /* demangled, printable */
	char *source_name;              /* source_name(); NULL: it is alone at its line */
	const struct map_function *map; /* NULL without a map */
	uint32_t file;                  /* index in files, or MAP_NONE */
	uint32_t line;
	uint64_t address;    /* of its code, or of its first probe if it has no symbol */
	uint64_t executions; /* of its entry; 0: not known */
	bool covered;        /* a block of it was */
	bool no_debug;       /* its lines are unknown: compiled without debug information */
	bool is_import;      /* another tool measured it */
	bool left_out;       /* of the source, and no code in the image is made of it */
	uint8_t state;       /* enum coverage_state */
	uint8_t reason;      /* enum unknown_reason */
	struct counts blocks, lines, edges, branches; /* branches: of outcomes */
	struct counts throws;           /* those of branches that are whether a call threw */
	struct counts conditions;       /* of outcomes */
	size_t first_edge, n_edges;     /* part of edges, by number */
	size_t first_line, n_lines;     /* part of lines, before they are sorted */
	size_t first_import, n_imports; /* part of imports: its branches, without a map */
	uint32_t found;                 /* index in functions, before they are sorted */
};

/* Returns how often a function was entered: 0 unless covered, 1 if that is all that is known. */
static inline uint64_t cov_function_hits(const struct cov_function *f)
{
	return !f->covered ? 0 : f->executions ? f->executions : 1;
}

/*
 * A function of the source, which functions are counted by: its instances are those of a template,
 * constructors and destructors of complete and of base objects, and clones (source_functions.c).
 */
struct cov_source_function {
	size_t first, n; /* part of functions */
	/*
	 * The instance, or what the instances are together, with the name that they share and the
	 * assembler name of the first; edges are those of instances.
	 */
	struct cov_function sum;
	char *written; /* the name of sum where instances share it */
};

struct cov_file {
	char *path;          /* in reports: the compiler's path if it is unique, else full */
	char *full;          /* absolute path, as far as known */
	char *compiler_path; /* as the compiler was given it */
	const char *dir;     /* directory that compiler_path starts from, or NULL */
	struct source_contents contents;    /* when it was compiled */
	uint8_t source;                     /* enum source_state, of sources_check() */
	bool is_copy;                       /* its text is that of a copy from the build */
	bool is_other;                      /* another build's contents are reported (builds.h) */
	uint32_t n_left_out;                /* merged: images whose lines were left out for that */
	size_t first, n;                    /* part of lines, by line */
	size_t first_branch, n_branches;    /* part of branches, by line */
	struct counts lines, branches;      /* branches: of outcomes */
	struct counts conditions;           /* of outcomes */
	size_t first_decision, n_decisions; /* part of decisions, by line */
};

/* A path that a compiler was given, and an index in files. */
struct path_alias {
	char *compiler_path;
	uint32_t file;
};

/* What was not selected, of one struct coverage. */
struct unselected {
	size_t files, system_files, functions, lines; /* lines: excluded by markers */
};

struct tests;
struct baseline;

struct coverage {
	const char *image;
	bool from_map;                  /* denominators are exact */
	struct cov_function *functions; /* by file, line, source_name, name */
	size_t n_functions, functions_room;
	struct cov_source_function *source_functions; /* of all functions, in their order */
	size_t n_source_functions;
	size_t no_debug;        /* functions whose lines are unknown */
	struct cov_file *files; /* by path */
	size_t n_files, files_room;
	size_t n_others; /* after these: of left out lines (is_other) */
	/* Index when it was found (with a map: in map.files) -> in files, or after them. */
	uint32_t *file_of;
	struct path_alias *path_aliases; /* sorted */
	size_t n_files_found;            /* of both */
	struct cov_line *lines;
	size_t n_lines, lines_room;
	struct cov_edge *edges;
	size_t n_edges, edges_room;
	struct cov_branch *branches; /* by file and line; of unknown places at the end */
	size_t n_branches, branches_room;
	struct cov_outcome *outcomes;
	size_t n_outcomes, outcomes_room;
	struct cov_branch *imports; /* that another tool measured; parts of import_outcomes */
	size_t n_imports, imports_room;
	struct cov_outcome *import_outcomes;
	size_t n_import_outcomes, import_outcomes_room;
	struct cov_decision *decisions; /* as branches */
	size_t n_decisions, decisions_room;
	struct cov_condition *conditions;
	size_t n_conditions, conditions_room;
	struct counts condition_counts; /* of outcomes */
	struct counts function_counts;  /* of source_functions */
	struct counts instance_counts;  /* of functions */
	struct counts line_counts, block_counts, edge_counts;
	struct counts branch_counts;  /* of outcomes */
	struct unselected unselected; /* left out by the selection */
	struct recording recording;
	const struct instrumented_image *instrumented;
	struct instrumented_image *owned; /* the same if it is merged, else NULL */
	struct coverage *const *parts;    /* that were merged, else NULL */
	size_t n_parts;
	const struct tests *tests; /* what each test covers (--tests), of all images; or NULL */
	const struct tests *html_tests;  /* the same, also without --tests */
	const struct baseline *baseline; /* that it is compared to (--baseline), or NULL */
};

/* Returns whether two functions are instances of one of the source. */
bool is_instance_of_same(const struct cov_function *a, const struct cov_function *b);
/*
 * Returns the name of an instance below its function: demangled, or the assembler name if another
 * instance has the same (destructors).
 */
const char *instance_name(const struct coverage *c, const struct cov_source_function *s,
			  size_t instance);
/* Sorts lines and merges those of several blocks.  Returns how many remain. */
size_t merge_lines(struct cov_line *v, size_t n);
/* Returns the lines of the functions v[], each once, before lines are merged. */
struct counts coverage_union_lines(const struct coverage *c, const size_t *v, size_t n);
/* Counts the lines of a function again, before lines are merged. */
void coverage_count_lines(struct coverage *c, struct cov_function *f);
/* Returns a line with code, or NULL. */
const struct cov_line *coverage_line(const struct coverage *c, uint32_t file, uint32_t line);
/*
 * Returns the line that a block's branch is at, or NULL: the last one of the block, in code that
 * may have copies of other functions (place=late) the last one in the function's file.  The map has
 * the lines of a file by number, not in the order of execution.
 */
const struct map_line *branch_line(const struct map *map, const struct map_function *f,
				   const struct map_block *block);

#endif
