/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "common/emit/instrument_rules.h"
#include "common/options/special_case_list.h"
#include "unit.h"

static struct anycov_error err;

static struct anycov_function function(const char *name)
{
	struct anycov_function f = { .name = name, .unit = "src/a.c" };

	return f;
}

static enum anycov_skip by_name(const char *name)
{
	struct anycov_options o;
	struct anycov_function f = function(name);

	anycov_options_init(&o);
	return anycov_skip_function(&o, &f);
}

static enum anycov_skip by_options(const char *options, const char *name, const char *section)
{
	struct anycov_options o;
	struct anycov_function f = function(name);
	enum anycov_skip why;

	f.section = section;
	anycov_options_init(&o);
	CHECK_MSG(!anycov_options_parse(&o, options, &err), "%s", err.text);
	why = anycov_skip_function(&o, &f);
	anycov_options_free(&o);
	return why;
}

/* The same with list files made of the texts (NULL: no such list). */
static enum anycov_skip by_lists(const char *allow, const char *ignore, const char *name)
{
	struct anycov_options o;
	struct anycov_function f = function(name);
	enum anycov_skip why;

	anycov_options_init(&o);
	CHECK(!allow || !anycov_list_parse(&o.allow, "A", allow, strlen(allow), &err));
	CHECK(!ignore || !anycov_list_parse(&o.ignore, "I", ignore, strlen(ignore), &err));
	why = anycov_skip_function(&o, &f);
	anycov_options_free(&o);
	return why;
}

TEST(a_plain_function_is_instrumented)
{
	CHECK_EQ(by_name("main"), ANYCOV_SKIP_NONE);
	CHECK_EQ(by_name("sanitizer_cov"), ANYCOV_SKIP_NONE);
	CHECK_EQ(by_name("anycov_enable"), ANYCOV_SKIP_NONE);
	CHECK_EQ(by_name(""), ANYCOV_SKIP_NONE);
}

TEST(hooks_and_their_name_spaces_are_skipped)
{
	for (int i = 0; i < ANYCOV_N_HOOKS; i++)
		CHECK_EQ(by_name(anycov_hook_table[i].symbol), ANYCOV_SKIP_HOOK);
	CHECK_EQ(by_name("__sanitizer_print_stack_trace"), ANYCOV_SKIP_HOOK);
	CHECK_EQ(by_name("__anycov_whatever"), ANYCOV_SKIP_HOOK);
	CHECK_EQ(by_name("anycov_port_ctx"), ANYCOV_SKIP_HOOK);
	CHECK_EQ(by_name("_sanitizer_"), ANYCOV_SKIP_NONE);
}

TEST(constructors_of_sanitizers_are_skipped)
{
	CHECK_EQ(by_name("asan.module_ctor"), ANYCOV_SKIP_CONSTRUCTOR);
	CHECK_EQ(by_name("sancov.module_ctor_trace_pc_guard"), ANYCOV_SKIP_CONSTRUCTOR);
	CHECK_EQ(by_name("_sub_I_00099_0"), ANYCOV_SKIP_CONSTRUCTOR);
	CHECK_EQ(by_name("_sub_D_00099_1"), ANYCOV_SKIP_CONSTRUCTOR);
	CHECK_EQ(by_name("__local_stdio_printf_options"), ANYCOV_SKIP_CONSTRUCTOR);
	CHECK_EQ(by_name("__local_stdio_scanf_options"), ANYCOV_SKIP_CONSTRUCTOR);
	CHECK_EQ(by_name("_GLOBAL__sub_I_main"), ANYCOV_SKIP_NONE);
	CHECK_EQ(by_name("_sub_I_00101_0"), ANYCOV_SKIP_NONE);
}

TEST(clangs_helper_without_source_gets_no_flags)
{
	const struct anycov_function f = { .name = "__clang_call_terminate" };
	struct anycov_options o;

	anycov_options_init(&o);
	o.coverage = ANYCOV_COV_TRACE_PC;
	CHECK_EQ(anycov_skip_function(&o, &f), ANYCOV_SKIP_NONE);
	o.coverage = ANYCOV_COV_FLAGS;
	CHECK_EQ(anycov_skip_function(&o, &f), ANYCOV_SKIP_CONSTRUCTOR);
}

TEST(each_attribute_has_a_reason_of_its_own)
{
	struct anycov_options o;
	struct anycov_function f;

	anycov_options_init(&o);
	f = function("f");
	f.is_naked = true;
	CHECK_EQ(anycov_skip_function(&o, &f), ANYCOV_SKIP_NAKED);
	f = function("f");
	f.no_coverage = true;
	CHECK_EQ(anycov_skip_function(&o, &f), ANYCOV_SKIP_ATTRIBUTE);
	f = function("f");
	f.no_instrumentation = true;
	CHECK_EQ(anycov_skip_function(&o, &f), ANYCOV_SKIP_NO_INSTRUMENTATION);
	f = function("f");
	f.is_external_copy = true;
	CHECK_EQ(anycov_skip_function(&o, &f), ANYCOV_SKIP_EXTERNAL_COPY);
	f = function("f");
	f.has_async_eh = true;
	CHECK_EQ(anycov_skip_function(&o, &f), ANYCOV_SKIP_ASYNC_EH);
	for (int i = ANYCOV_SKIP_NONE; i <= ANYCOV_SKIP_CONSTRUCTOR; i++)
		for (int j = ANYCOV_SKIP_NONE; j < i; j++)
			CHECK(strcmp(anycov_skip_reason((enum anycov_skip)i),
				     anycov_skip_reason((enum anycov_skip)j)));
}

