/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which files, functions and lines a report is about.  They are selected after the states
 * of all blocks were computed, and no state changes by it.
 */
#ifndef ANYCOV_SELECT_H
#define ANYCOV_SELECT_H

#include "coverage/model/markers.h"
#include "coverage/model/model.h"
#include "base/u64_map.h"

struct selection {
	struct string_list include, exclude, functions; /* values of the options */
	bool no_markers, throw_branches;
	struct string_list line_patterns, branch_patterns; /* of lines that are excluded */
	struct string_list bases; /* directories that relative patterns start from */
	/* Filled by use: */
	bool *include_used, *function_used;     /* by index; NULL: nothing was selected yet */
	regex_t *line_regexes, *branch_regexes; /* of line_patterns, branch_patterns */
	struct markers *sources;
	size_t n_sources, sources_room;
	struct u64_map by_path; /* hash of a path -> index in sources + 1 */
};

/* Why a file is reported or not. */
enum file_choice { FILE_SELECTED, FILE_UNSELECTED, FILE_SYSTEM, FILE_OTHER_BUILD };

/*
 * Adds the directories that relative patterns start from: the current one, and dir unless NULL.
 * Returns -1, or after an error message the exit status: a pattern of lines is none.
 */
int selection_begin(struct selection *s, const char *dir);
/*
 * Removes from c the lines, blocks, edges and functions that are not selected.  Files
 * remain, without lines.  Call it before lines are merged (coverage.c).  s NULL: removes those of
 * other builds only.
 */
void select_coverage(struct coverage *c, struct selection *s);
/*
 * Returns whether the code at a location (file NULL: unknown) in a function is selected, for
 * outputs that have addresses instead of lines.
 */
bool selection_has_code(struct selection *s, const struct coverage *c, struct source_location at,
			const char *function);
/* Returns whether a pattern means a file, as --include does. */
bool selection_file_matches(const struct selection *s, const char *glob, const struct cov_file *f);
/* Returns whether a pattern means a function, as --function does; shown: the demangled name. */
bool function_matches(const char *glob, const char *name, const char *shown);
/* The same for a word that asks for a function; own: without all, or some, of what it is in. */
bool function_means(const char *word, const char *name, const char *shown, bool own);
/* Returns the first --include or --function that nothing matched, as "--include GLOB", or NULL;
 * to be freed. */
char *selection_unused(const struct selection *s);
void selection_free(struct selection *s);

#endif
