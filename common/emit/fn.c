/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* One function, from the first look at it to its texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/emit/instrument_internal.h"
#include "common/emit/instrument_rules.h"

/* Returns whether code of other functions, inlined, may be in one that is skipped. */
static bool may_contain_marks(const struct anycov_unit *u, enum anycov_skip why)
{
	return anycov_unit_wants_marks(u) &&
	       (why == ANYCOV_SKIP_ATTRIBUTE || why == ANYCOV_SKIP_NO_INSTRUMENTATION ||
		why == ANYCOV_SKIP_SECTION || why == ANYCOV_SKIP_ALLOWLIST ||
		why == ANYCOV_SKIP_IGNORELIST);
}

/* With the option verbose as a note, and as a remark if these are wanted. */
static void report_skipped(const struct anycov_unit *u, const char *name, const char *why)
{
	static const char text[] = "'%s' gets no hooks: %s";

	if (u->options.verbose)
		anycov_report(&u->reporter, ANYCOV_NOTE, text, name, why);
	if (anycov_wants_remarks(&u->reporter))
		anycov_report(&u->reporter, ANYCOV_REMARK_SKIPPED, text, name, why);
}

struct anycov_fn *anycov_fn_begin(struct anycov_unit *u, const struct anycov_function *f)
{
	struct anycov_map_function source;
	enum anycov_skip why;
	struct anycov_fn *fn;

	/* The first function of a unit that was given no options. */
	if (!u->started && !anycov_unit_start(u, &u->target, true))
		return NULL;
	why = anycov_skip_function(&u->options, f);
	/* What is inlined of it runs here, and the function elsewhere may never do. */
	if (why == ANYCOV_SKIP_EXTERNAL_COPY && anycov_unit_wants_marks(u))
		why = ANYCOV_SKIP_NONE;
	if (why != ANYCOV_SKIP_NONE) {
		report_skipped(u, f->name, anycov_skip_reason(why));
		if (!may_contain_marks(u, why))
			return NULL;
	}
	fn = anycov_need_array(1, sizeof(*fn));
	fn->is_skipped = why != ANYCOV_SKIP_NONE;
	fn->unit = u;
	fn->is_artificial = f->is_artificial;
	fn->class_line = f->class_line;
	fn->may_drop_lines = anycov_unit_may_drop_lines(u) && f->has_line_tables &&
			     !f->compiler_reads_lines && !fn->is_skipped;
	fn->name = anycov_need_text(f->name);
	fn->unit_name = anycov_need_text(f->unit ? f->unit : "");
	if (f->unit_shown && *f->unit_shown)
		fn->unit_shown = anycov_need_text(f->unit_shown);
	/* Until the late place gives it the ID that includes all of its blocks. */
	memset(&source, 0, sizeof(source));
	source.name = fn->name;
	source.unit = fn->unit_name;
	fn->id = anycov_map_function_id(&source);
	return fn;
}

static void forget_pieces(struct anycov_fn *fn)
{
	for (unsigned i = 0; i < fn->n_pieces; i++)
		free((void *)fn->pieces[i].cells);
	fn->n_pieces = 0;
}

void anycov_fn_end(struct anycov_fn *fn)
{
	if (!fn)
		return;
	forget_pieces(fn);
	for (uint32_t i = 0; i < fn->case_tables.n; i++)
		free(((uint64_t **)fn->case_tables.at)[i]);
	for (uint32_t i = 0; i < fn->files.n; i++)
		free(((char **)fn->files.at)[i]);
	for (uint32_t i = 0; i < fn->read_as.n; i++)
		free(((char **)fn->read_as.at)[i]);
	anycov_fn_forget_decisions(fn);
	free(fn->read_as.at);
	free(fn->case_tables.at);
	free(fn->files.at);
	free(fn->lines.at);
	free(fn->ends.at);
	free(fn->blocks.at);
	free(fn->edges.at);
	free(fn->items.at);
	free(fn->cases.at);
	free(fn->marks.at);
	anycov_number_set_clear(&fn->switches);
	free(fn->probes.at);
	free(fn->insertions.at);
	free(fn->changes.at);
	free(fn->flag_blocks.at);
	free(fn->map_text);
	free(fn->flags_text);
	free(fn->probe_text);
	free(fn->name);
	free(fn->unit_name);
	free(fn->unit_shown);
	free(fn);
}