TEST(sections_are_skipped_by_name_and_by_glob)
{
	static const char options[] = "skip-sections=.noinstr.text,.init.*";

	CHECK_EQ(by_options(options, "f", ".noinstr.text"), ANYCOV_SKIP_SECTION);
	CHECK_EQ(by_options(options, "f", ".init.text"), ANYCOV_SKIP_SECTION);
	CHECK_EQ(by_options(options, "f", ".text"), ANYCOV_SKIP_NONE);
	CHECK_EQ(by_options(options, "f", ".noinstr.text2"), ANYCOV_SKIP_NONE);
	CHECK_EQ(by_options(options, "f", NULL), ANYCOV_SKIP_NONE);
}

TEST(an_allowlist_must_name_the_unit_and_the_function)
{
	CHECK_EQ(by_lists("src:*\nfun:f\n", NULL, "f"), ANYCOV_SKIP_NONE);
	CHECK_EQ(by_lists("src:*\nfun:f\n", NULL, "g"), ANYCOV_SKIP_ALLOWLIST);
	CHECK_EQ(by_lists("fun:f\n", NULL, "f"), ANYCOV_SKIP_ALLOWLIST);
	CHECK_EQ(by_lists("src:*\n", NULL, "f"), ANYCOV_SKIP_ALLOWLIST);
	CHECK_EQ(by_lists("", NULL, "f"), ANYCOV_SKIP_ALLOWLIST);
	/* The unit, not the file of the definition, as clang has it. */
	CHECK_EQ(by_lists("src:src/a.c\nfun:*\n", NULL, "f"), ANYCOV_SKIP_NONE);
	CHECK_EQ(by_lists("src:inc/h.h\nfun:*\n", NULL, "f"), ANYCOV_SKIP_ALLOWLIST);
}

TEST(an_ignorelist_need_only_name_one)
{
	CHECK_EQ(by_lists(NULL, "src:src/a.c\n", "f"), ANYCOV_SKIP_IGNORELIST);
	CHECK_EQ(by_lists(NULL, "fun:f\n", "f"), ANYCOV_SKIP_IGNORELIST);
	CHECK_EQ(by_lists(NULL, "fun:f\n", "g"), ANYCOV_SKIP_NONE);
	CHECK_EQ(by_lists("src:*\nfun:*\n", "fun:f\n", "f"), ANYCOV_SKIP_IGNORELIST);
}

static void check_compare(struct anycov_compare c, int hook, bool swap, unsigned bits)
{
	struct anycov_compare_choice p = anycov_choose_compare(&c);

	CHECK_EQ(p.hook, hook);
	CHECK_EQ(p.swap, swap);
	if (hook >= 0)
		CHECK_EQ(p.bits, bits);
}

TEST(comparisons_widen_to_the_next_hook)
{
	static const struct {
		unsigned bits, widened;
		int hook, const_hook;
	} cases[] = { { 1, 8, ANYCOV_HOOK_CMP1, ANYCOV_HOOK_CONST_CMP1 },
		      { 8, 8, ANYCOV_HOOK_CMP1, ANYCOV_HOOK_CONST_CMP1 },
		      { 9, 16, ANYCOV_HOOK_CMP2, ANYCOV_HOOK_CONST_CMP2 },
		      { 16, 16, ANYCOV_HOOK_CMP2, ANYCOV_HOOK_CONST_CMP2 },
		      { 24, 32, ANYCOV_HOOK_CMP4, ANYCOV_HOOK_CONST_CMP4 },
		      { 33, 64, ANYCOV_HOOK_CMP8, ANYCOV_HOOK_CONST_CMP8 },
		      { 64, 64, ANYCOV_HOOK_CMP8, ANYCOV_HOOK_CONST_CMP8 } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct anycov_compare c = { ANYCOV_VALUE_INTEGER, cases[i].bits, false, false };

		check_compare(c, cases[i].hook, false, cases[i].widened);
		c.left_const = true;
		check_compare(c, cases[i].const_hook, false, cases[i].widened);
		c.left_const = false;
		c.right_const = true;
		check_compare(c, cases[i].const_hook, true, cases[i].widened);
	}
}

