/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The source lines of blocks, attributed as gcov does (GCC's profile.c), so that at
 * -O0 a report and gcov show the same lines: each statement counts with its
 * expansion point, labels too; the function's own line goes to the entry; a jump
 * that was dropped when the graph was built (break, goto, continue) remains as the
 * location of an edge and counts if no statement before had that location.
 */
#include "adapter.h"

/* A statement that has a line and no code. */
static anycov_stmt line_alone(location_t where)
{
	anycov_stmt stmt = gimple_build_nop();

	gimple_set_location(stmt, where);
	return stmt;
}

static anycov_stmt label_at(gimple_stmt_iterator i)
{
	return !gsi_end_p(i) && gimple_code(gsi_stmt(i)) == GIMPLE_LABEL ? gsi_stmt(i) : NULL;
}

static tree label_of(anycov_stmt stmt)
{
	return gimple_label_label(as_a<glabel *>(stmt));
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
		anycov_stmt label = label_at(i), after;

		next = i;
		gsi_next_nondebug(&next);
		if (!label) {
			where = UNKNOWN_LOCATION;
			continue;
		}
		if (where == UNKNOWN_LOCATION)
			where = gimple_location(label);
		after = label_at(next);
		if (after && is_written(label_of(label), &cases) &&
		    !cases.contains(label_of(after)) && DECL_ARTIFICIAL(label_of(after))) {
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

static uint32_t file_index(struct anycov_gcc_body *b, const char *file)
{
	/* The last one is the likeliest. */
	for (unsigned i = b->files.length(); i-- > 0;)
		if (b->files[i] == file || !strcmp(b->files[i], file))
			return i;
	b->files.safe_push(file);
	return b->files.length() - 1;
}

/* Blocks get their lines one after the other. */
static void add_line(struct anycov_gcc_body *b, struct anycov_block *block, location_t loc)
{
	expanded_location x = expand_location(loc);
	struct anycov_map_line line;

	if (!x.file)
		return;
	line.file = file_index(b, x.file);
	line.line = x.line > 0 ? x.line : 1;
	line.column = x.column > 0 ? x.column : 0;
	if (block->n_lines) {
		const struct anycov_map_line *last = &b->lines[b->lines.length() - 1];

		if (last->file == line.file && last->line == (uint32_t)x.line && last->column)
			return;
	} else {
		block->first_line = b->lines.length();
	}
	b->lines.safe_push(line);
	block->n_lines++;
}

/* Open addressing; 0, which is no real location, marks a free slot. */
static location_t *find_slot(const struct anycov_locations *s, location_t loc)
{
	unsigned i = (unsigned)(loc * 0x9e3779b1u) & (s->size - 1);

	while (s->slot[i] && s->slot[i] != loc)
		i = (i + 1) & (s->size - 1);
	return &s->slot[i];
}

void anycov_add_location(struct anycov_locations *s, location_t loc)
{
	struct anycov_locations old = *s;
	location_t *at;

	if (2 * s->used >= s->size) {
		s->size = old.size ? 2 * old.size : 64;
		s->slot = XCNEWVEC(location_t, s->size);
		for (unsigned i = 0; i < old.size; i++)
			if (old.slot[i])
				*find_slot(s, old.slot[i]) = old.slot[i];
		free(old.slot);
	}
	at = find_slot(s, loc);
	s->used += !*at;
	*at = loc;
}

bool anycov_has_location(const struct anycov_locations *s, location_t loc)
{
	return s->size && *find_slot(s, loc);
}

void anycov_forget_locations(struct anycov_locations *s)
{
	free(s->slot);
	memset(s, 0, sizeof(*s));
}

/* seen: the locations so far, without their lexical blocks. */
static void add_stmt(struct anycov_gcc_body *b, struct anycov_block *block, location_t loc,
		     struct anycov_locations *seen)
{
	loc = LOCATION_LOCUS(loc);
	if (loc <= BUILTINS_LOCATION)
		return;
	anycov_add_location(seen, loc);
	add_line(b, block, loc);
}

static void add_block(struct anycov_gcc_body *b, uint32_t n, struct anycov_locations *seen)
{
	struct anycov_block *block = &b->blocks[n];
	basic_block bb = b->bbs[n];
	gimple_stmt_iterator i;
	location_t loc;

	for (i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (!is_gimple_debug(gsi_stmt(i)))
			add_stmt(b, block, gimple_location(gsi_stmt(i)), seen);
	if (!single_succ_p(bb))
		return;
	loc = LOCATION_LOCUS(single_succ_edge(bb)->goto_locus);
	if (loc > BUILTINS_LOCATION && !anycov_has_location(seen, loc))
		add_line(b, block, loc);
}

void anycov_export_lines(struct anycov_gcc_body *b, function *fun)
{
	struct anycov_locations seen = { NULL, 0, 0 };

	b->lines.truncate(0);
	b->files.truncate(0);
	file_index(b, DECL_SOURCE_FILE(fun->decl) ? DECL_SOURCE_FILE(fun->decl) : "");
	add_stmt(b, &b->blocks[0], DECL_SOURCE_LOCATION(fun->decl), &seen);
	if (b->blocks[0].n_lines)
		b->lines[0].column = 0; /* the name is no code */
	for (unsigned n = 0; n < b->blocks.length(); n++)
		add_block(b, n, &seen);
	anycov_forget_locations(&seen);
	b->facts.lines = b->lines.address();
	b->facts.files = b->files.address();
	b->facts.n_files = b->files.length();
}
