/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "common/options/options.h"
#include "unit.h"

static struct anycov_error err;

/* Parses and finishes; returns the error text or "". */
static const char *result_of(struct anycov_options *o, const char *text)
{
	anycov_options_init(o);
	err.text[0] = '\0';
	if (!anycov_options_parse(o, text, &err))
		anycov_options_finish(o, &err);
	return err.text;
}

/* Returns the error text of parsing and finishing. */
static const char *error_of(const char *text)
{
	struct anycov_options o;

	result_of(&o, text);
	anycov_options_free(&o);
	return err.text;
}

/* Checks that text is rejected by an error that contains word and valid. */
static void check_rejected(const char *text, const char *word, const char *valid)
{
	const char *e = error_of(text);

	CHECK_MSG(*e, "'%s' was accepted", text);
	CHECK_HAS(e, word);
	CHECK_HAS(e, valid);
	CHECK(!strchr(e, '\n'));
}

TEST(the_default_level_depends_on_the_kind_of_coverage)
{
	struct anycov_options o;

	CHECK_STR(result_of(&o, "coverage=trace-pc"), "");
	CHECK_EQ(o.level, ANYCOV_LEVEL_BB);
	CHECK_EQ(o.prune, ANYCOV_PRUNE_NONE);
	CHECK_EQ(o.hooks, ANYCOV_HOOKS_C);
	anycov_options_free(&o);
	CHECK_STR(result_of(&o, "coverage=edge,trace-pc"), "");
	CHECK_EQ(o.level, ANYCOV_LEVEL_EDGE);
	anycov_options_free(&o);
}

TEST(trace_cmp_works_alone)
{
	struct anycov_options o;

	CHECK_STR(result_of(&o, "coverage=trace-cmp"), "");
	CHECK_EQ(o.coverage, ANYCOV_COV_TRACE_CMP);
	anycov_options_free(&o);
}

TEST(options_may_be_separated_by_semicolons_or_blanks)
{
	struct anycov_options o;

	CHECK_STR(result_of(&o, " coverage=trace-pc,trace-cmp;;prune=dom\n verbose\t"), "");
	CHECK_EQ(o.coverage, ANYCOV_COV_TRACE_PC | ANYCOV_COV_TRACE_CMP);
	CHECK_EQ(o.prune, ANYCOV_PRUNE_DOM);
	CHECK(o.verbose);
	anycov_options_free(&o);
}

TEST(the_parser_accepts_every_keyword)
{
	static const struct {
		const char *word;
		uint32_t bit;
	} words[] = { { "trace-pc", ANYCOV_COV_TRACE_PC },
		      { "flags", ANYCOV_COV_FLAGS },
		      { "trace-pc-guard", ANYCOV_COV_TRACE_PC_GUARD },
		      { "trace-cmp", ANYCOV_COV_TRACE_CMP },
		      { "trace-routines", ANYCOV_COV_ROUTINES },
		      { "trace-div", ANYCOV_COV_TRACE_DIV },
		      { "trace-gep", ANYCOV_COV_TRACE_GEP },
		      { "trace-loads", ANYCOV_COV_TRACE_LOADS },
		      { "trace-stores", ANYCOV_COV_TRACE_STORES },
		      { "indirect-calls", ANYCOV_COV_INDIRECT_CALLS },
		      { "inline-8bit-counters", ANYCOV_COV_COUNTERS },
		      { "inline-bool-flag", ANYCOV_COV_BOOLS },
		      { "pc-table", ANYCOV_COV_PC_TABLE },
		      { "control-flow", ANYCOV_COV_CONTROL_FLOW },
		      { "stack-depth", ANYCOV_COV_STACK_DEPTH },
		      { "trace-pc-entry-exit", ANYCOV_COV_ENTRY_EXIT } };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct anycov_options o;

		anycov_options_init(&o);
		CHECK(!anycov_options_set(&o, "coverage", words[i].word, &err));
		CHECK_EQ(o.coverage, words[i].bit);
		anycov_options_free(&o);
		CHECK_HAS(anycov_options_help(), words[i].word);
	}
}

