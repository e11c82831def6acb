/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Functions, files and lines with their states: what every output shows. */
#ifndef ANYCOV_COVERAGE_H
#define ANYCOV_COVERAGE_H

#include "reach.h"

struct tally {
	size_t total;
	size_t ran;         /* by a probe, inferred or assumed */
	size_t sure;        /* of ran: by a probe of its own */
	size_t assumed;     /* of ran: if every call was recorded whole */
	size_t assumed_not; /* of the rest: did not run, if every call was */
	size_t unknown;     /* of the rest: pruned, and nothing tells */
};

struct cov_line {
	uint32_t file, line;
	uint8_t state;    /* enum cover_state */
	uint64_t hits;    /* records of its probes: at most how often it ran */
	uint32_t blocks[COVER_RAN + 1]; /* that hold code of the line (without a map: probes), by state */
};

struct cov_edge {
	uint32_t from, to; /* numbers of blocks */
	uint8_t state;     /* enum cover_state */
};

struct cov_function {
	const char *name; /* as the assembler has it */
	char *shown;      /* for people */
	const struct map_function *map; /* NULL without a map */
	uint32_t file;    /* index in files, or MAP_NONE */
	uint32_t line;
	uint64_t hits;    /* of its entry */
	bool ran;         /* a probe of it was hit, so this is sure */
	uint8_t state;    /* enum cover_state, of its entry where it did not run */
	struct tally blocks, lines, edges;
	size_t first_edge, n_edges; /* part of edges, by number */
};

struct cov_file {
	char *path;       /* for people: as the compiler was given it, if that is one file's */
	char *full;       /* where it is, as far as it is known */
	char *spelled;    /* as the compiler was given it */
	const char *dir;  /* where that starts, or NULL */
	size_t first, n;  /* part of lines, by line */
	struct tally lines;
};

/* A name that a compiler was given, and an index in files. */
struct spelling {
	char *spelled;
	uint32_t file;
};

struct coverage {
	const char *image;
	bool from_map;    /* denominators are exact */
	struct cov_function *functions; /* by file, line, name */
	size_t n_functions, functions_room;
	struct cov_file *files; /* by path */
	size_t n_files, files_room;
	uint32_t *file_of;           /* index when it was met (with a map: in map.files) -> in files */
	struct spelling *spellings;  /* sorted */
	size_t n_files_met;          /* of both */
	struct cov_line *lines;
	size_t n_lines, lines_room;
	struct cov_edge *edges;
	size_t n_edges, edges_room;
	struct tally function_tally, line_tally, block_tally, edge_tally;
	const struct model *model;
};

/* Makes it from a model whose sites were hit; source_map: words of --source-map. */
struct coverage *coverage_make(struct model *m, const struct evidence *e,
			       const struct words *source_map);
void coverage_free(struct coverage *c);
/* The file that a compiler called so, or MAP_NONE (cov_files.c). */
uint32_t coverage_file(const struct coverage *c, const char *spelled);
/* Finds out which names mean one file, sorts files and fills file_of. */
void coverage_settle_files(struct coverage *c, const struct words *source_map);
void coverage_free_files(struct coverage *c);
/* The line where a block begins, {NULL, 0}: not known. */
struct place block_place(const struct model *m, const struct map_function *f, uint32_t block);

/* Adds the function's edges with their states (edges.c). */
void edges_of_function(struct coverage *c, const struct model *m, const struct map_function *mf,
		       struct cov_function *f, bool lost);
/* Sorts m->pairs, each once. */
void edges_sort_pairs(struct model *m);

#endif
