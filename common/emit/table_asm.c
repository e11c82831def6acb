/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include "common/emit/table_asm.h"

void anycov_piece_label(char out[ANYCOV_LABEL_MAX], enum anycov_table_id table, unsigned serial)
{
	snprintf(out, ANYCOV_LABEL_MAX, ".Lanycov_t%u_%u", (unsigned)table, serial);
}

void anycov_block_label(char out[ANYCOV_LABEL_MAX], uint32_t block, unsigned serial)
{
	snprintf(out, ANYCOV_LABEL_MAX, ".Lanycov_l%" PRIu32 "_%u", block, serial);
}

static void write_section(FILE *out, const struct anycov_piece *piece,
			  const struct anycov_piece_place *place)
{
	const struct anycov_table_info *info = &anycov_table_infos[piece->table];
	const char *type = piece->needs_no_bytes ? "nobits" : "progbits";
	/* Addresses that nothing relocates at run time stay in flash. */
	const char *flags = !piece->cells || place->is_relocated ? "aw" : "a";
	/* Assemblers that know no unique sections: flags in .data are dropped with their function
	 * if they are in a section of its name. */
	const bool is_named = piece->seal && !place->group && !place->section_symbol;
	char label[ANYCOV_LABEL_MAX];

	fprintf(out, "\t.pushsection %s%s%s,\"%s", piece->section, is_named ? "." : "",
		is_named ? place->function : "", flags);
	if (place->group)
		fprintf(out, "G\",%%%s,%s,comdat\n", type, place->group);
	else if (!place->section_symbol)
		fprintf(out, "\",%%%s\n", type);
	else if (info->init != ANYCOV_HOOK_NONE)
		fprintf(out, "o\",%%%s,%s\n", type, place->section_symbol);
	else
		/* Flags, which code alone refers to, are dropped with it anyway, and are in no
		 * order. */
		fprintf(out, "\",%%%s,unique,%u\n", type, place->section_serial);
	anycov_piece_label(label, piece->table, place->serial);
	fprintf(out, "\t.balign %u\n", piece->begins_odd ? 2 : piece->element_bytes);
	if (piece->begins_odd)
		fprintf(out, "\t.byte %u\n", piece->seal);
	fprintf(out, "%s:\n", label);
}

static void write_number(FILE *out, const struct anycov_piece_place *place, int64_t number)
{
	fprintf(out, "\t.%ubyte %" PRId64 "\n", place->pointer_bytes, number);
}

static void write_code_address(FILE *out, const struct anycov_piece_place *place,
			       const char *symbol)
{
	fprintf(out, place->counts_words ? "\t.%ubyte pm(%s)\n" : "\t.%ubyte %s\n",
		place->pointer_bytes, symbol);
}

static void write_block_address(FILE *out, const struct anycov_piece_place *place, uint32_t block)
{
	char label[ANYCOV_LABEL_MAX];

	anycov_block_label(label, block, place->serial);
	if (!block)
		write_code_address(out, place, place->function);
	else if (place->has_code[block])
		write_code_address(out, place, label);
	else
		write_number(out, place, 1); /* the compiler dropped it; clang writes 1, too */
}

/* A callee that the compiler expanded inline is left out: the program may not
 * contain it at all. */
static void write_callee(FILE *out, const struct anycov_piece_place *place, uint32_t item)
{
	const char *symbol = place->callee(place->user, item);

	if (!symbol)
		write_number(out, place, -1);
	else if (*symbol)
		write_code_address(out, place, symbol);
}

static void write_cell(FILE *out, const struct anycov_piece_place *place,
		       const struct anycov_cell *cell)
{
	switch (cell->kind) {
	case ANYCOV_CELL_NUMBER:
		write_number(out, place, cell->value);
		break;
	case ANYCOV_CELL_BLOCK:
		write_block_address(out, place, (uint32_t)cell->value);
		break;
	case ANYCOV_CELL_CALLEE:
		write_callee(out, place, (uint32_t)cell->value);
		break;
	}
}

void anycov_write_piece(FILE *out, const struct anycov_piece *piece,
			const struct anycov_piece_place *place)
{
	write_section(out, piece, place);
	for (uint32_t i = 0; piece->cells && i < piece->n_elements; i++)
		write_cell(out, place, &piece->cells[i]);
	if (!piece->cells)
		fprintf(out, "\t.skip %u,%u\n", piece->n_elements * piece->element_bytes,
			piece->fill);
	if (piece->seal && !piece->begins_odd)
		fprintf(out, "\t.byte %u\n", piece->seal);
	fputs("\t.popsection\n", out);
}

/* Weak, so that a program can define another initial value; hidden, so that it is read
 * without a GOT. */
void anycov_write_gate(FILE *out, const char *symbol_prefix)
{
	const char *p = symbol_prefix, *name = anycov_variable_names[ANYCOV_VARIABLE_GATE];
	unsigned bytes = anycov_variable_bits(ANYCOV_VARIABLE_GATE, 0) / 8;

	fprintf(out, "\t.weak %s%s\n\t.hidden %s%s\n\t.pushsection %s,\"aw\",%%progbits\n", p, name,
		p, name, anycov_section_names[ANYCOV_SECTION_GATE]);
	fprintf(out, "\t.balign %u\n\t.type %s%s,%%object\n\t.size %s%s,%u\n%s%s:\n", bytes, p,
		name, p, name, bytes, p, name);
	fprintf(out, "\t.zero %u\n\t.popsection\n", bytes);
}

void anycov_write_fuzzer(FILE *out, const char *symbol_prefix, const char *section)
{
	const char *p = symbol_prefix, *name = ANYCOV_ONE_FUZZER;

	fprintf(out,
		"\t.globl %s%s\n\t.hidden %s%s\n"
		"\t.pushsection %s,\"aG\",%%progbits,%s,comdat\n"
		"\t.type %s%s,%%object\n\t.size %s%s,1\n%s%s:\n\t.zero 1\n\t.popsection\n",
		p, name, p, name, section, anycov_fuzzer_group(section), p, name, p, name, p, name);
}

void anycov_write_ctor(FILE *out, const char *name, unsigned pointer_bytes)
{
	fprintf(out,
		"\t.pushsection .init_array.%05u,\"awG\",%%init_array,%s,comdat\n"
		"\t.balign %u\n\t.%ubyte %s\n\t.popsection\n",
		ANYCOV_CTOR_PRIORITY, name, pointer_bytes, pointer_bytes, name);
}
