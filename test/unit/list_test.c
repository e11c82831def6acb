/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Allow and ignore lists, and globs.  list_reference.sh compares with clang. */
#include "common/options/special_case_list.h"
#include "unit.h"

static struct anycov_error err;

static struct anycov_list *parsed(const char *text)
{
	struct anycov_list *list = NULL;

	CHECK_MSG(!anycov_list_parse(&list, "L", text, strlen(text), &err), "%s", err.text);
	CHECK(list);
	return list;
}

static bool has_function(const char *text, const char *name)
{
	struct anycov_list *list = parsed(text);
	bool yes = anycov_list_has_function(list, name);

	anycov_list_free(list);
	return yes;
}

static bool has_names(const char *text, const char *given, const char *dir, const char *shown)
{
	const struct anycov_source_names names = { given, dir, shown };
	struct anycov_list *list = parsed(text);
	bool yes = anycov_list_has_source(list, &names);

	anycov_list_free(list);
	return yes;
}

static bool has_source(const char *text, const char *name)
{
	return has_names(text, name, NULL, NULL);
}

static void check_rejected(const char *text, const char *where, const char *what)
{
	struct anycov_list *list = NULL;

	CHECK_MSG(anycov_list_parse(&list, "L", text, strlen(text), &err) < 0, "accepted: %s",
		  text);
	CHECK_HAS(err.text, where);
	CHECK_HAS(err.text, what);
	CHECK(!strchr(err.text, '\n'));
	anycov_list_free(list);
}

TEST(globs_match_as_clang_matches_them)
{
	CHECK(anycov_glob_match("*", ""));
	CHECK(anycov_glob_match("a*c", "a/b/c"));
	CHECK(!anycov_glob_match("a*c", "a/b/cd"));
	CHECK(anycov_glob_match("*ab*ab", "xabyabab"));
	CHECK(anycov_glob_match("a?c", "abc"));
	CHECK(!anycov_glob_match("a?c", "ac"));
	CHECK(anycov_glob_match("[a-cx]z", "bz"));
	CHECK(anycov_glob_match("[!a-c]z", "dz"));
	CHECK(anycov_glob_match("[^a-c]z", "dz"));
	CHECK(!anycov_glob_match("[^a-c]z", "az"));
	CHECK(anycov_glob_match("[]]", "]"));
	CHECK(anycov_glob_match("[a-]", "-"));
	CHECK(anycov_glob_match("a\\*", "a*"));
	CHECK(!anycov_glob_match("a\\*", "ab"));
	CHECK(anycov_glob_match("f{oo,ar,}x", "farx"));
	CHECK(anycov_glob_match("f{oo,ar,}x", "fx"));
	CHECK(!anycov_glob_match("f{oo,ar}x", "fx"));
	CHECK(anycov_glob_match("{a,b}{c,d}", "bc"));
	CHECK(anycov_glob_match("a,}", "a,}"));
	CHECK(anycov_glob_match("\\{a\\}", "{a}"));
	CHECK(!anycov_glob_match("", ""));
}

TEST(malformed_globs_match_nothing_and_are_rejected_in_lists)
{
	CHECK(!anycov_glob_match("[", "["));
	check_rejected("fun:[a\n", "L:1:", "missing ']'");
	check_rejected("fun:ok\nfun:[b-a]\n", "L:2:", "reversed");
	check_rejected("fun:a\\\n", "L:1:", "'\\'");
	check_rejected("fun:{a}\n", "L:1:", "two alternatives");
	check_rejected("fun:{a,{b,c}}\n", "L:1:", "nested");
	check_rejected("fun:{a,b\n", "L:1:", "missing '}'");
	check_rejected("fun:{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}\n",
		       "L:1:", "1024");
}

TEST(stars_take_no_exponential_time)
{
	char glob[201], text[3001];

	for (int i = 0; i < 200; i += 2)
		memcpy(glob + i, "*a", 2);
	glob[199] = 'b';
	glob[200] = '\0';
	memset(text, 'a', 3000);
	text[3000] = '\0';
	CHECK(!anycov_glob_match(glob, text));
}

TEST(entries_name_functions_and_sources)
{
	CHECK(has_function("fun:foo\n", "foo"));
	CHECK(!has_function("fun:foo\n", "foo2"));
	CHECK(!has_function("src:foo\n", "foo"));
	CHECK(has_source("src:*/a.c\n", "x/y/a.c"));
	CHECK(!has_source("src:a.c\n", "./a.c"));
	CHECK(has_function("fun:bar\nfun:foo", "foo"));
}

TEST(blank_lines_comments_and_carriage_returns_are_tolerated)
{
	CHECK(has_function("# fun:x\r\n\r\n  fun:foo \t\r\n", "foo"));
	CHECK(!has_function("#fun:foo\n", "foo"));
}

