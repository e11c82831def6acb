/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The text of the map; assemblers.sh has real assemblers read it. */
#include "anycov/hook_table.h"
#include "common/map/map_asm.h"
#include "unit.h"

static const struct anycov_site site = { .function = 0x123456789abcdef0u,
					 .number = 7,
					 .block = 300,
					 .kind = ANYCOV_SITE_PC,
					 .addr_bytes = 8 };

static const char *text_of(const struct anycov_site *s)
{
	static char buf[ANYCOV_SITE_ASM_MAX];
	size_t n = anycov_site_asm(buf, sizeof(buf), s);

	CHECK(n > 0);
	CHECK_EQ(n, strlen(buf));
	return buf;
}

static uint64_t id_of(struct anycov_map_function f)
{
	return anycov_map_function_id(&f);
}
#define ID(...) id_of((struct anycov_map_function){ __VA_ARGS__ })

TEST(the_function_id_tells_apart_what_differs_in_anything)
{
	static const struct anycov_map_line line = { 0, 3, 4, 0 }, other = { 0, 3, 5, 0 };
	static const struct anycov_map_block a = { .n_lines = 1, .lines = &line };
	static const struct anycov_map_block b = { .n_lines = 1, .lines = &other };
	uint64_t id = ID(.name = "main", .unit = "a.c", .dir = "/x", .n_blocks = 1, .blocks = &a);

	CHECK(id == ID(.name = "main", .unit = "a.c", .dir = "/x", .n_blocks = 1, .blocks = &a));
	CHECK(id != ID(.name = "maina", .unit = ".c", .dir = "/x", .n_blocks = 1, .blocks = &a));
	CHECK(id != ID(.name = "main", .unit = "a.c", .dir = "/y", .n_blocks = 1, .blocks = &a));
	CHECK(id != ID(.name = "main", .unit = "a.c", .dir = "/x", .n_blocks = 1, .blocks = &b));
	CHECK(id != ID(.name = "main", .unit = "a.c", .dir = "/x", .salt = "/z", .n_blocks = 1,
		       .blocks = &a));
	CHECK(ID(.name = NULL) == ID(.name = ""));
}

TEST(a_site_is_one_record_in_the_map_section)
{
	const char *t = text_of(&site);

	CHECK_HAS(t, "\t.pushsection .anycov_map,\"\",%progbits\n");
	CHECK_HAS(t, "\t.ascii \"S\\001\"\n\t.4byte 25\n");
	CHECK_HAS(t, "\t.8byte 0x123456789abcdef0\n");
	CHECK_HAS(t, "\t.4byte 7,300\n\t.byte 1\n\t.popsection\n");
}

TEST(a_32_bit_site_has_a_short_address)
{
	struct anycov_site s = site;

	s.addr_bytes = 4;
	CHECK_HAS(text_of(&s), "\t.4byte 21\n\t.4byte ");
}

TEST(no_two_sites_have_equal_texts)
{
	struct anycov_site other = site;
	char first[ANYCOV_SITE_ASM_MAX];

	strcpy(first, text_of(&site));
	other.number++;
	CHECK(strcmp(first, text_of(&other)));
	other = site;
	other.function++;
	CHECK(strcmp(first, text_of(&other)));
}

TEST(a_group_and_a_section_are_named)
{
	struct anycov_site s = site;

	s.group = "_ZN1a$b.c";
	CHECK_HAS(text_of(&s), ",\"G\",%progbits,_ZN1a$b.c,comdat\n");
	s.group = "a b\"c\\";
	CHECK_HAS(text_of(&s), ",\"G\",%progbits,\"a b\\\"c\\\\\",comdat\n");
	s.group = ANYCOV_GROUP_OF_CODE;
	CHECK_HAS(text_of(&s), ".anycov_map,\"?\",%progbits\n");
	s.group = NULL;
	s.section = ".discard.anycov";
	CHECK_HAS(text_of(&s), "\t.pushsection .discard.anycov,\"\",");
}

