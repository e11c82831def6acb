/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Makes functions, files and lines with their states: what all outputs are made from. */
#ifndef ANYCOV_COVERAGE_H
#define ANYCOV_COVERAGE_H

#include "coverage/match/match.h"
#include "coverage/model/model.h"
#include "coverage/model/select.h"

/*
 * Makes it from the hits of an image's probes; source_map: values of --source-map, selection
 * NULL: everything.
 */
struct coverage *coverage_make(struct instrumented_image *m, const struct recording *e,
			       const struct string_list *source_map, struct selection *selection);
/*
 * Makes it from an image that v[] were merged to (merge_images.c), and takes the image.  no_debug:
 * IDs of functions that were compiled without debug information.
 */
struct coverage *coverage_of_merged(struct instrumented_image *m, struct coverage *const *v,
				    size_t n, const struct u64_map *no_debug,
				    const struct string_list *source_map,
				    struct selection *selection);
/* Sorts, selects and counts what was collected. */
void coverage_finish(struct coverage *c, const struct string_list *source_map,
		     struct selection *selection);
/* Frees all but the files and the sums; coverage_is_its_own_cause() must be false. */
void coverage_keep_totals(struct coverage *c);
void coverage_free(struct coverage *c);
/*
 * Returns the image that makes a line of a merged report unknown for this reason, for
 * unknown_text(); the report itself if it is no single one, or not merged.
 */
const struct coverage *coverage_cause(const struct coverage *c, const struct cov_line *line,
				      unsigned reason);
/*
 * Returns whether coverage_cause() may return an image of several: something of it is unknown for a
 * reason that the report of all does not have as well.
 */
bool coverage_is_its_own_cause(const struct coverage *c);
/* Returns the file with this compiler path, or MAP_NONE (files.c). */
uint32_t coverage_file(const struct coverage *c, const char *compiler_path);
/* Merges path spellings of the same source file, sorts the files and fills file_of. */
void coverage_resolve_files(struct coverage *c, const struct string_list *source_map);
void coverage_free_files(struct coverage *c);
/* Sets the directories of relative paths that are not in the map (made by a link step). */
void coverage_set_dirs(struct coverage *c, const struct instrumented_image *m);
/* Returns what to build with, so that the lines of all functions are known. */
static inline const char *coverage_lines_help(const struct coverage *c)
{
	/* GCC writes lines to the map without -g. */
	return c->from_map ? "use -gline-tables-only" : "use -g";
}
/* Returns what the blocks of its counts are. */
static inline const char *blocks_word(const struct coverage *c)
{
	return c->from_map ? "blocks" : c->instrumented->range_ends ? "code" : "probes";
}
/* Returns the number of functions none or not all of whose lines are known for this reason. */
size_t coverage_lines_of(const struct coverage *c, unsigned reason);
/* Returns whether something is unknown for this reason. */
bool coverage_has_unknown(const struct coverage *c, unsigned reason);
/*
 * Returns whether a reason concerns what reports have first: lines, functions, branches,
 * conditions, all that an image without a map has, and records that were lost.  Others are for
 * blocks and edges.
 */
bool coverage_reason_is_first(const struct coverage *c, unsigned reason);
/* Returns whether something is unknown because records were lost. */
bool coverage_lost(const struct coverage *c);
/* Returns "2 functions, 1 line" of what is unknown for this reason; to be freed. */
char *coverage_unknown_counts(const struct coverage *c, unsigned reason);
/*
 * Returns "2 functions, 1 line unknown: a buffer was full; record again ...", or NULL if
 * nothing is unknown for this reason; to be freed.
 */
char *coverage_unknown_sentence(const struct coverage *c, unsigned reason);
/* Returns where a block begins, or {NULL, 0} if unknown. */
struct source_location block_location(const struct instrumented_image *m,
				      const struct map_function *f, uint32_t block);

/* Adds the function's edges with their states (edges.c). */
void edges_of_function(struct coverage *c, const struct instrumented_image *m,
		       const struct map_function *mf, struct cov_function *f,
		       const struct recording *e);

#endif