TEST(each_keyword_has_its_own_bit)
{
	static const char *const words[] = {
		"trace-pc-guard", "inline-8bit-counters", "trace-div",           "inline-bool-flag",
		"trace-gep",      "trace-loads",          "trace-stores",        "indirect-calls",
		"control-flow",   "stack-depth",          "trace-pc-entry-exit", "flags",
		"trace-routines",
	};
	uint32_t seen = ANYCOV_COV_TRACE_PC;
	char text[100];

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct anycov_options o;

		snprintf(text, sizeof(text), "coverage=trace-pc,%s", words[i]);
		CHECK_STR(result_of(&o, text), "");
		CHECK(o.coverage & ~seen);
		seen |= o.coverage;
		anycov_options_free(&o);
	}
}

TEST(an_unknown_keyword_is_rejected)
{
	check_rejected("coverage=trace-pcs", "'trace-pcs'", " trace-pc ");
	check_rejected("coverage=trace-pc,x", "'x'", " no-prune");
	check_rejected("prune=dominators", "'dominators'", " none dom lossless");
	check_rejected("coverage=trace-pc;hooks=asm", "'asm'", " c lean");
	check_rejected("coverage=flags;flags=often", "'often'", " set test");
	check_rejected("coverage=trace-pc;verbose=yes", "'yes'", "verbose=1");
}

TEST(a_keyword_that_resembles_no_prune_is_rejected)
{
	check_rejected("coverage=trace-pc,no_prune", "'no_prune'", " no-prune");
	check_rejected("coverage=trace-pc,no", "'no'", " no-prune");
}

TEST(an_unknown_option_is_rejected)
{
	check_rejected("coverages=trace-pc", "'coverages'", " coverage prune");
	check_rejected("trace-pc", "'trace-pc'", " coverage prune");
	check_rejected("=x", "''", " coverage prune");
}

TEST(an_empty_keyword_is_rejected)
{
	check_rejected("coverage=trace-pc,", "empty", " trace-pc ");
	check_rejected("coverage=,trace-pc", "empty", " trace-pc ");
	check_rejected("coverage=trace-pc;skip-sections=.text,", "empty",
		       "skip-sections=.noinstr.text");
}

TEST(an_option_without_its_value_is_rejected)
{
	check_rejected("coverage", "coverage= requires a value", " trace-pc ");
	check_rejected("coverage=", "coverage= requires a value", " trace-pc ");
	check_rejected("prune", "prune= requires a value", " none dom lossless");
	check_rejected("hooks=", "hooks= requires a value", " c lean");
	check_rejected("coverage=flags;flags", "flags= requires a value", " set test");
	check_rejected("allowlist", "allowlist= requires a value", "file names");
	check_rejected("ignorelist=", "ignorelist= requires a value", "file names");
	check_rejected("skip-sections", "skip-sections= requires a value", "section names");
}

TEST(a_duplicate_keyword_is_rejected)
{
	check_rejected("coverage=trace-pc,trace-pc", "'trace-pc'", "duplicate");
	check_rejected("coverage=trace-pc,bb,bb", "'bb'", "duplicate");
	check_rejected("coverage=trace-pc,no-prune,no-prune", "'no-prune'", "duplicate");
}

TEST(repeated_flags_are_accepted)
{
	/* Build systems pass the same flags more than once. */
	CHECK_STR(error_of("coverage=trace-pc;coverage=trace-pc;prune=dom;prune=dom"), "");
	CHECK_STR(error_of("coverage=trace-pc;coverage=trace-cmp;hooks=c;hooks=c"), "");
}

TEST(conflicting_keywords_are_rejected)
{
	check_rejected("coverage=trace-pc,bb,edge", "'edge' conflicts with 'bb'", "func bb edge");
	check_rejected("coverage=trace-pc,func;coverage=bb", "'bb' conflicts with 'func'",
		       "func bb edge");
	check_rejected("coverage=trace-pc,no-prune;prune=dom",
		       "prune=dom conflicts with 'no-prune'", "no-prune");
	check_rejected("prune=lossless;coverage=trace-pc,no-prune",
		       "'no-prune' conflicts with prune=lossless", " none dom lossless");
	check_rejected("coverage=trace-pc;prune=dom;prune=none",
		       "prune=none conflicts with prune=dom", " none dom lossless");
	CHECK_STR(error_of("coverage=trace-pc,no-prune;prune=none"), "");
}