/* Which probes of this function call lean hooks; says once a unit why none does. */
static void choose_lean(struct anycov_fn *fn, const struct anycov_lean_facts *lean)
{
	struct anycov_unit *u = fn->unit;
	const char *why = NULL;

	fn->lean = NULL;
	if (!anycov_wants_lean_hooks(fn))
		return;
	if (!u->target.is_elf || lean->target == ANYCOV_LEAN_NONE)
		why = "this target has no lean hooks";
	else if (lean->call_is_far)
		why = "a direct call may not reach a hook in this code model";
	else if (lean->taken_registers)
		why = "a register that they need is taken by an option or a global variable";
	if (!why) {
		fn->lean = &anycov_lean_targets[lean->target];
		return;
	}
	if (!u->noted_no_lean)
		anycov_report(&u->reporter, ANYCOV_NOTE,
			      "hooks=lean is ignored: %s; probes call C hooks, which are slower "
			      "and record the same",
			      why);
	u->noted_no_lean = true;
}

/* Whether this function gets traps; says once a unit why none does. */
static void choose_traps(struct anycov_fn *fn, const struct anycov_lean_facts *lean)
{
	struct anycov_unit *u = fn->unit;
	bool known = lean->target == ANYCOV_LEAN_X86_64 || lean->target == ANYCOV_LEAN_AARCH64;
	const char *why = NULL;

	if (u->options.sites != ANYCOV_SITES_TRAP)
		return;
	fn->trap_keeps = lean->target == ANYCOV_LEAN_X86_64 ? "R_X86_64_NONE" : "R_AARCH64_NONE";
	if (!known || !u->target.is_elf || !u->target.is_hosted)
		why = "only Linux programs for x86-64 and aarch64 have traps";
	else if (!u->target.can_tie_sections)
		why = "this compiler cannot tie a section to code, as GCC can from 11 on";
	else if (!u->target.sees_instructions)
		why = "clang would put a nop at each site, which costs as much as a store";
	else if (u->options.map != ANYCOV_MAP_CODE)
		why = "only map=code, the default, records where the traps go";
	else if (anycov_flags_are_data(u))
		why = "drop-ctors leaves no start-up function that could write the traps";
	fn->has_traps = !why;
	if (why && !u->noted_no_traps)
		anycov_report(&u->reporter, ANYCOV_NOTE,
			      "sites=trap is ignored: %s; the code stores the flags, which "
			      "records the same",
			      why);
	u->noted_no_traps = !fn->has_traps;
}

uint32_t anycov_marks_without_size(uint32_t n, bool for_size)
{
	return for_size ? 0 : (uint32_t)((uint64_t)n * 2 / 3);
}

bool anycov_unit_may_drop_lines(const struct anycov_unit *u)
{
	return u->may_drop_lines;
}

bool anycov_fn_drops_lines(const struct anycov_fn *fn, enum anycov_place place)
{
	/* Hooks of comparisons and the like get their lines from the code, later. */
	return fn->may_drop_lines &&
	       (place != ANYCOV_PLACE_EARLY || fn->unit->options.coverage == ANYCOV_COV_FLAGS);
}

/* Drops a line that is of other code; returns whether another is left. */
static bool drop_line(struct anycov_fn *fn, uint32_t line)
{
	struct anycov_map_line *lines = fn->lines.at;
	struct anycov_block *blocks = fn->blocks.at;
	uint32_t left = 0;

	for (uint32_t i = 0; i < fn->blocks.n; i++) {
		struct anycov_block *b = &blocks[i];
		uint32_t n = 0;

		for (uint32_t k = 0; k < b->n_lines; k++)
			if (lines[b->first_line + k].line != line)
				lines[b->first_line + n++] = lines[b->first_line + k];
		b->n_lines = n;
		left += n;
	}
	return left;
}

