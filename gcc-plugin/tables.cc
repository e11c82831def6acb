/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The function's pieces of the sections of guards, counters, flags, PCs and
 * control flow.  They are written as text, not as variables: GCC cannot tie a
 * variable's section to a function's code, and refuses a section that is in a comdat
 * group for one function and in none for the next.  Code refers to a piece by a
 * variable with the label's name that GCC itself never writes.
 */
#include "adapter.h"

struct callee {
	uint32_t block;
	tree decl; /* NULL: known only when it runs */
};

/* What is kept of the function from its probes to its end. */
static struct {
	unsigned serial;         /* in this unit; its labels' names hold it */
	bool has[ANYCOV_N_TABLES];
	tree variables[ANYCOV_N_TABLES]; /* used while probes are inserted only */
	unsigned n_probes, n_blocks, n_edges;
	uint32_t *probe_block;   /* probe -> block */
	uint8_t *named;          /* block: a table names it */
	uint8_t *placed;         /* block: its label stands in the code */
	/* For control flow: */
	struct anycov_cfg_edge *edges; /* by source */
	struct callee *callees;        /* by block */
	unsigned n_callees, max_callees;
} piece;

static const struct {
	uint32_t word;
	enum anycov_table_id table;
	const char *letter; /* in labels */
} kinds[] = {
	{ ANYCOV_COV_TRACE_PC_GUARD, ANYCOV_TABLE_GUARDS, "g" },
	{ ANYCOV_COV_COUNTERS, ANYCOV_TABLE_COUNTERS, "c" },
	{ ANYCOV_COV_BOOLS, ANYCOV_TABLE_BOOLS, "b" },
	{ ANYCOV_COV_PC_TABLE, ANYCOV_TABLE_PCS, "p" },
	{ ANYCOV_COV_CONTROL_FLOW, ANYCOV_TABLE_CFS, "f" },
};

static unsigned kind_of(enum anycov_table_id table)
{
	unsigned i = 0;

	while (kinds[i].table != table)
		i++;
	return i;
}

static const char *letter_of(enum anycov_table_id table)
{
	return kinds[kind_of(table)].letter;
}

uint32_t anycov_table_word(enum anycov_table_id table)
{
	return kinds[kind_of(table)].word;
}

static void piece_free(void)
{
	unsigned serial = piece.serial;

	free(piece.probe_block);
	free(piece.named);
	free(piece.placed);
	free(piece.edges);
	free(piece.callees);
	memset(&piece, 0, sizeof(piece));
	piece.serial = serial;
}

static unsigned element_bits(enum anycov_table_id table)
{
	unsigned bytes = anycov_table_infos[table].bytes;

	return bytes ? 8 * bytes : POINTER_SIZE;
}

/*
 * A variable of this unit, as far as code is concerned: local, so that no GOT is
 * needed.  Its RTL is made here, because GCC would else plan for it to be
 * written (in an object block, say).
 */
static tree make_variable(enum anycov_table_id table, unsigned n)
{
	tree element = anycov_uint_type(element_bits(table));
	tree type = build_array_type_nelts(element, n);
	char name[64];
	tree decl;
	rtx symbol, memory;

	sprintf(name, "*.Lanycov_%s%u", letter_of(table), piece.serial);
	decl = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name), type);
	TREE_STATIC(decl) = 1;
	TREE_ADDRESSABLE(decl) = 1;
	TREE_USED(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	SET_DECL_ASSEMBLER_NAME(decl, DECL_NAME(decl));
	layout_decl(decl, 0);
	anycov_set_align(decl, element_bits(table));
	symbol = gen_rtx_SYMBOL_REF(Pmode, IDENTIFIER_POINTER(DECL_NAME(decl)));
	SET_SYMBOL_REF_DECL(symbol, decl);
	memory = gen_rtx_MEM(DECL_MODE(decl), symbol);
	set_mem_attributes(memory, decl, 1);
	SET_DECL_RTL(decl, memory);
	targetm.encode_section_info(decl, memory, true);
	/* Later passes ask the symbol table about it; it has no definition there. */
	varpool_node::get_create(decl);
	return decl;
}

static void add_callee(unsigned block, anycov_stmt call)
{
	tree decl = gimple_call_fndecl(call);

	if (gimple_call_internal_p(call) || (decl && anycov_is_hook(decl)))
		return;
	if (piece.n_callees == piece.max_callees) {
		piece.max_callees = piece.max_callees ? 2 * piece.max_callees : 16;
		piece.callees = XRESIZEVEC(struct callee, piece.callees, piece.max_callees);
	}
	piece.callees[piece.n_callees].block = block;
	piece.callees[piece.n_callees++].decl = decl;
}