TEST(only_sections_that_match_coverage_count)
{
	CHECK(has_function("[coverage]\nfun:foo\n", "foo"));
	CHECK(has_function("[cov*]\nfun:foo\n", "foo"));
	CHECK(has_function("[{address,coverage}]\nfun:foo\n", "foo"));
	CHECK(!has_function("[address]\nfun:foo\n", "foo"));
	CHECK(has_function("fun:foo\n[address]\nfun:bar\n", "foo"));
	CHECK(!has_function("fun:foo\n[address]\nfun:bar\n", "bar"));
	CHECK(has_function("[address]\nfun:bar\n[*]\nfun:foo\n", "foo"));
}

TEST(an_entry_with_a_category_matches_nothing)
{
	CHECK(!has_function("fun:foo=init\n", "foo"));
	CHECK(has_function("fun:foo=\n", "foo"));
}

TEST(the_first_line_selects_the_dialect)
{
	CHECK(!has_function("fun:f.o\n", "fxo"));
	CHECK(has_function("#!special-case-list-v1\nfun:f.o\n", "fxo"));
	CHECK(has_function("#!special-case-list-v1\r\nfun:f.o\r\n", "fxo"));
	CHECK(has_function("#!special-case-list-v1\nfun:f*o|bar\n", "fxxo"));
	CHECK(has_function("#!special-case-list-v1\nfun:f*o|bar\n", "bar"));
	CHECK(!has_function("#!special-case-list-v1\nfun:f*o|bar\n", "barx"));
	CHECK(!has_function("#!special-case-list-v2\nfun:f.o\n", "fxo"));
	CHECK(!has_source("#!special-case-list-v2\nsrc:a.c\n", "./a.c"));
	CHECK(has_source("#!special-case-list-v3\nsrc:a.c\n", ".//a.c"));
	CHECK(!has_function("\n#!special-case-list-v1\nfun:f.o\n", "fxo"));
}

TEST(a_bad_line_is_an_error_with_file_and_line)
{
	check_rejected("fun:a\nfoo\n", "L:2:", "'foo'");
	check_rejected("fun:\n", "L:1:", "src:GLOB");
	check_rejected("\n\n[coverage\n", "L:3:", "missing ']'");
	check_rejected("[]\n", "L:1:", "empty section name");
	check_rejected("[a] x\n", "L:1:", "missing ']'");
	check_rejected("func:foo\n", "L:1:", "'func'");
	check_rejected("#!special-case-list-v1\nfun:(a\n", "L:2:", "regular expression");
	check_rejected("#!special-case-list-v1\nfun:a))((b\n", "L:2:", "')' without '('");
	check_rejected("fun:=x\n", "L:1:", "empty");
}

TEST(entries_for_other_sanitizers_are_accepted)
{
	CHECK(has_function("global:x\ntype:Foo=init\nmainfile:a.c\n[dataflow]\nuninst:foo\n[*]\n"
			   "fun:foo\n",
			   "foo"));
}

TEST(a_file_is_read_and_a_missing_one_rejected)
{
	FILE *f = fopen("list-test.list", "wb");
	struct anycov_list *list = NULL;

	CHECK(f);
	fputs("fun:foo\r\n[x]\r\nfun:bar", f);
	fclose(f);
	CHECK(!anycov_list_load(&list, "list-test.list", &err));
	CHECK(anycov_list_has_function(list, "foo"));
	remove("list-test.list");
	CHECK(anycov_list_load(&list, "list-test.list", &err) < 0);
	CHECK_HAS(err.text, "list-test.list: cannot be read");
	CHECK(anycov_list_has_function(list, "foo"));
	anycov_list_free(list);
}

TEST(no_list_matches_nothing)
{
	CHECK(!anycov_list_has_function(NULL, "foo"));
	CHECK(!anycov_list_has_source(NULL, &(struct anycov_source_names){ "a.c", "/p", NULL }));
}

