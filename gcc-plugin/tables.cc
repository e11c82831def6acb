/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The function's pieces of the sections of guards, counters, flags, PCs and control flow.  They are
 * written as text, not as variables: GCC cannot tie a variable's section to a function's code, and
 * refuses a section that is in a comdat group for one function and in none for the next.  Code
 * refers to a piece by a variable with the label's name that GCC itself never writes. */
#include "adapter.h"

/* What is kept of the function from its probes to its end. */
static struct {
	unsigned serial;                 /* the number of the function */
	tree variables[ANYCOV_N_TABLES]; /* used while probes are inserted only */
	vec<uint8_t> placed;             /* by block: its label is in the code */
	vec<tree> callees;               /* by item: the function that it calls, or NULL_TREE */
} piece;

/* To the code a variable of this unit: local, so that no GOT is needed.  Its RTL is made here,
 * because GCC would else plan to write it (in an object block, say). */
static tree make_variable(const struct anycov_piece *p)
{
	tree element = anycov_uint_type(8 * p->element_bytes);
	tree type = build_array_type_nelts(element, p->n_elements);
	char name[1 + ANYCOV_LABEL_MAX] = "*";
	tree decl;
	rtx symbol, memory;

	anycov_piece_label(name + 1, p->table, piece.serial);
	decl = anycov_build_variable(name, type, ANYCOV_STATIC);
	SET_DECL_ASSEMBLER_NAME(decl, DECL_NAME(decl));
	anycov_set_align(decl, 8 * p->element_bytes);
	symbol = gen_rtx_SYMBOL_REF(Pmode, IDENTIFIER_POINTER(DECL_NAME(decl)));
	SET_SYMBOL_REF_DECL(symbol, decl);
	memory = gen_rtx_MEM(DECL_MODE(decl), symbol);
	set_mem_attributes(memory, decl, 1);
	SET_DECL_RTL(decl, memory);
	targetm.encode_section_info(decl, memory, true);
	/* Later passes look it up in the symbol table; it has no definition there. */
	varpool_node::get_create(decl);
	return decl;
}

void anycov_tables_begin(const struct anycov_gcc_body *b)
{
	piece.serial++;
	memset(piece.variables, 0, sizeof(piece.variables));
	piece.placed.truncate(0);
	piece.placed.safe_grow_cleared(b->bbs.length());
	piece.callees.truncate(0);
	if (!anycov_fn_piece(anycov_cur.fn, ANYCOV_TABLE_CFS))
		return;
	/* Statements are gone when the table is written. */
	for (unsigned i = 0; i < b->operands.length(); i++) {
		tree callee = b->operands[i].left;
		bool is_function = b->facts->items[i].kind == ANYCOV_ITEM_CALL &&
				   TREE_CODE(callee) == FUNCTION_DECL;

		piece.callees.safe_push(is_function ? callee : NULL_TREE);
	}
}

tree anycov_table_element(enum anycov_table_id table, uint32_t i)
{
	tree variable = piece.variables[table];

	if (!variable)
		variable = piece.variables[table] =
			make_variable(anycov_fn_piece(anycov_cur.fn, table));
	return build4(ARRAY_REF, TREE_TYPE(TREE_TYPE(variable)), variable, size_int(i), NULL_TREE,
		      NULL_TREE);
}

rtx anycov_table_symbol(enum anycov_table_id table, tree variable)
{
	return variable && variable == piece.variables[table] ? XEXP(DECL_RTL(variable), 0)
							      : NULL_RTX;
}

void anycov_element_text(char out[ANYCOV_ELEMENT_MAX], enum anycov_table_id table, uint32_t i)
{
	const struct anycov_piece *p = anycov_fn_piece(anycov_cur.fn, table);

	anycov_piece_label(out, table, piece.serial);
	sprintf(out + strlen(out), "+%u", p ? i * p->element_bytes : 0);
}

/* Returns whether a table has addresses of blocks.  The entry's is the function's. */
static bool has_addresses(void)
{
	return anycov_fn_piece(anycov_cur.fn, ANYCOV_TABLE_PCS) ||
	       anycov_fn_piece(anycov_cur.fn, ANYCOV_TABLE_CFS);
}