static void begin_control_flow(const struct anycov_graph *graph)
{
	piece.n_edges = graph->cfg.n_edges;
	piece.edges = XNEWVEC(struct anycov_cfg_edge, piece.n_edges + 1);
	memcpy(piece.edges, graph->edges, piece.n_edges * sizeof(*piece.edges));
	/* A block that holds no code cannot have an address. */
	for (unsigned b = 0; b < piece.n_blocks; b++)
		piece.named[b] = !(graph->flags[b] &
				   (ANYCOV_BLOCK_CANNOT | ANYCOV_BLOCK_UNREACHABLE));
	for (unsigned b = 0; b < piece.n_blocks; b++)
		for (gimple_stmt_iterator i = gsi_start_bb(graph->blocks[b]); !gsi_end_p(i);
		     gsi_next(&i))
			if (is_gimple_call(gsi_stmt(i)))
				add_callee(b, gsi_stmt(i));
}

void anycov_tables_begin(const struct anycov_graph *graph, const struct anycov_plan *plan)
{
	piece_free();
	piece.serial++;
	piece.n_blocks = plan->n_blocks;
	piece.n_probes = plan->n_probes;
	piece.probe_block = XNEWVEC(uint32_t, plan->n_probes + 1);
	piece.named = XCNEWVEC(uint8_t, plan->n_blocks);
	piece.placed = XCNEWVEC(uint8_t, plan->n_blocks);
	for (unsigned b = 0, i = 0; b < plan->n_blocks; b++)
		if (plan->probe[b])
			piece.probe_block[i++] = b;
	for (unsigned k = 0; k < ARRAY_SIZE(kinds); k++) {
		enum anycov_table_id table = kinds[k].table;

		if (!(anycov_opts.coverage & kinds[k].word) ||
		    (table != ANYCOV_TABLE_CFS && !plan->n_probes))
			continue;
		piece.has[table] = true;
		if (anycov_table_infos[table].ctor)
			piece.variables[table] = make_variable(table, plan->n_probes);
	}
	if (piece.has[ANYCOV_TABLE_PCS])
		for (unsigned i = 0; i < piece.n_probes; i++)
			piece.named[piece.probe_block[i]] = 1;
	if (piece.has[ANYCOV_TABLE_CFS])
		begin_control_flow(graph);
	/* The entry's address is the function's. */
	piece.named[0] = 0;
}

tree anycov_table_element(enum anycov_table_id table, unsigned i)
{
	tree variable = piece.variables[table];

	return build4(ARRAY_REF, TREE_TYPE(TREE_TYPE(variable)), variable, size_int(i), NULL_TREE,
		      NULL_TREE);
}

void anycov_element_text(char *out, enum anycov_site_kind kind, unsigned i)
{
	enum anycov_table_id table = kind == ANYCOV_SITE_GUARD	 ? ANYCOV_TABLE_GUARDS :
				     kind == ANYCOV_SITE_COUNTER ? ANYCOV_TABLE_COUNTERS :
								   ANYCOV_TABLE_BOOLS;

	sprintf(out, ".Lanycov_%s%u+%u", letter_of(table), piece.serial,
		i * element_bits(table) / 8);
}

bool anycov_needs_label(unsigned block)
{
	return piece.named && piece.named[block];
}

static void block_label(char *out, unsigned block)
{
	sprintf(out, ".Lanycov_l%u_%u", piece.serial, block);
}

/* Of several copies of a block the first one in the code has the label. */
static void place_labels(void)
{
	char text[64];
	unsigned block;

	for (rtx_insn *insn = get_insns(); insn; insn = NEXT_INSN(insn)) {
		if (!anycov_label_insn(insn, &block) || piece.placed[block])
			continue;
		block_label(text, block);
		strcat(text, ":");
		anycov_set_asm_text(insn, text);
		piece.placed[block] = 1;
	}
}

/* The name of a function as the assembler knows it. */
static void put_symbol(tree decl)
{
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));

	if (*name == '*')
		fputs(name + 1, asm_out_file);
	else
		fprintf(asm_out_file, "%s%s", user_label_prefix, name);
}

static void put_number(const char *number)
{
	fprintf(asm_out_file, "\t.%ubyte %s\n", POINTER_SIZE / 8, number);
}

static void put_function_address(tree decl)
{
	fprintf(asm_out_file, "\t.%ubyte " ANYCOV_CODE_ADDRESS_OPEN, POINTER_SIZE / 8);
	put_symbol(decl);
	fputs(ANYCOV_CODE_ADDRESS_CLOSE "\n", asm_out_file);
}

static void put_block_address(unsigned block)
{
	char label[64];

	if (!block) {
		put_function_address(current_function_decl);
	} else if (!piece.placed[block]) {
		put_number("1"); /* the compiler has dropped it, as clang says it */
	} else {
		block_label(label, block);
		fprintf(asm_out_file,
			"\t.%ubyte " ANYCOV_CODE_ADDRESS_OPEN "%s" ANYCOV_CODE_ADDRESS_CLOSE "\n",
			POINTER_SIZE / 8, label);
	}
}

