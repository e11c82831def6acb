/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What both adapters use of common/ for texts, lists of words, locations and lines. */
#include <stdlib.h>
#include <unistd.h>
#include "common/diagnostic.h"
#include "common/number_set.h"
#include "common/map/source_files.h"
#include "common/emit/constructor_variants.h"
#include "common/options/word_list.h"
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

static const char *base_of(const char *symbol, bool found)
{
	static char text[64];
	char group[64], *digit = group;

	strcpy(text, symbol);
	strcpy(group, symbol);
	CHECK_EQ(anycov_base_structor(text, group), found);
	/* The group's name differs from both where they differ. */
	for (size_t i = 0; text[i]; i++)
		if (text[i] != symbol[i])
			digit += i;
	CHECK(!found || *digit == '5');
	if (found)
		*digit = '1';
	CHECK_STR(group, symbol);
	return text;
}

TEST(the_structor_of_a_base_class_has_the_other_number)
{
	CHECK_STR(base_of("_ZN1AC1Ev", true), "_ZN1AC2Ev");
	CHECK_STR(base_of("_ZN2D1D1Ev", true), "_ZN2D1D2Ev");
	CHECK_STR(base_of("_ZN1AI2C1Li1E1BIS1_EEC1IiEERKT0_2C1", true),
		  "_ZN1AI2C1Li1E1BIS1_EEC2IiEERKT0_2C1");
	CHECK_STR(base_of("_ZN1AC1EPA10_2D1", true), "_ZN1AC2EPA10_2D1");
	CHECK_STR(base_of("_ZZ4mainEN1TD1Ev", true), "_ZZ4mainEN1TD2Ev");
	CHECK_STR(base_of("_ZZN1AC1EvEN1TC1Ev", true), "_ZZN1AC1EvEN1TC2Ev");
}

TEST(other_symbols_are_no_structors)
{
	CHECK_STR(base_of("_ZN1AC2Ev", false), "_ZN1AC2Ev");
	CHECK_STR(base_of("_ZN1AD0Ev", false), "_ZN1AD0Ev");
	CHECK_STR(base_of("_ZN1BCI11AEi", false), "_ZN1BCI11AEi");
	CHECK_STR(base_of("_Z1f2C1", false), "_Z1f2C1");
	CHECK_STR(base_of("_Z1fI2C1EvT_", false), "_Z1fI2C1EvT_");
	CHECK_STR(base_of("AC1Ev", false), "AC1Ev");
	CHECK_STR(base_of("_Z", false), "_Z");
	CHECK_STR(base_of("_Z99999999999999999999C1", false), "_Z99999999999999999999C1");
	CHECK_STR(base_of("_ZS", false), "_ZS");
	CHECK_STR(base_of("_ZNL", false), "_ZNL");
	CHECK_STR(base_of("_ZNC", false), "_ZNC");
	CHECK_STR(base_of("", false), "");
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
	static const struct anycov_map_line name = { 0, 5, 0, 0 }, code = { 0, 5, 3, 0 };
	static const struct anycov_map_line same = { 0, 5, 9, 0 }, next = { 1, 5, 1, 0 };

	const struct anycov_body *seen;

	begin("coverage=trace-pc", 2);
	seen = anycov_fn_body(t.fn);
	anycov_fn_add_block(t.fn, 0, 1);
	anycov_fn_add_block(t.fn, 0, 1);
	CHECK_EQ(anycov_fn_file(t.fn, "a.c", NULL), 0);
	CHECK_EQ(anycov_fn_file(t.fn, "b.h", NULL), 1);
	CHECK_EQ(anycov_fn_file(t.fn, "a.c", NULL), 0);
	/* The function's name has no column, and the first code of its line follows. */
	anycov_fn_add_line(t.fn, 0, &name);
	anycov_fn_add_line(t.fn, 0, &code);
	anycov_fn_add_line(t.fn, 0, &same);
	anycov_fn_add_line(t.fn, 1, &same);
	anycov_fn_add_line(t.fn, 1, &next);
	CHECK_EQ(seen->blocks[0].first_line, 0);
	CHECK_EQ(seen->blocks[0].n_lines, 2);
	CHECK_EQ(seen->blocks[1].first_line, 2);
	CHECK_EQ(seen->blocks[1].n_lines, 2);
	CHECK_EQ(seen->n_files, 2);
	CHECK_STR(seen->files[1], "b.h");
	CHECK_EQ(seen->lines[3].file, 1);
	end();
}

