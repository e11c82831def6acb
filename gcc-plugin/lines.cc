/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The source lines of blocks, attributed as gcov does (GCC's profile.c), so that at -O0 a report
 * and gcov show the same lines: each statement counts with its expansion point, labels too; the
 * function's own line goes to the entry; a jump that was dropped when the graph was built (break,
 * goto, continue) remains as the location of an edge and counts if no statement before had that
 * location.  The end of a variable's scope (a clobber) has the line of one of several jumps there,
 * which it is not.  The optimizer moves conversions that become no machine code across branches. */
#include "adapter.h"

/* A statement that has a line and no code. */
static anycov_stmt line_alone(location_t where)
{
	anycov_stmt stmt = gimple_build_nop();

	gimple_set_location(stmt, where);
	return stmt;
}

static tree label_at(gimple_stmt_iterator i)
{
	glabel *label = gsi_end_p(i) ? NULL : dyn_cast<glabel *>(gsi_stmt(i));

	return label ? gimple_label_label(label) : NULL_TREE;
}

static void collect_cases(gimple_seq body, hash_set<tree> *cases)
{
	gimple_stmt_iterator i;

	for (i = gsi_start(body); !gsi_end_p(i); gsi_next(&i)) {
		gswitch *s = dyn_cast<gswitch *>(gsi_stmt(i));

		for (unsigned k = 0; s && k < gimple_switch_num_labels(s); k++)
			cases->add(CASE_LABEL(gimple_switch_label(s, k)));
	}
}

/* The default that GCC adds has no location. */
static bool is_written(tree label, hash_set<tree> *cases)
{
	return cases->contains(label) && DECL_SOURCE_LOCATION(label) != UNKNOWN_LOCATION;
}

void anycov_part_labels(gimple_seq body)
{
	location_t where = UNKNOWN_LOCATION; /* of the first of consecutive labels */
	gimple_stmt_iterator i, next;
	hash_set<tree> cases;

	collect_cases(body, &cases);
	for (i = gsi_start(body); !gsi_end_p(i) && cases.elements(); i = next) {
		tree label = label_at(i), after;

		next = i;
		gsi_next_nondebug(&next);
		if (!label) {
			where = UNKNOWN_LOCATION;
			continue;
		}
		if (where == UNKNOWN_LOCATION)
			where = gimple_location(gsi_stmt(i));
		after = label_at(next);
		if (after && is_written(label, &cases) && !cases.contains(after) &&
		    DECL_ARTIFICIAL(after)) {
			gsi_insert_after(&i, line_alone(where), GSI_SAME_STMT);
			where = UNKNOWN_LOCATION;
		}
	}
}

void anycov_keep_switch_line(anycov_stmt stmt)
{
	gimple_stmt_iterator i = gsi_for_stmt(stmt);

	gsi_insert_before(&i, line_alone(gimple_location(stmt)), GSI_SAME_STMT);
}

/* loc: without its lexical block.  before: the statement in front of it. */
static void add_line(uint32_t block, location_t loc, bool has_column, anycov_stmt before)
{
	expanded_location x = expand_location(loc);
	struct anycov_map_line line;

	if (loc <= BUILTINS_LOCATION || !x.file)
		return;
	line.file = anycov_fn_file(anycov_cur.fn, remap_debug_filename(x.file), x.file);
	line.line = MAX(x.line, 1);
	line.column = has_column ? MAX(x.column, 0) : 0;
	if (anycov_fn_add_line(anycov_cur.fn, block, &line))
		anycov_gcc_body.before_parts.safe_push(before);
}

static location_t first_case(gswitch *s)
{
	location_t first = UNKNOWN_LOCATION;

	for (unsigned k = 0; k < gimple_switch_num_labels(s); k++) {
		tree label = CASE_LABEL(gimple_switch_label(s, k));
		location_t where = LOCATION_LOCUS(DECL_SOURCE_LOCATION(label));

		if (where > BUILTINS_LOCATION &&
		    (first == UNKNOWN_LOCATION ||
		     linemap_compare_locations(line_table, where, first) > 0))
			first = where;
	}
	return first;
}

