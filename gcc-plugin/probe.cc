/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The identity of a probe, and its text.
 *
 * After each hook call there is a volatile asm whose operand is the number of the probe in the
 * function.  No optimizer merges two of them, and with them neither the calls before.  Its text
 * stays empty until branch lengths are known: GCC takes every line of an asm for an instruction, so
 * a text of ten lines would make it choose longer branches and nearer literal pools (measured on
 * arm and avr).  The last of our passes fills the text in. */
#include "adapter.h"

static tree asm_operand(unsigned value)
{
	tree constraint = build_tree_list(NULL_TREE, build_string(2, "i"));

	return build_tree_list(constraint, build_int_cst(anycov_uint_type(32), value));
}

/* Appends our asm of these operands, the first of which is its magic number.
 * text: "", or the placeholder of a lean call. */
static void add_asm(gimple_seq *seq, const unsigned *operands, unsigned n, const char *text,
		    vec<tree, va_gc> *clobbers, location_t where)
{
	vec<tree, va_gc> *inputs = NULL;
	gasm *marker;

	for (unsigned i = 0; i < n; i++)
		vec_safe_push(inputs, asm_operand(operands[i]));
	marker = gimple_build_asm_vec(text, inputs, NULL, clobbers, NULL);
	gimple_asm_set_volatile(marker, true);
	anycov_add_stmt(seq, marker, where);
}

void anycov_add_marker(gimple_seq *seq, enum anycov_magic magic, uint32_t number, location_t where)
{
	const unsigned operands[] = { (unsigned)magic, number };

	add_asm(seq, operands, 2, "", NULL, where);
}

/* It has no operand that is memory, and so costs the passes to come next to nothing: nothing else
 * in the program's code reads or writes counters. */
void anycov_add_counter(gimple_seq *seq, uint32_t block, uint32_t element, location_t where)
{
	const unsigned operands[] = { ANYCOV_COUNTER, block, element };
	const char *text = anycov_fn_count_instructions(anycov_cur.fn) > 1 ? " \n " : " ";

	add_asm(seq, operands, 3, text, NULL, where);
}

void anycov_add_lean_marker(gimple_seq *seq, uint32_t probe, location_t where)
{
	const unsigned operands[] = { ANYCOV_PROBE, probe };

	add_asm(seq, operands, 2, anycov_lean_placeholder(), anycov_lean_clobbers(), where);
	anycov_lean_begin();
}

/* The volatile asm of no instruction keeps to the paths of its block and is never merged with
 * another one. */
void anycov_add_mark(gimple_seq *seq, uint64_t function, uint32_t block, location_t where)
{
	const unsigned operands[] = { ANYCOV_MARK, (unsigned)(function >> 32), (unsigned)function,
				      block };

	add_asm(seq, operands, 4, "", NULL, where);
}

/* Returns whether a marker has this asm text before its own is filled in. */
static bool is_marker_text(const char *text)
{
	return text[strspn(text, " \n")] == '\0';
}

/* Returns our asm of this magic number and so many operands, or NULL if stmt is none. */
static gasm *our_asm(anycov_stmt stmt, unsigned magic, unsigned n)
{
	gasm *marker = dyn_cast<gasm *>(stmt);
	tree first;

	if (!marker || gimple_asm_ninputs(marker) != n || gimple_asm_noutputs(marker) ||
	    !is_marker_text(gimple_asm_string(marker)))
		return NULL;
	first = TREE_VALUE(gimple_asm_input_op(marker, 0));
	return tree_fits_uhwi_p(first) && tree_to_uhwi(first) == magic ? marker : NULL;
}

static unsigned operand_value(gasm *stmt, unsigned i)
{
	return tree_to_uhwi(TREE_VALUE(gimple_asm_input_op(stmt, i)));
}