TEST(keywords_without_effect_are_rejected)
{
	check_rejected("", "coverage= is required", " trace-pc ");
	check_rejected("prune=dom", "coverage= is required", " trace-pc ");
	check_rejected("coverage=bb", "coverage=bb", " trace-pc");
	check_rejected("coverage=edge,trace-cmp", "coverage=edge", " trace-pc");
	check_rejected("coverage=no-prune", "no-prune", " trace-pc");
	check_rejected("coverage=trace-cmp;prune=lossless", "prune=lossless", "trace-pc");
	check_rejected("coverage=trace-pc,pc-table", "pc-table", " trace-pc-guard");
	check_rejected("coverage=flags,pc-table", "pc-table", " trace-pc-guard");
	check_rejected("coverage=trace-pc;flags=test", "flags=test", "add flags to coverage=");
	check_rejected("coverage=trace-pc-guard;counters=never-zero", "counters=never-zero",
		       "add inline-8bit-counters to coverage=");
	check_rejected("coverage=inline-8bit-counters;counters=zero", "'zero'", "wrap never-zero");
	check_rejected("coverage=trace-pc;sites=trap", "sites=trap", "add flags to coverage=");
	check_rejected("coverage=flags;sites=none", "'none'", "store trap");
	check_rejected("coverage=flags;compares=all;compares=integers", "compares=integers",
		       "add trace-cmp to coverage=");
	check_rejected("coverage=flags;map=none", "map=none", "coverage=flags");
	check_rejected("coverage=trace-pc;place=early;map=none", "map=none", "place=early");
	check_rejected("coverage=trace-pc;map=debug", "'debug'", "code kernel none");
	check_rejected("coverage=trace-cmp;compares=floats", "'floats'", "all integers");
	check_rejected("coverage=flags;line-tables=none", "'none'", "all calls");
	check_rejected("coverage=flags;line-tables", "requires a value", "all calls");
	check_rejected("coverage=flags;sites=trap;flags=test", "conflicts with flags=test",
		       "remove one");
	CHECK_STR(error_of("coverage=trace-cmp,no-prune"), "");
	CHECK_STR(error_of("coverage=trace-cmp;prune=dom"), "");
}

TEST(flags_take_level_and_prune_like_trace_pc)
{
	struct anycov_options o;

	CHECK_STR(result_of(&o, "coverage=flags;prune=lossless"), "");
	CHECK_EQ(o.level, ANYCOV_LEVEL_BB);
	CHECK_EQ(o.flags, ANYCOV_FLAGS_SET);
	CHECK(!anycov_options_has_ctors(&o));
	CHECK(!anycov_options_probe_entry(&o));
	anycov_options_free(&o);
	CHECK_STR(result_of(&o, "coverage=flags,edge;flags=test;prune=dom"), "");
	CHECK_EQ(o.level, ANYCOV_LEVEL_EDGE);
	CHECK_EQ(o.flags, ANYCOV_FLAGS_TEST);
	anycov_options_free(&o);
	check_rejected("coverage=flags;gated-trace-callbacks", "gated", "trace-pc-guard");
}

TEST(an_unreadable_list_is_rejected)
{
	check_rejected("coverage=trace-pc;allowlist=no/such/file", "no/such/file",
		       "cannot be read");
	check_rejected("coverage=trace-pc;ignorelist=/", "/: cannot be read", "list file");
}

TEST(lists_and_sections_of_repeated_options_are_joined)
{
	FILE *f = fopen("options-test.list", "w");
	struct anycov_options o;

	CHECK(f);
	fputs("src:*\n", f);
	fclose(f);
	CHECK_STR(result_of(&o,
			    "coverage=trace-pc;allowlist=options-test.list;"
			    "allowlist=options-test.list;skip-sections=.a,.b*;skip-sections=.c"),
		  "");
	CHECK(o.allow && !o.ignore);
	CHECK_EQ(o.n_skip_sections, 3);
	CHECK_STR(o.skip_sections[1], ".b*");
	anycov_options_free(&o);
	remove("options-test.list");
}

TEST(a_malformed_section_glob_is_rejected)
{
	check_rejected("coverage=trace-pc;skip-sections=.text[", "'.text['", "missing ']'");
}