TEST(an_exported_graph_is_begun_anew)
{
	const struct anycov_body *seen;

	begin("coverage=trace-pc", 2);
	seen = anycov_fn_body(t.fn);
	for (uint32_t round = 1; round <= 2; round++) {
		anycov_fn_clear_graph(t.fn);
		for (uint32_t n = 0; n < 100 * round; n++)
			anycov_fn_add_block(t.fn, n, n + 1);
		anycov_fn_add_edge(t.fn, 0, 99, true, 7);
		anycov_fn_add_item(t.fn, ANYCOV_ITEM_CALL, 3)->is |= ANYCOV_IS_TAIL;
		CHECK_EQ(seen->n_blocks, 100 * round);
		CHECK_EQ(seen->n_edges, 1);
		CHECK_EQ(seen->n_items, 1);
		CHECK_EQ(seen->blocks[99].is, 99);
		CHECK_EQ(seen->blocks[99].weight, 100);
		CHECK_EQ(seen->blocks[99].n_lines, 0);
		CHECK_EQ(seen->edges[0].to, 99);
		CHECK_EQ(seen->edges[0].weight, 7);
		CHECK(seen->edges[0].can_split);
		CHECK_EQ(seen->items[0].decides_block, ANYCOV_NO_BLOCK);
	}
	end();
}

TEST(cases_of_a_switch_take_its_bits_of_their_values)
{
	const struct anycov_body *seen;

	begin("coverage=trace-cmp", 1);
	seen = anycov_fn_body(t.fn);
	for (unsigned bits = 8; bits <= 64; bits += 56) {
		anycov_fn_add_item(t.fn, ANYCOV_ITEM_SWITCH, 0)->size = bits;
		anycov_fn_add_case(t.fn, UINT64_MAX, UINT64_MAX);
		anycov_fn_add_case(t.fn, 1, 2);
	}
	CHECK_EQ(seen->items[0].n_cases, 2);
	CHECK_EQ(seen->items[1].first_case, 4);
	CHECK(seen->cases[0] == 255 && seen->cases[3] == 2);
	CHECK(seen->cases[4] == UINT64_MAX && seen->cases[7] == 2);
	end();
}

TEST(a_switch_is_found_where_it_was)
{
	begin("coverage=trace-pc", 1);
	CHECK(!anycov_fn_has_switch(t.fn, 0));
	anycov_fn_note_switch(t.fn, 1000);
	CHECK(anycov_fn_has_switch(t.fn, 1000));
	CHECK(!anycov_fn_has_switch(t.fn, 1001));
	CHECK(!anycov_fn_has_switch(t.fn, 0));
	anycov_fn_note_switch(t.fn, 0);
	CHECK(anycov_fn_has_switch(t.fn, 0));
	end();
}

TEST(builtins_that_start_another_program_are_known_by_name)
{
	CHECK(anycov_is_exec("execv"));
	CHECK(anycov_is_exec("__builtin_execlp"));
	CHECK(!anycov_is_exec("exp"));
	CHECK(!anycov_is_exec("__builtin_exit"));
	CHECK(!anycov_is_exec("__builtin_"));
}

static void check_from(const char *dir, const char *name, const char *expected)
{
	char *path = anycov_source_from(dir, name);

	CHECK(expected ? path && !strcmp(path, expected) : !path);
	free(path);
}

TEST(a_mapped_name_is_relative_to_a_mapped_directory)
{
	check_from(".", "./src/a.c", "src/a.c");
	check_from("./build", "./src/a.c", "../src/a.c");
	check_from("foo/build/", "foo/a.c", "../../foo/a.c");
	check_from("./../x", "./a.c", NULL);
}