void anycov_take_marks(struct anycov_gcc_body *b)
{
	anycov_stmt last = NULL;

	b->before_parts.truncate(0);
	for (unsigned n = 0; n < b->bbs.length(); n++)
		for (gimple_stmt_iterator i = gsi_start_bb(b->bbs[n]); !gsi_end_p(i);)
			if (gasm *stmt = our_asm(gsi_stmt(i), ANYCOV_MARK, 4)) {
				uint64_t high = operand_value(stmt, 1);

				if (anycov_fn_add_mark(anycov_cur.fn,
						       high << 32 | operand_value(stmt, 2),
						       operand_value(stmt, 3), n))
					b->before_parts.safe_push(last);
				gsi_remove(&i, true);
			} else {
				/* Those are there with -g alone, and a part takes the place of
				 * the statement before it. */
				if (!is_gimple_debug(gsi_stmt(i)))
					last = gsi_stmt(i);
				if (anycov_ends_part(gsi_stmt(i)))
					anycov_fn_add_call(anycov_cur.fn, n,
							   ANYCOV_CALL_AMONG_MARKS);
				gsi_next(&i);
			}
}

void anycov_free_marks(function *fun)
{
	basic_block bb;
	bitmap blocks;

	if (!fun->can_throw_non_call_exceptions)
		return;
	blocks = BITMAP_ALLOC(NULL);
	FOR_EACH_BB_FN (bb, fun)
		for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
			if (our_asm(gsi_stmt(i), ANYCOV_MARK, 4) &&
			    remove_stmt_from_eh_lp(gsi_stmt(i)))
				bitmap_set_bit(blocks, bb->index);
	if (gimple_purge_all_dead_eh_edges(blocks))
		cleanup_tree_cfg();
	BITMAP_FREE(blocks);
}

void anycov_hoist_marks(function *fun)
{
	basic_block bb;

	anycov_free_marks(fun);
	loop_optimizer_init(LOOPS_NORMAL);
	FOR_EACH_BB_REVERSE_FN (bb, fun) {
		if (bb->loop_father->header != bb)
			continue;
		gimple_stmt_iterator to = gsi_last_bb(loop_preheader_edge(bb->loop_father)->src);
		for (gimple_stmt_iterator i = gsi_start_bb(bb);
		     !gsi_end_p(i) && !anycov_ends_part(gsi_stmt(i));)
			if (our_asm(gsi_stmt(i), ANYCOV_MARK, 4))
				gsi_move_after(&i, &to);
			else
				gsi_next(&i);
	}
	loop_optimizer_finalize();
}

/* GCC's inliner counts each mark as an instruction. */
void anycov_discount_marks(void)
{
	cgraph_node *node;
	basic_block bb;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
		function *fun = DECL_STRUCT_FUNCTION(node->decl);
		int n = 0;

		if (fun && fun->cfg)
			FOR_EACH_BB_FN (bb, fun)
				for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);
				     gsi_next(&i))
					n += our_asm(gsi_stmt(i), ANYCOV_MARK, 4) != NULL;
		n = anycov_marks_without_size(n, opt_for_fn(node->decl, optimize_size) != 0);
		if (n)
			anycov_take_off_size(node, n);
	}
}

bool anycov_is_marker(anycov_stmt stmt)
{
	return our_asm(stmt, ANYCOV_PROBE, 2) != NULL;
}

bool anycov_is_case(anycov_stmt stmt)
{
	return our_asm(stmt, ANYCOV_CASE, 2) != NULL;
}

bool anycov_is_condition_mark(anycov_stmt stmt, uint32_t *number)
{
	gasm *mark = our_asm(stmt, ANYCOV_CONDITION, 2);

	*number = mark ? operand_value(mark, 1) : 0;
	return mark != NULL;
}

uint32_t anycov_move_marker(anycov_stmt stmt, uint32_t block)
{
	gasm *marker = as_a<gasm *>(stmt);
	uint32_t probe = operand_value(marker, 1);
	uint32_t moved = anycov_fn_move_probe(anycov_cur.fn, probe, block);

	if (moved != probe)
		gimple_asm_set_input_op(marker, 1, asm_operand(moved));
	return moved;
}

/* ---- texts ---- */

/* Our asm of this magic number and so many operands in an instruction; NULL_RTX: it is none. */
static rtx find_asm(rtx_insn *insn, unsigned magic, int n)
{
	rtx x;

	if (!NONJUMP_INSN_P(insn))
		return NULL_RTX;
	x = extract_asm_operands(PATTERN(insn));
	if (!x || ASM_OPERANDS_INPUT_LENGTH(x) != n || !is_marker_text(ASM_OPERANDS_TEMPLATE(x)) ||
	    !CONST_INT_P(ASM_OPERANDS_INPUT(x, 0)) || INTVAL(ASM_OPERANDS_INPUT(x, 0)) != magic)
		return NULL_RTX;
	return x;
}