TEST(switches_take_one_and_zero)
{
	struct anycov_options o;

	CHECK_STR(result_of(&o, "coverage=trace-pc;verbose=1"), "");
	CHECK(o.verbose);
	CHECK_STR(result_of(&o, "coverage=trace-pc;verbose;verbose=0"), "");
	CHECK(!o.verbose);
	anycov_options_free(&o);
}

TEST(a_number_of_bytes_is_a_number)
{
	struct anycov_options o;

	result_of(&o, "coverage=stack-depth;stack-depth-callback-min=64");
	CHECK_STR(err.text, "");
	CHECK_EQ(o.stack_depth_min, 64);
	check_rejected("coverage=stack-depth;stack-depth-callback-min=", "requires a value",
		       "bytes");
	check_rejected("coverage=stack-depth;stack-depth-callback-min=-1", "'-1'", "=64");
	check_rejected("coverage=stack-depth;stack-depth-callback-min=1k", "'1k'", "=64");
	check_rejected("coverage=stack-depth;stack-depth-callback-min=4294967296", "not a number",
		       "=64");
	check_rejected("coverage=trace-pc;stack-depth-callback-min=1", "no effect", "stack-depth");
}

TEST(tables_need_an_elf_object)
{
	struct anycov_options o;

	result_of(&o, "coverage=trace-pc,trace-cmp");
	CHECK(!anycov_options_check_format(&o, false, &err));
	anycov_options_free(&o);
	result_of(&o, "coverage=trace-cmp,inline-8bit-counters");
	CHECK(!anycov_options_check_format(&o, true, &err));
	CHECK(anycov_options_check_format(&o, false, &err));
	CHECK_HAS(err.text, "coverage=inline-8bit-counters");
	anycov_options_free(&o);
	result_of(&o, "coverage=flags");
	CHECK(anycov_options_check_format(&o, false, &err));
	CHECK_HAS(err.text, "coverage=flags");
	anycov_options_free(&o);
	result_of(&o, "coverage=trace-pc;gated-trace-callbacks");
	CHECK(anycov_options_check_format(&o, false, &err));
	CHECK_HAS(err.text, "gated-trace-callbacks");
	anycov_options_free(&o);
}

TEST(a_gate_needs_calls)
{
	check_rejected("coverage=inline-8bit-counters;gated-trace-callbacks", "gated",
		       "trace-pc-guard");
}