TEST(a_text_that_does_not_fit_is_refused_whole)
{
	struct anycov_site s = site;
	char name[2000], buf[3000];
	size_t n = anycov_site_asm(buf, sizeof(buf), &site);

	CHECK_EQ(anycov_site_asm(buf, n, &site), 0); /* no room for the NUL */
	CHECK_EQ(anycov_site_asm(buf, n + 1, &site), n);
	CHECK_EQ(anycov_site_asm(buf, 0, &site), 0);
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	s.group = name;
	CHECK_EQ(anycov_site_asm(buf, ANYCOV_SITE_ASM_MAX, &s), 0);
	CHECK(anycov_site_asm(buf, sizeof(buf), &s) > 2000);
}

TEST(any_byte_in_a_name_is_escaped_for_compilers_and_assemblers)
{
	const char *files[] = { "a\"\\\n\x01\xff;#%${|}.c" };
	struct anycov_map_function f = { .name = "f", .unit = "u.c", .n_files = 1, .files = files };
	char *t = anycov_map_function_asm(&f);

	CHECK(t);
	CHECK_HAS(t,
		  "\t.asciz \"a\\042\\134\\012\\001\\377\\073\\043\\045\\044\\173\\174\\175.c\"");
	free(t);
}

TEST(lines_are_sorted_those_of_the_last_file_last)
{
	static const struct anycov_map_line lines[] = {
		{ 1, 5, 0, 0 }, { 0, 9, 1, 0 }, { 1, 5, 7, 0 }, { 1, 5, 3, 0 }, { 0, 2, 200, 0 }
	};
	static const struct anycov_map_block block = { .n_lines = 5, .lines = lines };
	struct anycov_map_function f = {
		.name = "f", .unit = "u.c", .n_blocks = 1, .blocks = &block
	};
	char *t = anycov_map_function_asm(&f);

	CHECK(t);
	/* Block, flags, successors; lines, those of the last file last; implied_by; columns,
	 * of equal lines the first. */
	CHECK_HAS(t, "\t.ascii "
		     "\"\\000\\000\\000\\003\\001\\005\\000\\002\\000\\011\\000\\007\\310\\001\\001"
		     "\"\n");
	free(t);
}

TEST(a_function_text_grows_as_needed)
{
	uint32_t n = 20000;
	struct anycov_map_block *blocks = calloc(n, sizeof(*blocks));
	struct anycov_map_function f = { .name = "f", .unit = "u.c", .n_blocks = n };
	char *t;

	CHECK(blocks);
	f.blocks = blocks;
	t = anycov_map_function_asm(&f);
	CHECK(t);
	CHECK(!strcmp(t + strlen(t) - 13, "\t.popsection\n"));
	free(t);
	free(blocks);
}

TEST(the_record_of_flags_has_address_hit_value_and_blocks)
{
	static const uint32_t blocks[] = { 0, 200 };
	struct anycov_map_flags f = { .function = 0x12,
				      .hit_value = 1,
				      .addr_bytes = 4,
				      .variable = ".Lflags",
				      .symbol = "f",
				      .n = 2,
				      .blocks = blocks };
	char *t = anycov_map_flags_asm(&f);

	CHECK(t);
	CHECK_HAS(t,
		  "\t.ascii \"V\\001\"\n\t.4byte 21\n\t.8byte 0x12\n\t.byte 1\n\t.4byte .Lflags\n"
		  "\t.ascii \"\\002\\000\\310\\001\"\n\t.4byte f\n\t.popsection\n");
	free(t);
}

RUN_TESTS(RUN(the_function_id_tells_apart_what_differs_in_anything),
	  RUN(a_site_is_one_record_in_the_map_section), RUN(a_32_bit_site_has_a_short_address),
	  RUN(no_two_sites_have_equal_texts), RUN(a_group_and_a_section_are_named),
	  RUN(a_text_that_does_not_fit_is_refused_whole),
	  RUN(any_byte_in_a_name_is_escaped_for_compilers_and_assemblers),
	  RUN(lines_are_sorted_those_of_the_last_file_last), RUN(a_function_text_grows_as_needed),
	  RUN(the_record_of_flags_has_address_hit_value_and_blocks))