static bool plan_late(struct anycov_fn *fn, const struct anycov_body *body)
{
	const struct anycov_reporter *r = &fn->unit->reporter;
	struct anycov_blocks blocks;
	struct anycov_error err;
	bool ok;

	if (body->blocks[0].is & ANYCOV_IS_UNREACHABLE) {
		report_skipped(fn->unit, fn->name, "it contains nothing that can be reached");
		return true;
	}
	/* GCC's function of static initialization has the line where the last function ends.
	 * Its clones of functions ("f.constprop.0") count as artificial, too. */
	if (fn->is_artificial && !strchr(fn->name, '.'))
		drop_line(fn, fn->line);
	choose_lean(fn, &body->lean);
	choose_traps(fn, &body->lean);
	anycov_blocks_init(&blocks, fn, body);
	ok = !anycov_blocks_plan(&blocks, fn, body, &err);
	if (ok) {
		if (anycov_unit_has_map(fn->unit))
			anycov_fn_make_map(fn, body, &blocks);
		anycov_make_pieces(fn, body, &blocks);
		anycov_insert_blocks(fn, body, &blocks);
		if (fn->unit->options.verbose)
			anycov_blocks_note(&blocks, fn, body);
	} else {
		anycov_report(r, ANYCOV_ERROR, "'%s': %s", fn->name, err.text);
	}
	anycov_blocks_free(&blocks);
	fn->planned_late = ok;
	return ok;
}

/* No probes: whether blocks of the source that this code contains were covered is unknown. */
static bool plan_skipped(struct anycov_fn *fn, const struct anycov_body *body)
{
	struct anycov_blocks blocks;
	struct anycov_error err;
	bool ok;

	if (!body->n_marks || fn->place == ANYCOV_PLACE_EARLY)
		return true;
	anycov_blocks_init(&blocks, fn, body);
	ok = !anycov_blocks_plan(&blocks, fn, body, &err);
	if (ok)
		anycov_fn_make_map(fn, body, &blocks);
	else
		anycov_report(&fn->unit->reporter, ANYCOV_ERROR, "'%s': %s", fn->name, err.text);
	anycov_blocks_free(&blocks);
	return ok;
}

static bool finish_plan(struct anycov_fn *fn, bool ok, const struct anycov_insertion **list,
			uint32_t *n)
{
	if (!ok)
		fn->insertions.n = 0;
	*list = fn->insertions.at;
	*n = fn->insertions.n;
	return ok;
}

/* The function as it was written: its map, and a mark in each block that has code.  C++'s own
 * members are in no report, as in gcov. */
static bool plan_early(struct anycov_fn *fn, const struct anycov_body *body)
{
	struct anycov_blocks blocks;
	struct anycov_error err;
	bool ok;

	if (fn->is_artificial || (fn->class_line && !drop_line(fn, fn->class_line)))
		return true;
	anycov_blocks_init(&blocks, fn, body);
	ok = !anycov_blocks_plan(&blocks, fn, body, &err);
	if (ok) {
		anycov_fn_make_map(fn, body, &blocks);
		anycov_insert_marks(fn, body, &blocks);
		anycov_insert_steps(fn);
	} else {
		anycov_report(&fn->unit->reporter, ANYCOV_ERROR, "'%s': %s", fn->name, err.text);
	}
	anycov_blocks_free(&blocks);
	return ok;
}

/* For remarks, over all places. */
static void count_probes(struct anycov_fn *fn)
{
	const struct anycov_insertion *list = fn->insertions.at;

	for (uint32_t i = 0; i < fn->insertions.n; i++)
		fn->n_inserted += list[i].kind != ANYCOV_INSERT_LABEL;
}