static bool find_marker(rtx_insn *insn, unsigned magic, uint32_t *value)
{
	rtx x = find_asm(insn, magic, 2);

	if (x)
		*value = INTVAL(ASM_OPERANDS_INPUT(x, 1));
	return x != NULL_RTX;
}

bool anycov_label_insn(rtx_insn *insn, uint32_t *block)
{
	return find_marker(insn, ANYCOV_LABEL, block);
}

bool anycov_counter_insn(rtx_insn *insn, uint32_t *block, uint32_t *element)
{
	rtx x = find_asm(insn, ANYCOV_COUNTER, 3);

	if (!x)
		return false;
	*block = INTVAL(ASM_OPERANDS_INPUT(x, 1));
	*element = INTVAL(ASM_OPERANDS_INPUT(x, 2));
	return true;
}

void anycov_set_asm_text(rtx_insn *insn, const char *text)
{
	/* Braces have a meaning where the assembler has dialects: else the list ends there. */
	static const struct anycov_asm_escape escapes[] = {
		{ '%', "%%" },  { ANYCOV_HAS_DIALECTS ? '{' : '\0', "%{" },
		{ '|', "%|" },  { '}', "%}" },
		{ '\0', NULL },
	};
	rtx x = extract_asm_operands(PATTERN(insn));
	char *escaped = anycov_escape_asm(text, escapes);

	ASM_OPERANDS_TEMPLATE(x) = ggc_strdup(escaped);
	/* Else the assembly file has a comment with it; the instruction keeps its own. */
	ASM_OPERANDS_SOURCE_LOCATION(x) = UNKNOWN_LOCATION;
	free(escaped);
}

/* Returns whether no instruction follows before a place that other code may jump to. */
static bool ends_without_code(rtx_insn *insn)
{
	while ((insn = NEXT_INSN(insn)) && !LABEL_P(insn))
		if (active_insn_p(insn) && asm_noperands(PATTERN(insn)) < 0 &&
		    get_attr_length(insn))
			return false;
	return true;
}

static const char *probe_text(rtx_insn *insn, uint32_t probe)
{
	const struct anycov_probe *p = anycov_fn_probe(anycov_cur.fn, probe);
	struct anycov_probe_place place = { NULL, NULL, NULL, NULL, ends_without_code(insn) };
	char variable[ANYCOV_ELEMENT_MAX];

	place.group = anycov_comdat_group(current_function_decl);
	if (p->table >= 0) {
		anycov_element_text(variable, (enum anycov_table_id)p->table, p->element);
		place.variable = variable;
	}
	if (!place.group)
		anycov_fn_tie(anycov_cur.fn, &place);
	return anycov_fn_probe_text(anycov_cur.fn, probe, &place);
}

/* A hook finds its caller by the return address of a direct call; readers look
 * for direct calls of the hook's symbol. */
static void check_call(rtx_insn *call)
{
	rtx x = call ? anycov_call_rtx(call) : NULL_RTX;

	if (x && GET_CODE(XEXP(XEXP(x, 0), 0)) != SYMBOL_REF)
		anycov_unit_warn_indirect(anycov_gcc_unit, anycov_indirect_calls_option());
}

void anycov_fill_texts(void)
{
	rtx_insn *last_call = NULL;
	rtx_insn *insn;
	uint32_t probe;

	for (insn = get_insns(); insn; insn = NEXT_INSN(insn)) {
		if (NOTE_P(insn) && NOTE_KIND(insn) == NOTE_INSN_SWITCH_TEXT_SECTIONS)
			anycov_fn_new_section(anycov_cur.fn);
		if (CALL_P(insn))
			last_call = insn;
		if (!find_marker(insn, ANYCOV_PROBE, &probe))
			continue;
		if (anycov_fn_probe(anycov_cur.fn, probe)->has_call)
			check_call(last_call);
		last_call = NULL;
		if (ANYCOV_ELF)
			anycov_set_asm_text(insn, probe_text(insn, probe));
	}
}
