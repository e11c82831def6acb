/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The function's pieces of the sections of guards, counters, flags, PCs and
 * control flow.  They are written as text, not as variables: GCC cannot tie a
 * variable's section to a function's code, and refuses a section that is in a comdat
 * group for one function and in none for the next.  Code refers to a piece by a
 * variable with the label's name that GCC itself never writes.
 */
#include "adapter.h"

/* Labels, by table or block and the number of the function in the unit. */
#define TABLE_LABEL ".Lanycov_t%u_%u"
#define BLOCK_LABEL ".Lanycov_l%u_%u"

/* What is kept of the function from its probes to its end. */
static struct {
	unsigned serial;                 /* the number of the function */
	tree variables[ANYCOV_N_TABLES]; /* used while probes are inserted only */
	vec<uint8_t> placed;             /* by block: its label is in the code */
	vec<tree> callees;               /* by item: the function that it calls, or NULL_TREE */
} piece;

static unsigned element_bits(enum anycov_table_id table)
{
	unsigned bytes = anycov_table_infos[table].bytes;

	return bytes ? 8 * bytes : POINTER_SIZE;
}

/*
 * To the code a variable of this unit: local, so that no GOT is needed.  Its RTL is
 * made here, because GCC would else plan to write it (in an object block, say).
 */