bool anycov_fn_plan(struct anycov_fn *fn, unsigned places, const struct anycov_body *body,
		    const struct anycov_insertion **list, uint32_t *n)
{
	bool ok = true;

	fn->insertions.n = 0;
	fn->place = (enum anycov_place)places;
	if (fn->is_skipped)
		return finish_plan(fn, plan_skipped(fn, body), list, n);
	if (places & ANYCOV_PLACE_EARLY)
		return finish_plan(fn, plan_early(fn, body), list, n);
	if (places & ANYCOV_PLACE_LATE)
		ok = plan_late(fn, body);
	if (ok && (fn->planned_late || !(places & ANYCOV_PLACE_LATE)))
		ok = anycov_insert_items(fn, places, body);
	if (ok)
		count_probes(fn);
	if (ok && fn->planned_late && anycov_wants_remarks(&fn->unit->reporter))
		anycov_report(&fn->unit->reporter, ANYCOV_REMARK,
			      "'%s' gets %u probe%s, in %u block%s", fn->name, fn->n_inserted,
			      anycov_plural(fn->n_inserted), body->n_blocks,
			      anycov_plural(body->n_blocks));
	return finish_plan(fn, ok, list, n);
}

bool anycov_fn_is_skipped(const struct anycov_fn *fn)
{
	return fn->is_skipped;
}

const struct anycov_lean_target *anycov_fn_lean(const struct anycov_fn *fn)
{
	return fn->lean;
}

static struct anycov_probe *probe_at(const struct anycov_fn *fn, uint32_t probe)
{
	return (struct anycov_probe *)fn->probes.at + probe;
}

const struct anycov_probe *anycov_fn_probe(const struct anycov_fn *fn, uint32_t probe)
{
	return probe_at(fn, probe);
}

uint32_t anycov_fn_move_probe(struct anycov_fn *fn, uint32_t probe, uint32_t block)
{
	if (probe_at(fn, probe)->was_moved) {
		struct anycov_probe *copy = anycov_vec_add(&fn->probes, sizeof(*copy));

		*copy = *probe_at(fn, probe);
		probe = fn->probes.n - 1;
	}
	probe_at(fn, probe)->block = block;
	probe_at(fn, probe)->was_moved = true;
	return probe;
}

/* Room for n bytes in fn->probe_text; what was there is lost. */
static void need_probe_text(struct anycov_fn *fn, size_t n)
{
	if (n <= fn->probe_text_size)
		return;
	free(fn->probe_text);
	fn->probe_text = anycov_need_array(n, 1);
	fn->probe_text_size = n;
}

static void describe_site(const struct anycov_fn *fn, const struct anycov_probe *p,
			  const struct anycov_probe_place *place, struct anycov_site *site)
{
	const struct anycov_unit *u = fn->unit;
	bool named_group = place->group && strcmp(place->group, ANYCOV_GROUP_OF_CODE) != 0;

	memset(site, 0, sizeof(*site));
	site->function = fn->id;
	site->number = p->number;
	site->block = p->block;
	site->kind = p->kind;
	site->addr_bytes = u->target.address_bytes;
	site->group = place->group;
	site->variable = place->variable;
	/* The members of a named group are kept or dropped together anyway. */
	if (u->options.map == ANYCOV_MAP_CODE && u->target.can_tie_sections && !named_group) {
		site->label = place->tied_to ? NULL : place->label;
		site->link = place->tied_to;
	} else {
		site->section = anycov_section_names[anycov_options_map_section(&u->options)];
	}
	if (p->is_trap) {
		site->section = anycov_section_names[ANYCOV_SECTION_TRAPS];
		site->trap_keeps = fn->trap_keeps;
		site->has_nop = place->needs_instruction;
	}
}

void anycov_fn_tie(struct anycov_fn *fn, struct anycov_probe_place *place)
{
	if (*fn->label) {
		place->tied_to = fn->label;
		return;
	}
	snprintf(fn->label, sizeof(fn->label), ".Lanycov%u", fn->unit->n_labels++);
	place->label = fn->label;
}