/*
 * Which section the code is in, by a symbol there: the same one for all functions
 * that share a section, because every name makes a section of its own and
 * assemblers search them one after the other.
 */
static const char *section_tie(void)
{
	static section *where;
	static char *tie;
	section *code = function_section(current_function_decl);
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(current_function_decl));

	if (code != where || !tie) {
		where = code;
		free(tie);
		tie = *name == '*' ? xstrdup(name + 1) : concat(user_label_prefix, name, NULL);
	}
	return tie;
}

static void put_section(enum anycov_table_id table)
{
	const char *group = anycov_comdat_group(current_function_decl);
	const char *name = anycov_section_names[anycov_table_infos[table].section];
	/* Without constructors nobody looks into guards, and the others are
	 * cleared by whoever uses them: no bytes in the image. */
	const char *type = anycov_opts.drop_ctors && anycov_table_infos[table].ctor ? "nobits" :
										      "progbits";

	/* Addresses that nothing relocates at run time stay in flash. */
	const char *flags = anycov_table_infos[table].ctor || flag_pic ? "aw" : "a";

	if (group)
		fprintf(asm_out_file, "\t.pushsection %s,\"%sG\",%%%s,%s,comdat\n", name, flags,
			type, group);
	else if (ANYCOV_ASM_LINK_ORDER)
		fprintf(asm_out_file, "\t.pushsection %s,\"%so\",%%%s,%s\n", name, flags, type,
			section_tie());
	else
		fprintf(asm_out_file, "\t.pushsection %s,\"%s\",%%%s\n", name, flags, type);
	fprintf(asm_out_file, "\t.balign %u\n.Lanycov_%s%u:\n", element_bits(table) / 8,
		letter_of(table), piece.serial);
}

static void end_section(void)
{
	fputs("\t.popsection\n", asm_out_file);
}

static void put_pcs(void)
{
	put_section(ANYCOV_TABLE_PCS);
	for (unsigned i = 0; i < piece.n_probes; i++) {
		put_block_address(piece.probe_block[i]);
		put_number(piece.probe_block[i] ? "0" : "1");
	}
	end_section();
}

/* Marks the functions that code calls by their names. */
static void find_called(bitmap called)
{
	for (rtx_insn *insn = get_insns(); insn; insn = NEXT_INSN(insn)) {
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

/*
 * Callees of blocks are those of the final graph; one that the compiler expanded
 * inline is left out, since the program may not hold it at all.
 */
static void put_cfs(void)
{
	bitmap called = BITMAP_ALLOC(NULL);
	unsigned e = 0, c = 0;

	find_called(called);
	put_section(ANYCOV_TABLE_CFS);
	for (unsigned b = 0; b < piece.n_blocks; b++) {
		bool listed = !b || piece.named[b];

		if (listed)
			put_block_address(b);
		for (; e < piece.n_edges && piece.edges[e].from == b; e++)
			if (listed)
				put_block_address(piece.edges[e].to);
		if (listed)
			put_number("0");
		for (; c < piece.n_callees && piece.callees[c].block == b; c++) {
			tree decl = piece.callees[c].decl;

			if (listed && !decl)
				put_number("-1");
			else if (listed && bitmap_bit_p(called, DECL_UID(decl)))
				put_function_address(decl);
		}
		if (listed)
			put_number("0");
	}
	end_section();
	BITMAP_FREE(called);
}

/* Once a unit, where GNU ld's script does not know the sections: it must be told of them. */
static void put_script_tag(void)
{
	char text[ANYCOV_TAG_ASM_MAX];
	static bool done;

	if (!ANYCOV_RAM_NEEDS_SCRIPT || done)
		return;
	done = true;
	anycov_tag_asm(text, anycov_section_names[anycov_options_map_section(&anycov_opts)],
		       4, anycov_hook_table[ANYCOV_HOOK_ABI_AVR_LD].symbol);
	fputs(text, asm_out_file);
}

/* The function's code is complete and not begun yet: this stands before it. */
void anycov_write_tables(void)
{
	if (!ANYCOV_ELF || !piece.named)
		return;
	place_labels();
	for (unsigned t = 0; t < ANYCOV_N_TABLES; t++) {
		enum anycov_table_id table = (enum anycov_table_id)t;

		if (!piece.has[t])
			continue;
		if (anycov_table_infos[t].ctor) {
			put_section(table);
			fprintf(asm_out_file, "\t.zero %u\n",
				piece.n_probes * element_bits(table) / 8);
			end_section();
			put_script_tag();
		}
	}
	if (piece.has[ANYCOV_TABLE_PCS])
		put_pcs();
	if (piece.has[ANYCOV_TABLE_CFS])
		put_cfs();
	piece_free();
}