/* Of several copies of a block the first one in the code has the label. */
static void place_labels(void)
{
	char label[ANYCOV_LABEL_MAX + 1], counter[ANYCOV_ELEMENT_MAX];
	bool all = has_addresses();
	uint32_t block, element;

	for (rtx_insn *insn = get_insns(); insn; insn = NEXT_INSN(insn)) {
		bool counts = anycov_counter_insn(insn, &block, &element);
		bool is_first = (counts ? all && block : anycov_label_insn(insn, &block)) &&
				!piece.placed[block];

		if (!counts && !is_first)
			continue;
		anycov_block_label(label, block, piece.serial);
		if (counts) {
			anycov_element_text(counter, ANYCOV_TABLE_COUNTERS, element);
			anycov_set_asm_text(insn,
					    anycov_fn_count_text(anycov_cur.fn,
								 is_first ? label : NULL, counter));
		} else {
			strcat(label, ":");
			anycov_set_asm_text(insn, label);
		}
		piece.placed[block] |= is_first;
	}
}

/* The first function of the current section names it in the tables of all of them. */
static void name_section(struct anycov_piece_place *place)
{
	static section *where;
	static char *symbol;
	static unsigned serial;
	section *code = function_section(current_function_decl);

	if (code != where || !symbol) {
		where = code;
		free(symbol);
		symbol = xstrdup(anycov_symbol(current_function_decl));
		serial = piece.serial;
	}
	place->section_symbol = symbol;
	place->section_serial = serial;
}

/* Marks the functions that code calls by their names. */
static void find_called(bitmap called)
{
	for (rtx_insn *i = get_insns(); i; i = NEXT_INSN(i)) {
		/* A call with a filled delay slot is the first instruction of a sequence. */
		rtx_sequence *slots = INSN_P(i) ? dyn_cast<rtx_sequence *>(PATTERN(i)) : NULL;
		rtx_insn *insn = slots ? slots->insn(0) : i;
		rtx note, x;

		if (!CALL_P(insn))
			continue;
		x = anycov_call_rtx(insn);
		x = x ? XEXP(XEXP(x, 0), 0) : NULL_RTX;
		if (!x || GET_CODE(x) != SYMBOL_REF) {
			note = find_reg_note(insn, REG_CALL_DECL, NULL_RTX);
			x = note ? XEXP(note, 0) : NULL_RTX;
		}
		if (x && SYMBOL_REF_DECL(x))
			bitmap_set_bit(called, DECL_UID(SYMBOL_REF_DECL(x)));
	}
}

static const char *callee_symbol(void *called, uint32_t item)
{
	tree decl = piece.callees[item];

	if (!decl)
		return NULL;
	return bitmap_bit_p((bitmap)called, DECL_UID(decl)) ? anycov_symbol(decl) : "";
}

/* The function's code is complete and not written yet: the pieces come before it. */
void anycov_write_tables(void)
{
	struct anycov_piece_place place;
	unsigned n;
	const struct anycov_piece *p = anycov_fn_pieces(anycov_cur.fn, &n);
	bitmap called;
	char *function;

	if (!n)
		return;
	place_labels();
	called = BITMAP_ALLOC(NULL);
	find_called(called);
	function = xstrdup(anycov_symbol(current_function_decl));
	memset(&place, 0, sizeof(place));
	place.serial = piece.serial;
	place.pointer_bytes = POINTER_SIZE / 8;
	place.function = function;
	place.group = anycov_comdat_group(current_function_decl);
	if (ANYCOV_ASM_LINK_ORDER && !place.group)
		name_section(&place);
	place.is_relocated = flag_pic;
	place.counts_words = ANYCOV_CODE_COUNTS_WORDS;
	place.has_code = piece.placed.address();
	place.callee = callee_symbol;
	place.user = called;
	for (unsigned i = 0; i < n; i++)
		anycov_write_piece(asm_out_file, &p[i], &place);
	BITMAP_FREE(called);
	free(function);
}