TEST(the_help_lists_every_keyword_and_the_defaults)
{
	static const char *const parts[] = { "coverage=",
					     "func:",
					     "bb:",
					     "edge:",
					     "no-prune:",
					     "prune=",
					     "none:",
					     "dom:",
					     "lossless:",
					     "hooks=",
					     "c:",
					     "lean:",
					     "flags=",
					     "set:",
					     "test:",
					     "fuzzer=",
					     "gated-trace-callbacks",
					     "drop-ctors",
					     "stack-depth-callback-min=",
					     "allowlist=",
					     "ignorelist=",
					     "skip-sections=",
					     "verbose",
					     "default with trace-pc",
					     "default with guards",
					     "(default)" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		CHECK_HAS(anycov_options_help(), parts[i]);
}

TEST(fuzzer_is_a_short_name)
{
	struct anycov_options o;

	result_of(&o, "coverage=trace-pc;fuzzer=afl-cmplog");
	CHECK_STR(o.fuzzer, "afl-cmplog");
	anycov_options_free(&o);
	result_of(&o, "coverage=trace-pc");
	CHECK_STR(o.fuzzer, "");
	anycov_options_free(&o);
	check_rejected("coverage=trace-pc;fuzzer=", "requires a value", "small letters");
	check_rejected("coverage=trace-pc;fuzzer=a.b", "'a.b'", "fuzzer=afl");
	check_rejected("coverage=trace-pc;fuzzer=a,comdat", "'a,comdat'", "fuzzer=afl");
	result_of(&o, "coverage=trace-pc;fuzzer=a234567890123456789012345678901");
	anycov_options_free(&o);
	check_rejected("coverage=trace-pc;fuzzer=a2345678901234567890123456789012", "at most 31",
		       "fuzzer=afl");
}

TEST(place_early_requires_probes_in_blocks)
{
	struct anycov_options o;

	anycov_options_init(&o);
	CHECK_EQ(anycov_options_parse(&o, "coverage=trace-pc;place=early", &err), 0);
	CHECK_EQ(anycov_options_finish(&o, &err), 0);
	CHECK_EQ(o.place, ANYCOV_SOURCE_EARLY);
	anycov_options_free(&o);
	anycov_options_init(&o);
	CHECK_EQ(anycov_options_set(&o, "place", "soon", &err), -1);
	CHECK_STR(err.text, "place=: unknown keyword 'soon'; valid keywords are late early parsed");
	CHECK_EQ(anycov_options_parse(&o, "coverage=func,trace-pc;place=early", &err), 0);
	CHECK_EQ(anycov_options_finish(&o, &err), -1);
	CHECK_HAS(err.text, "place=early requires block coverage");
	anycov_options_free(&o);
}

TEST(every_option_has_a_key_that_is_listed)
{
	CHECK_EQ(anycov_option_count(), 20);
	for (unsigned i = 0; i < anycov_option_count(); i++) {
		struct anycov_options o;

		anycov_options_init(&o);
		CHECK_HAS(anycov_options_help(), anycov_option_key(i));
		err.text[0] = '\0';
		anycov_options_set(&o, anycov_option_key(i), NULL, &err);
		CHECK(!strstr(err.text, "unknown option"));
		anycov_options_free(&o);
	}
	CHECK_STR(anycov_option_key(0), "coverage");
}

TEST(mutated_options_do_not_crash_and_failures_have_a_text)
{
	static const char seed_text[] = "coverage=trace-pc,trace-cmp,bb;prune=dom;hooks=c;verbose;"
					"skip-sections=.noinstr.text,.init.*;allowlist=/dev/null";
	static const char alphabet[] = ",;=* []{}\\-abcdeprtu\n\xff";
	uint64_t seed = 41;

	for (int i = 0; i < 50000; i++) {
		char text[sizeof(seed_text)];
		struct anycov_options o;
		unsigned edits = 1 + unit_below(&seed, 4);
		int rc;

		memcpy(text, seed_text, sizeof(text));
		while (edits--)
			text[unit_below(&seed, sizeof(text) - 1)] =
				alphabet[unit_below(&seed, sizeof(alphabet) - 1)];
		anycov_options_init(&o);
		err.text[0] = '\0';
		rc = anycov_options_parse(&o, text, &err);
		if (!rc)
			rc = anycov_options_finish(&o, &err);
		CHECK_EQ(rc != 0, err.text[0] != '\0');
		anycov_options_free(&o);
	}
}

RUN_TESTS(RUN(the_default_level_depends_on_the_kind_of_coverage), RUN(trace_cmp_works_alone),
	  RUN(options_may_be_separated_by_semicolons_or_blanks),
	  RUN(the_parser_accepts_every_keyword), RUN(each_keyword_has_its_own_bit),
	  RUN(an_unknown_keyword_is_rejected), RUN(an_unknown_option_is_rejected),
	  RUN(a_keyword_that_resembles_no_prune_is_rejected), RUN(an_empty_keyword_is_rejected),
	  RUN(an_option_without_its_value_is_rejected), RUN(a_duplicate_keyword_is_rejected),
	  RUN(repeated_flags_are_accepted), RUN(conflicting_keywords_are_rejected),
	  RUN(keywords_without_effect_are_rejected), RUN(flags_take_level_and_prune_like_trace_pc),
	  RUN(an_unreadable_list_is_rejected),
	  RUN(lists_and_sections_of_repeated_options_are_joined),
	  RUN(a_malformed_section_glob_is_rejected), RUN(switches_take_one_and_zero),
	  RUN(a_number_of_bytes_is_a_number), RUN(tables_need_an_elf_object),
	  RUN(a_gate_needs_calls), RUN(the_help_lists_every_keyword_and_the_defaults),
	  RUN(fuzzer_is_a_short_name), RUN(place_early_requires_probes_in_blocks),
	  RUN(every_option_has_a_key_that_is_listed),
	  RUN(mutated_options_do_not_crash_and_failures_have_a_text))