TEST(comparisons_that_would_lie_get_no_hook)
{
	struct anycov_compare wide = { ANYCOV_VALUE_INTEGER, 128, false, true };
	struct anycov_compare constants = { ANYCOV_VALUE_INTEGER, 32, true, true };
	struct anycov_compare other = { ANYCOV_VALUE_OTHER, 32, false, false };
	struct anycov_compare nothing = { ANYCOV_VALUE_INTEGER, 0, false, false };

	check_compare(wide, -1, false, 0);
	check_compare(constants, -1, false, 0);
	check_compare(other, -1, false, 0);
	check_compare(nothing, -1, false, 0);
}

TEST(float_comparisons_keep_their_order)
{
	struct anycov_compare f = { ANYCOV_VALUE_F32, 32, false, true };
	struct anycov_compare d = { ANYCOV_VALUE_F64, 64, true, false };

	check_compare(f, ANYCOV_HOOK_CMPF, false, 32);
	check_compare(d, ANYCOV_HOOK_CMPD, false, 64);
}

TEST(switch_widths_are_those_of_the_table)
{
	CHECK_EQ(anycov_switch_bits(1), 8);
	CHECK_EQ(anycov_switch_bits(8), 8);
	CHECK_EQ(anycov_switch_bits(17), 32);
	CHECK_EQ(anycov_switch_bits(64), 64);
	CHECK_EQ(anycov_switch_bits(65), 0);
}

TEST(divisions_have_hooks_at_two_widths)
{
	CHECK_EQ(anycov_choose_division(16), -1);
	CHECK_EQ(anycov_choose_division(32), ANYCOV_HOOK_DIV4);
	CHECK_EQ(anycov_choose_division(64), ANYCOV_HOOK_DIV8);
	CHECK_EQ(anycov_choose_division(128), -1);
}

TEST(accesses_have_hooks_at_five_sizes)
{
	static const int loads[] = { ANYCOV_HOOK_LOAD1, ANYCOV_HOOK_LOAD2, ANYCOV_HOOK_LOAD4,
				     ANYCOV_HOOK_LOAD8, ANYCOV_HOOK_LOAD16 };
	static const int stores[] = { ANYCOV_HOOK_STORE1, ANYCOV_HOOK_STORE2, ANYCOV_HOOK_STORE4,
				      ANYCOV_HOOK_STORE8, ANYCOV_HOOK_STORE16 };

	for (unsigned i = 0; i < 5; i++) {
		CHECK_EQ(anycov_choose_access(1u << i, false), loads[i]);
		CHECK_EQ(anycov_choose_access(1u << i, true), stores[i]);
	}
	CHECK_EQ(anycov_choose_access(0, false), -1);
	CHECK_EQ(anycov_choose_access(3, true), -1);
	CHECK_EQ(anycov_choose_access(32, false), -1);
	CHECK_EQ(anycov_choose_access((uint64_t)1 << 32 | 4, false), -1);
}

TEST(tables_name_their_sections_and_constructors)
{
	CHECK_STR(anycov_section_names[anycov_table_infos[ANYCOV_TABLE_GUARDS].section],
		  "__sancov_guards");
	CHECK_STR(anycov_table_infos[ANYCOV_TABLE_COUNTERS].ctor,
		  "sancov.module_ctor_8bit_counters");
	CHECK(!anycov_table_infos[ANYCOV_TABLE_PCS].ctor);
	CHECK_EQ(anycov_table_infos[ANYCOV_TABLE_PCS].init, ANYCOV_HOOK_PCS_INIT);
}

TEST(case_values_are_sorted_as_unsigned_and_unique)
{
	uint64_t v[] = { 5, UINT64_MAX, 0, 5, 1, UINT64_MAX };

	CHECK_EQ(anycov_sort_cases(v, 6), 4);
	CHECK(v[0] == 0 && v[1] == 1 && v[2] == 5 && v[3] == UINT64_MAX);
	CHECK_EQ(anycov_sort_cases(v, 0), 0);
	CHECK_EQ(anycov_sort_cases(NULL, 0), 0);
}

RUN_TESTS(RUN(a_plain_function_is_instrumented), RUN(hooks_and_their_name_spaces_are_skipped),
	  RUN(constructors_of_sanitizers_are_skipped), RUN(each_attribute_has_a_reason_of_its_own),
	  RUN(clangs_helper_without_source_gets_no_flags),
	  RUN(sections_are_skipped_by_name_and_by_glob),
	  RUN(an_allowlist_must_name_the_unit_and_the_function),
	  RUN(an_ignorelist_need_only_name_one), RUN(comparisons_widen_to_the_next_hook),
	  RUN(comparisons_that_would_lie_get_no_hook), RUN(float_comparisons_keep_their_order),
	  RUN(switch_widths_are_those_of_the_table), RUN(divisions_have_hooks_at_two_widths),
	  RUN(accesses_have_hooks_at_five_sizes), RUN(tables_name_their_sections_and_constructors),
	  RUN(case_values_are_sorted_as_unsigned_and_unique))