TEST(a_source_has_the_names_that_the_user_sees)
{
	/* Relative, from the directory of the compiler or one above. */
	CHECK(has_names("src:src/a.c\n", "./src/a.c", "/p", NULL));
	CHECK(has_names("src:src/a.c\n", "src/../src//a.c", "/p", NULL));
	CHECK(has_names("src:src/a.c\n", "a.c", "/p/src", NULL));
	CHECK(has_names("src:src/a.c\n", "../src/a.c", "/p/build", NULL));
	CHECK(has_names("src:src/a.c\n", "/p/src/a.c", "/p/build/deep", NULL));
	CHECK(has_names("src:src/*\n", "a.c", "/p/src", NULL));
	CHECK(!has_names("src:a.c\n", "src/a.c", "/p", NULL));
	CHECK(!has_names("src:src/a.c\n", "/q/src/a.c", "/p", NULL));
	CHECK(!has_names("src:rc/a.c\n", "a.c", "/p/src", NULL));
	/* Absolute. */
	CHECK(has_names("src:/p/src/a.c\n", "a.c", "/p/src", NULL));
	CHECK(has_names("src:/p/*\n", "../a.c", "/p/src", NULL));
	CHECK(has_names("src:/a.c\n", "../../../a.c", "/p/src", NULL));
	CHECK(!has_names("src:/p/a.c\n", "a.c", NULL, NULL));
	/* As debug information has it, after -ffile-prefix-map. */
	CHECK(has_names("src:/usr/src/p/a.c\n", "/build/me/a.c", "/build/me", "/usr/src/p/a.c"));
	/* A leading wildcard does not match the directories above. */
	CHECK(!has_names("src:*/test/*\n", "src/a.c", "/build/test/p", NULL));
	CHECK(has_names("src:*\n", "src/a.c", "/build/test/p", NULL));
}

TEST(entries_that_matched_nothing_are_known)
{
	struct anycov_list *list = parsed("src:a.c\nfun:f*\nfun:g\nfun:foo\n");
	bool matched;

	CHECK(anycov_list_has_function(list, "foo"));
	CHECK(!anycov_list_has_function(list, "h"));
	CHECK(!strcmp(anycov_list_entry(list, 0, &matched), "L:1: src:a.c") && !matched);
	CHECK(!strcmp(anycov_list_entry(list, 1, &matched), "L:2: fun:f*") && matched);
	CHECK(!strcmp(anycov_list_entry(list, 2, &matched), "L:3: fun:g") && !matched);
	CHECK(!strcmp(anycov_list_entry(list, 3, &matched), "L:4: fun:foo") && matched);
	CHECK(!anycov_list_entry(list, 4, &matched));
	anycov_list_free(list);
	/* A list for all programs. */
	list = parsed("# anycov: entries may match nothing\nfun:f\n");
	CHECK(!anycov_list_entry(list, 0, &matched));
	CHECK(anycov_list_has_function(list, "f"));
	anycov_list_free(list);
}

TEST(mutated_lists_do_not_crash)
{
	static const char seed_text[] =
		"#!special-case-list-v1\nsrc:*/net/*.c\nfun:[a-z]*{x,yy}\n"
		"# comment\r\n[cov*]\nfun:foo\\*=init\nfun:b?r\n[address]\n";
	static const char alphabet[] = "*?[]{}\\,:=#\n\r\0v23ab-!^()|+$.\xff";
	uint64_t seed = 42;
	unsigned long good = 0, bad = 0;

	for (int i = 0; i < 50000; i++) {
		char text[sizeof(seed_text)];
		struct anycov_list *list = NULL;
		unsigned edits = 1 + unit_below(&seed, 6);

		memcpy(text, seed_text, sizeof(text));
		if (unit_below(&seed, 2))
			text[21] = '2';
		while (edits--)
			text[unit_below(&seed, sizeof(text) - 1)] =
				alphabet[unit_below(&seed, sizeof(alphabet) - 1)];
		err.text[0] = '\0';
		if (anycov_list_parse(&list, "L", text, unit_below(&seed, sizeof(text)), &err)) {
			bad++;
			CHECK(!strncmp(err.text, "L:", 2));
		} else {
			good++;
			anycov_list_has_function(list, "foo");
			anycov_list_has_source(list, &(struct anycov_source_names){
							     "./x/net/tcp.c", "/p", "tcp.c" });
		}
		anycov_list_free(list);
	}
	CHECK(good > 1000 && bad > 1000);
}

RUN_TESTS(RUN(globs_match_as_clang_matches_them),
	  RUN(malformed_globs_match_nothing_and_are_rejected_in_lists),
	  RUN(stars_take_no_exponential_time), RUN(entries_name_functions_and_sources),
	  RUN(blank_lines_comments_and_carriage_returns_are_tolerated),
	  RUN(only_sections_that_match_coverage_count),
	  RUN(an_entry_with_a_category_matches_nothing), RUN(the_first_line_selects_the_dialect),
	  RUN(a_bad_line_is_an_error_with_file_and_line),
	  RUN(entries_for_other_sanitizers_are_accepted),
	  RUN(a_file_is_read_and_a_missing_one_rejected), RUN(no_list_matches_nothing),
	  RUN(a_source_has_the_names_that_the_user_sees),
	  RUN(entries_that_matched_nothing_are_known), RUN(mutated_lists_do_not_crash))
