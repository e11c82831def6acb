/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What both adapters use of common/ for texts, lists of words, locations and lines. */
#include <stdlib.h>
#include "common/number_set.h"
#include "common/word_list.h"
#include "instrument_unit.h"

TEST(bytes_of_an_asm_text_are_replaced_by_the_compilers_escapes)
{
	static const struct anycov_asm_escape escapes[] = { { '$', "$$" },
							    { '@', "${:uid}" },
							    { '\0', NULL } };
	char *text = anycov_escape_asm("a$b@\n%", escapes);

	CHECK_STR(text, "a$$b${:uid}\n%");
	free(text);
	text = anycov_escape_asm("", escapes);
	CHECK_STR(text, "");
	free(text);
}

TEST(a_word_of_a_list_is_whole)
{
	CHECK(anycov_list_has_word("+sse,+e,+avx", "+e"));
	CHECK(anycov_list_has_word("+e", "+e"));
	CHECK(!anycov_list_has_word("+ex,-e,e", "+e"));
	CHECK(!anycov_list_has_word("", "+e"));
}

static const char *dropped(const char *words, bool found)
{
	static char text[64];

	strcpy(text, words);
	CHECK_EQ(anycov_list_drop_word(text, "coverage"), found);
	return text;
}

TEST(a_word_is_dropped_wherever_it_is)
{
	CHECK_STR(dropped("coverage", true), "");
	CHECK_STR(dropped("address,coverage", true), "address");
	CHECK_STR(dropped("coverage,address,coverage,undefined", true), "address,undefined");
	CHECK_STR(dropped("address,,coverage2", false), "address,coverage2");
	CHECK_STR(dropped("", false), "");
}

TEST(a_set_of_locations_has_what_was_added)
{
	struct anycov_number_set s = { NULL, 0, 0 };

	CHECK(!anycov_number_set_has(&s, 7));
	for (uint64_t n = 1; n <= 1000; n++)
		anycov_number_set_add(&s, n << 32 | 3);
	anycov_number_set_add(&s, (uint64_t)1 << 32 | 3);
	CHECK_EQ(s.used, 1000);
	for (uint64_t n = 1; n <= 1000; n++)
		CHECK(anycov_number_set_has(&s, n << 32 | 3));
	CHECK(!anycov_number_set_has(&s, 0));
	CHECK(!anycov_number_set_has(&s, 3));
	anycov_number_set_clear(&s);
	CHECK(!anycov_number_set_has(&s, (uint64_t)1 << 32 | 3));
}

TEST(a_repeated_line_of_a_block_is_exported_once)
{
	static const struct anycov_map_line name = { 0, 5, 0 }, code = { 0, 5, 3 };
	static const struct anycov_map_line same = { 0, 5, 9 }, next = { 1, 5, 1 };

	begin("coverage=trace-pc", 2);
	blocks[0].n_lines = blocks[1].n_lines = 0;
	CHECK_EQ(anycov_fn_file(t.fn, "a.c"), 0);
	CHECK_EQ(anycov_fn_file(t.fn, "b.h"), 1);
	CHECK_EQ(anycov_fn_file(t.fn, "a.c"), 0);
	/* The function's name has no column, and the first code of its line follows. */
	anycov_fn_add_line(t.fn, &blocks[0], &name);
	anycov_fn_add_line(t.fn, &blocks[0], &code);
	anycov_fn_add_line(t.fn, &blocks[0], &same);
	anycov_fn_add_line(t.fn, &blocks[1], &same);
	anycov_fn_add_line(t.fn, &blocks[1], &next);
	CHECK_EQ(blocks[0].first_line, 0);
	CHECK_EQ(blocks[0].n_lines, 2);
	CHECK_EQ(blocks[1].first_line, 2);
	CHECK_EQ(blocks[1].n_lines, 2);
	anycov_fn_set_lines(t.fn, &body);
	CHECK_EQ(body.n_files, 2);
	CHECK_STR(body.files[1], "b.h");
	CHECK_EQ(body.lines[3].file, 1);
	end();
}

RUN_TESTS(RUN(bytes_of_an_asm_text_are_replaced_by_the_compilers_escapes),
	  RUN(a_word_of_a_list_is_whole), RUN(a_word_is_dropped_wherever_it_is),
	  RUN(a_set_of_locations_has_what_was_added),
	  RUN(a_repeated_line_of_a_block_is_exported_once))
