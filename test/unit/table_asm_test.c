/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Tables, their constructors and the gate variable as assembly text. */
#include "common/emit/table_asm.h"
#include "unit.h"

static char text[4096];

/* What a compiler calls of items 0 to 2. */
static const char *callee(void *user, uint32_t item)
{
	static const char *const symbols[] = { NULL, "", "called" };

	(void)user;
	return symbols[item];
}

static struct anycov_piece_place place(void)
{
	static const uint8_t has_code[] = { 0, 1, 0 };
	struct anycov_piece_place x = { .serial = 3,
					.pointer_bytes = 8,
					.function = "fn",
					.has_code = has_code,
					.callee = callee };

	return x;
}

static const char *write_piece(const struct anycov_piece *piece, struct anycov_piece_place at)
{
	FILE *f = fmemopen(text, sizeof(text), "w");

	anycov_write_piece(f, piece, &at);
	fclose(f);
	return text;
}

static const struct anycov_piece guards = { .table = ANYCOV_TABLE_GUARDS,
					    .section = "__sancov_guards",
					    .element_bytes = 4,
					    .n_elements = 3 };
static const struct anycov_piece flags = { .table = ANYCOV_TABLE_FLAGS,
					   .section = "__anycov_flags",
					   .element_bytes = 1,
					   .n_elements = 5,
					   .fill = 1 };

TEST(a_seal_follows_the_flags_of_firmware)
{
	struct anycov_piece_place at = place();
	struct anycov_piece piece = flags;

	piece.section = ".data.__anycov_flags";
	piece.seal = 77;
	at.section_symbol = "first";
	CHECK_HAS(write_piece(&piece, at), "\t.pushsection .data.__anycov_flags,\"aw\"");
	CHECK_HAS(text, "\t.skip 5,1\n\t.byte 77\n\t.popsection\n");
}

TEST(a_seal_makes_the_address_of_flags_odd)
{
	struct anycov_piece_place at = place();
	struct anycov_piece piece = flags;

	piece.section = ".data.__anycov_flags";
	piece.seal = 77;
	piece.fill = 0;
	piece.begins_odd = true;
	at.section_symbol = "first";
	write_piece(&piece, at);
	CHECK_HAS(text, "\t.balign 2\n\t.byte 77\n.Lanycov_t");
	CHECK_HAS(text, ":\n\t.skip 5,0\n\t.popsection\n");
}

TEST(flags_in_data_are_in_the_functions_section_without_unique_sections)
{
	struct anycov_piece_place at = place();
	struct anycov_piece piece = flags;

	piece.section = ".data.__anycov_flags";
	piece.seal = 77;
	at.function = "work";
	CHECK_HAS(write_piece(&piece, at), "\t.pushsection .data.__anycov_flags.work,\"aw\"");
	at.group = "g";
	CHECK_HAS(write_piece(&piece, at), "\t.pushsection .data.__anycov_flags,\"awG\"");
	piece.seal = 0;
	at.group = NULL;
	CHECK_HAS(write_piece(&piece, at), "\t.pushsection .data.__anycov_flags,\"aw\"");
}

TEST(elements_without_contents_are_bytes_behind_the_label)
{
	CHECK_STR(write_piece(&guards, place()), "\t.pushsection __sancov_guards,\"aw\",%progbits\n"
						 "\t.balign 4\n.Lanycov_t0_3:\n"
						 "\t.skip 12,0\n\t.popsection\n");
	CHECK_HAS(write_piece(&flags, place()), "\t.skip 5,1\n");
}

TEST(a_table_is_in_the_group_or_tied_and_flags_have_a_section_of_their_own)
{
	struct anycov_piece_place at = place();

	at.section_symbol = "first";
	at.section_serial = 2;
	CHECK_HAS(write_piece(&guards, at), ",\"awo\",%progbits,first\n");
	CHECK_HAS(write_piece(&flags, at), ",\"aw\",%progbits,unique,2\n");
	at.group = "group";
	CHECK_HAS(write_piece(&flags, at), ",\"awG\",%progbits,group,comdat\n");
}

TEST(cells_are_numbers_and_addresses_of_code)
{
	static const struct anycov_cell cells[] = {
		{ ANYCOV_CELL_NUMBER, -1 }, { ANYCOV_CELL_BLOCK, 0 },  { ANYCOV_CELL_BLOCK, 1 },
		{ ANYCOV_CELL_BLOCK, 2 },   { ANYCOV_CELL_CALLEE, 0 }, { ANYCOV_CELL_CALLEE, 1 },
		{ ANYCOV_CELL_CALLEE, 2 },
	};
	struct anycov_piece piece = {
		.table = ANYCOV_TABLE_CFS,
		.section = "__sancov_cfs",
		.element_bytes = 8,
		.n_elements = 7,
		.cells = cells,
	};
	struct anycov_piece_place at = place();

	/* Block 2 was dropped, item 0 calls a constant address, no code calls item 1. */
	CHECK_HAS(write_piece(&piece, at), ",\"a\",%progbits\n");
	CHECK_HAS(text, ":\n\t.8byte -1\n\t.8byte fn\n\t.8byte .Lanycov_l1_3\n\t.8byte 1\n"
			"\t.8byte -1\n\t.8byte called\n\t.popsection\n");
	at.is_relocated = true;
	at.counts_words = true;
	at.pointer_bytes = 2;
	CHECK_HAS(write_piece(&piece, at), ",\"aw\",%progbits\n");
	CHECK_HAS(text, "\t.2byte pm(fn)\n\t.2byte pm(.Lanycov_l1_3)\n\t.2byte 1\n");
}

TEST(the_gate_is_weak_and_zero_and_a_constructor_in_a_group_of_its_name)
{
	FILE *f = fmemopen(text, sizeof(text), "w");

	anycov_write_gate(f, "_");
	anycov_write_ctor(f, "ctor", 4);
	fclose(f);
	CHECK_HAS(text, "\t.weak ___sancov_should_track\n\t.hidden ___sancov_should_track\n");
	CHECK_HAS(text, "\n___sancov_should_track:\n\t.zero 8\n\t.popsection\n");
	CHECK_HAS(text, ",%init_array,ctor,comdat\n\t.balign 4\n\t.4byte ctor\n\t.popsection\n");
}

RUN_TESTS(RUN(a_seal_follows_the_flags_of_firmware), RUN(a_seal_makes_the_address_of_flags_odd),
	  RUN(flags_in_data_are_in_the_functions_section_without_unique_sections),
	  RUN(elements_without_contents_are_bytes_behind_the_label),
	  RUN(a_table_is_in_the_group_or_tied_and_flags_have_a_section_of_their_own),
	  RUN(cells_are_numbers_and_addresses_of_code),
	  RUN(the_gate_is_weak_and_zero_and_a_constructor_in_a_group_of_its_name))