static tree make_variable(enum anycov_table_id table, uint32_t n)
{
	tree element = anycov_uint_type(element_bits(table));
	tree type = build_array_type_nelts(element, n);
	char name[64];
	tree decl;
	rtx symbol, memory;

	sprintf(name, "*" TABLE_LABEL, (unsigned)table, piece.serial);
	decl = anycov_build_variable(name, type, ANYCOV_STATIC);
	SET_DECL_ASSEMBLER_NAME(decl, DECL_NAME(decl));
	anycov_set_align(decl, element_bits(table));
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

static const struct anycov_piece *find_piece(enum anycov_table_id table)
{
	unsigned n;
	const struct anycov_piece *p = anycov_fn_pieces(anycov_cur.fn, &n);

	for (unsigned i = 0; i < n; i++)
		if (p[i].table == table)
			return &p[i];
	return NULL;
}

/* Only the piece of the control flow contains callees. */
static bool has_callees(const struct anycov_piece *p)
{
	for (uint32_t i = 0; p && p->cells && i < p->n_elements; i++)
		if (p->cells[i].kind == ANYCOV_CELL_CALLEE)
			return true;
	return false;
}

void anycov_tables_begin(const struct anycov_gcc_body *b)
{
	piece.serial++;
	memset(piece.variables, 0, sizeof(piece.variables));
	piece.placed.truncate(0);
	piece.placed.safe_grow_cleared(b->bbs.length());
	piece.callees.truncate(0);
	if (!has_callees(find_piece(ANYCOV_TABLE_CFS)))
		return;
	/* Statements are gone when the table is written. */
	for (unsigned i = 0; i < b->items.length(); i++) {
		tree callee = b->operands[i].left;
		bool is_function =
			b->items[i].kind == ANYCOV_ITEM_CALL && TREE_CODE(callee) == FUNCTION_DECL;

		piece.callees.safe_push(is_function ? callee : NULL_TREE);
	}
}

tree anycov_table_element(enum anycov_table_id table, uint32_t i)
{
	tree variable = piece.variables[table];

	if (!variable)
		variable = piece.variables[table] =
			make_variable(table, find_piece(table)->n_elements);
	return build4(ARRAY_REF, TREE_TYPE(TREE_TYPE(variable)), variable, size_int(i), NULL_TREE,
		      NULL_TREE);
}

void anycov_element_text(char *out, enum anycov_table_id table, uint32_t i)
{
	sprintf(out, TABLE_LABEL "+%u", (unsigned)table, piece.serial, i * element_bits(table) / 8);
}

/* Of several copies of a block the first one in the code has the label. */
static void place_labels(void)
{
	char text[64];
	uint32_t block;

	for (rtx_insn *insn = get_insns(); insn; insn = NEXT_INSN(insn)) {
		if (!anycov_label_insn(insn, &block) || piece.placed[block])
			continue;
		sprintf(text, BLOCK_LABEL ":", block, piece.serial);
		anycov_set_asm_text(insn, text);
		piece.placed[block] = 1;
	}
}

static void put_number(int64_t number)
{
	fprintf(asm_out_file, "\t.%ubyte %lld\n", POINTER_SIZE / 8, (long long)number);
}

static void put_function_address(tree decl)
{
	fprintf(asm_out_file,
		"\t.%ubyte " ANYCOV_CODE_ADDRESS_OPEN "%s" ANYCOV_CODE_ADDRESS_CLOSE "\n",
		POINTER_SIZE / 8, anycov_symbol(decl));
}

static void put_block_address(uint32_t block)
{
	if (!block)
		put_function_address(current_function_decl);
	else if (!piece.placed[block])
		put_number(1); /* the compiler dropped it; clang writes 1, too */
	else
		fprintf(asm_out_file,
			"\t.%ubyte " ANYCOV_CODE_ADDRESS_OPEN BLOCK_LABEL ANYCOV_CODE_ADDRESS_CLOSE
			"\n",
			POINTER_SIZE / 8, block, piece.serial);
}

/*
 * Which section the code is in, by a symbol there or by a number: the same one for all
 * functions that share a section, because every name makes a section of its own and
 * assemblers search them one after the other.
 */
static const char *section_tie(bool by_symbol)
{
	static section *where;
	static char *symbol;
	static char number[32];
	section *code = function_section(current_function_decl);

	if (code != where || !symbol) {
		where = code;
		free(symbol);
		symbol = xstrdup(anycov_symbol(current_function_decl));
		sprintf(number, "unique,%u", piece.serial);
	}
	return by_symbol ? symbol : number;
}

static void put_section(const struct anycov_piece *p)
{
	const char *group = anycov_comdat_group(current_function_decl);
	const char *name = anycov_section_names[anycov_table_infos[p->table].section];
	const char *type = p->needs_no_bytes ? "nobits" : "progbits";
	/* Addresses that nothing relocates at run time stay in flash. */
	const char *flags = !p->cells || flag_pic ? "aw" : "a";
	/* Flags, which code alone refers to, are dropped with it anyway, and are in no order. */
	bool is_tied = anycov_table_infos[p->table].init != ANYCOV_HOOK_NONE;

	if (group)
		fprintf(asm_out_file, "\t.pushsection %s,\"%sG\",%%%s,%s,comdat\n", name, flags,
			type, group);
	else if (ANYCOV_ASM_LINK_ORDER)
		fprintf(asm_out_file, "\t.pushsection %s,\"%s%s\",%%%s,%s\n", name, flags,
			is_tied ? "o" : "", type, section_tie(is_tied));
	else
		fprintf(asm_out_file, "\t.pushsection %s,\"%s\",%%%s\n", name, flags, type);
	fprintf(asm_out_file, "\t.balign %u\n" TABLE_LABEL ":\n", element_bits(p->table) / 8,
		(unsigned)p->table, piece.serial);
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

/* A callee that the compiler expanded inline is left out: the program may not
 * contain it at all. */
static void put_callee(uint32_t item, bitmap called)
{
	tree decl = piece.callees[item];

	if (!decl)
		put_number(-1); /* a call of a constant address */
	else if (bitmap_bit_p(called, DECL_UID(decl)))
		put_function_address(decl);
}

static void put_cells(const struct anycov_piece *p)
{
	bitmap called = BITMAP_ALLOC(NULL);

	if (has_callees(p))
		find_called(called);
	for (uint32_t i = 0; i < p->n_elements; i++)
		switch (p->cells[i].kind) {
		case ANYCOV_CELL_NUMBER:
			put_number(p->cells[i].value);
			break;
		case ANYCOV_CELL_BLOCK:
			put_block_address(p->cells[i].value);
			break;
		case ANYCOV_CELL_CALLEE:
			put_callee(p->cells[i].value, called);
			break;
		}
	BITMAP_FREE(called);
}

/* The function's code is complete and not written yet: the pieces come before it. */
void anycov_write_tables(void)
{
	unsigned n;
	const struct anycov_piece *p = anycov_fn_pieces(anycov_cur.fn, &n);

	if (!n)
		return;
	place_labels();
	for (unsigned i = 0; i < n; i++) {
		put_section(&p[i]);
		if (p[i].cells)
			put_cells(&p[i]);
		else
			fprintf(asm_out_file, "\t.skip %u,%u\n",
				p[i].n_elements * element_bits(p[i].table) / 8, p[i].fill);
		fputs("\t.popsection\n", asm_out_file);
	}
}