/* GNU Fortran gives a label the place of the statement before it, and "select case" that of the
 * last statement in it, a call that looks a string up included.  The first case's label has the
 * place of "select case". */
static location_t fortran_place(anycov_stmt stmt)
{
	gimple_stmt_iterator last = gsi_last_nondebug_bb(gimple_bb(stmt));
	gswitch *s = gsi_end_p(last) ? NULL : dyn_cast<gswitch *>(gsi_stmt(last));
	location_t where = LOCATION_LOCUS(gimple_location(stmt));

	if (gimple_code(stmt) == GIMPLE_LABEL)
		return UNKNOWN_LOCATION;
	return s && where == LOCATION_LOCUS(gimple_location(s)) ? first_case(s) : where;
}

static location_t dropped_jump(basic_block bb)
{
	return single_succ_p(bb) ? LOCATION_LOCUS(single_succ_edge(bb)->goto_locus) : 0;
}

/* seen: the locations of statements so far.  jumps: those of all jumps that were dropped.
 * brace: anycov_coroutine_brace().  returns: anycov_implicit_return(). */
static void add_block(uint32_t block, basic_block bb, struct anycov_number_set *seen,
		      const struct anycov_number_set *jumps, location_t brace, anycov_stmt returns)
{
	location_t implicit = returns && gimple_bb(returns) == bb
				      ? LOCATION_LOCUS(gimple_location(returns))
				      : UNKNOWN_LOCATION;
	bool is_fortran = !strncmp(lang_hooks.name, "GNU Fortran", 11);
	bool optimized = anycov_gcc_body.facts->is_optimized;
	anycov_stmt stmt, last = NULL;
	gimple_stmt_iterator i;
	location_t loc;

	for (i = gsi_start_nondebug_bb(bb); !gsi_end_p(i); gsi_next_nondebug(&i)) {
		stmt = gsi_stmt(i);
		loc = is_fortran ? fortran_place(stmt) : LOCATION_LOCUS(gimple_location(stmt));
		if (gimple_clobber_p(stmt)
			    ? (optimized && !single_pred_p(bb)) || anycov_number_set_has(jumps, loc)
			    : optimized && gimple_assign_unary_nop_p(stmt))
			loc = UNKNOWN_LOCATION;
		anycov_number_set_add(seen, loc);
		if ((loc != brace || anycov_ends_coroutine(stmt)) && loc != implicit)
			add_line(block, loc, true, last);
		if (anycov_ends_part(stmt))
			anycov_fn_add_call(anycov_cur.fn, block, anycov_kind_of_call(stmt));
		last = stmt;
	}
	loc = dropped_jump(bb);
	if (!anycov_number_set_has(seen, loc))
		add_line(block, loc, true, last);
}

void anycov_export_lines(struct anycov_gcc_body *b, function *fun)
{
	struct anycov_number_set seen = { NULL, 0, 0 }, jumps = { NULL, 0, 0 };
	location_t name = LOCATION_LOCUS(DECL_SOURCE_LOCATION(fun->decl));
	anycov_stmt returns = anycov_implicit_return(fun);
	location_t brace = anycov_coroutine_brace(fun);
	tree result = DECL_RESULT(fun->decl);
	const char *file;

	/* C's front end takes the place of a declaration in a system header. */
	if (in_system_header_at(name) && result && !DECL_IN_SYSTEM_HEADER(result))
		name = LOCATION_LOCUS(DECL_SOURCE_LOCATION(result));
	file = LOCATION_FILE(name) ? LOCATION_FILE(name) : "";
	b->before_parts.truncate(0);
	anycov_fn_file(anycov_cur.fn, remap_debug_filename(file), file);
	anycov_number_set_add(&seen, name);
	add_line(0, name, false, NULL); /* the name is no code */
	for (unsigned n = 0; n < b->bbs.length(); n++)
		anycov_number_set_add(&jumps, dropped_jump(b->bbs[n]));
	for (unsigned n = 0; n < b->bbs.length(); n++)
		add_block(n, b->bbs[n], &seen, &jumps, brace, returns);
	anycov_number_set_clear(&seen);
	anycov_number_set_clear(&jumps);
}