static void check_path(const char *name, const char *dir, const char *read_as, const char *expected)
{
	char *path = anycov_source_path(name, dir, read_as, true);

	CHECK(expected ? path && !strcmp(path, expected) : !path);
	free(path);
}

TEST(a_prefix_map_is_undone_by_what_it_made_of_the_current_directory)
{
	char current[4096], dir[5000], name[5000];
	char *slash;

	CHECK(getcwd(current, sizeof(current)) != NULL);
	slash = strrchr(current, '/');
	CHECK(slash && slash != current);
	check_path("/x/a.c", "/x", "/x/a.c", "/x/a.c"); /* as the compiler opened it */
	check_path("a.c", "", NULL, NULL);
	check_path("/no/such/a.c", current, NULL, "/no/such/a.c");
	snprintf(dir, sizeof(dir), ".%s", slash);
	snprintf(name, sizeof(name), "%.*s/src/a.c", (int)(slash - current), current);
	check_path("./src/a.c", dir, NULL, name);
	check_path("/other/a.c", dir, NULL, "/other/a.c");
	snprintf(dir, sizeof(dir), "/no/such%s", slash);
	check_path("/no/such/src/a.c", dir, NULL, name);
	check_path("/no/suchlike/a.c", dir, NULL, "/no/suchlike/a.c");
}

TEST(a_source_is_known_by_its_size_and_its_hash)
{
	struct anycov_contents c;
	char name[64];
	FILE *f;

	snprintf(name, sizeof(name), "contents.%ld", (long)getpid());
	f = fopen(name, "w");
	CHECK(f && fputs("foobar", f) >= 0 && !fclose(f));
	CHECK(anycov_source_read(name, &c));
	CHECK_EQ(c.size, 6);
	CHECK_EQ(c.hash, 0x85944171f73967e8u); /* of FNV's authors */
	remove(name);
	CHECK(!anycov_source_read(name, &c));
	CHECK(!anycov_source_read(".", &c));
	CHECK(!anycov_source_read("/dev/null", &c));
}

TEST(languages_that_are_not_known_are_named)
{
	struct anycov_error err;

	CHECK(!anycov_unknown_language(&err, "GNU C"));
	CHECK(!anycov_unknown_language(&err, "GNU C17"));
	CHECK(!anycov_unknown_language(&err, "GNU C++20"));
	CHECK(!anycov_unknown_language(&err, "GNU Objective-C++"));
	CHECK(!anycov_unknown_language(&err, "GNU Fortran2008"));
	CHECK(!anycov_unknown_language(&err, "GNU Ada"));
	CHECK(!anycov_unknown_language(&err, "GNU GIMPLE"));
	CHECK_STR(anycov_unknown_language(&err, "GNU COBOL"),
		  "anycov: coverage of GNU COBOL is not known to be right; compile it without "
		  "anycov, which knows C, C++, Objective-C, Fortran and Ada");
	CHECK(anycov_unknown_language(&err, "GNU D"));
	CHECK(anycov_unknown_language(&err, "GNU Go"));
	CHECK(anycov_unknown_language(&err, "GNU Rust"));
}

RUN_TESTS(RUN(bytes_of_an_asm_text_are_replaced_by_the_compilers_escapes),
	  RUN(a_word_of_a_list_is_whole), RUN(the_structor_of_a_base_class_has_the_other_number),
	  RUN(other_symbols_are_no_structors), RUN(a_word_is_dropped_wherever_it_is),
	  RUN(a_set_of_locations_has_what_was_added),
	  RUN(a_repeated_line_of_a_block_is_exported_once), RUN(an_exported_graph_is_begun_anew),
	  RUN(cases_of_a_switch_take_its_bits_of_their_values), RUN(a_switch_is_found_where_it_was),
	  RUN(builtins_that_start_another_program_are_known_by_name),
	  RUN(a_mapped_name_is_relative_to_a_mapped_directory),
	  RUN(a_prefix_map_is_undone_by_what_it_made_of_the_current_directory),
	  RUN(a_source_is_known_by_its_size_and_its_hash),
	  RUN(languages_that_are_not_known_are_named))