void anycov_fn_new_section(struct anycov_fn *fn)
{
	*fn->label = '\0';
}

const char *anycov_fn_probe_text(struct anycov_fn *fn, uint32_t probe,
				 const struct anycov_probe_place *place)
{
	const struct anycov_probe *p = probe_at(fn, probe);
	struct anycov_site site;
	size_t before = 0;

	need_probe_text(fn, ANYCOV_SITE_ASM_MAX);
	fn->probe_text[0] = '\0';
	describe_site(fn, p, place, &site);
	for (;;) {
		if (p->is_lean)
			before = (size_t)snprintf(fn->probe_text, fn->probe_text_size, "\t%s\t%s\n",
						  fn->lean->call,
						  anycov_hook_table[ANYCOV_HOOK_TRACE_PC].symbol);
		if (!anycov_unit_has_map(fn->unit))
			return fn->probe_text;
		if (anycov_site_asm(fn->probe_text + before, fn->probe_text_size - before, &site))
			return fn->probe_text;
		need_probe_text(fn, 2 * fn->probe_text_size);
	}
}

static bool is_never_zero(const struct anycov_fn *fn)
{
	return fn->unit->options.counters == ANYCOV_COUNTERS_NEVER_ZERO;
}

const char *anycov_fn_count_text(struct anycov_fn *fn, const char *label, const char *variable)
{
	size_t n;

	need_probe_text(fn,
			ANYCOV_SITE_ASM_MAX + (label ? strlen(label) : 0) + 2 * strlen(variable));
	n = (size_t)snprintf(fn->probe_text, fn->probe_text_size, "%s%saddb\t$1, %s(%%rip)",
			     label ? label : "", label ? ":\n\t" : "", variable);
	if (is_never_zero(fn))
		snprintf(fn->probe_text + n, fn->probe_text_size - n, "\n\tadcb\t$0, %s(%%rip)",
			 variable);
	return fn->probe_text;
}

unsigned anycov_fn_count_instructions(const struct anycov_fn *fn)
{
	return is_never_zero(fn) ? 2 : 1;
}

const char *anycov_fn_map_text(const struct anycov_fn *fn)
{
	return fn->map_text ? fn->map_text : "";
}

const char *anycov_fn_flags_text(struct anycov_fn *fn, const struct anycov_probe_place *place)
{
	const struct anycov_unit *u = fn->unit;
	struct anycov_map_flags flags;

	if (!fn->flag_blocks.n || !u->target.is_elf)
		return "";
	memset(&flags, 0, sizeof(flags));
	flags.function = fn->id;
	flags.hit_value = anycov_flags_are_odd(u) ? ANYCOV_MAP_HIT_ODD : anycov_hit_value(u);
	flags.addr_bytes = u->target.address_bytes;
	flags.group = place->group;
	flags.section = anycov_section_names[anycov_options_map_section(&u->options)];
	flags.label = place->label;
	flags.symbol = place->tied_to;
	flags.variable = place->variable;
	flags.seal = anycov_flags_are_data(u) ? anycov_seal(fn) : 0;
	flags.n = fn->flag_blocks.n;
	flags.blocks = fn->flag_blocks.at;
	free(fn->flags_text);
	fn->flags_text = anycov_map_flags_asm(&flags);
	if (!fn->flags_text)
		(void)anycov_need_array(SIZE_MAX, 1); /* ends the program */
	return fn->flags_text;
}

const struct anycov_piece *anycov_fn_pieces(const struct anycov_fn *fn, unsigned *n)
{
	*n = fn->n_pieces;
	return fn->pieces;
}

const struct anycov_piece *anycov_fn_piece(const struct anycov_fn *fn, enum anycov_table_id table)
{
	for (unsigned i = 0; i < fn->n_pieces; i++)
		if (fn->pieces[i].table == table)
			return &fn->pieces[i];
	return NULL;
}
