/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * All option keywords, defaults and error texts about options.  The tables below
 * generate the help text and the lists of valid keywords as well, so the three always
 * agree.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/hook_table.h"
#include "common/options/glob.h"
#include "common/options/options.h"
#include "common/options/special_case_list.h"

/* X(keyword, its value, meaning in the help) */
#define COVERAGE_KEYWORDS(X)                                                                       \
	X("trace-pc", ANYCOV_COV_TRACE_PC, "a call for each block")                                \
	X("flags", ANYCOV_COV_FLAGS, "one store to a byte of its own for each block, no call")     \
	X("trace-pc-guard", ANYCOV_COV_TRACE_PC_GUARD, "a call with a guard for each edge")        \
	X("trace-cmp", ANYCOV_COV_TRACE_CMP,                                                       \
	  "a call with both operands for each comparison, and one for each switch")                \
	X("trace-routines", ANYCOV_COV_ROUTINES,                                                   \
	  "a call of AFL++'s CmpLog for each call with two pointers")                              \
	X("trace-div", ANYCOV_COV_TRACE_DIV, "a call for each division")                           \
	X("trace-gep", ANYCOV_COV_TRACE_GEP, "a call for each array index")                        \
	X("trace-loads", ANYCOV_COV_TRACE_LOADS, "a call for each load")                           \
	X("trace-stores", ANYCOV_COV_TRACE_STORES, "a call for each store")                        \
	X("indirect-calls", ANYCOV_COV_INDIRECT_CALLS,                                             \
	  "a call with the callee for each indirect call")                                         \
	X("inline-8bit-counters", ANYCOV_COV_COUNTERS, "a counter for each edge, without a call")  \
	X("inline-bool-flag", ANYCOV_COV_BOOLS, "a flag for each edge, without a call")            \
	X("pc-table", ANYCOV_COV_PC_TABLE, "a table of the PCs of guards, counters or bool flags") \
	X("control-flow", ANYCOV_COV_CONTROL_FLOW, "a table of blocks, successors and callees")    \
	X("stack-depth", ANYCOV_COV_STACK_DEPTH, "the greatest depth of the stack")                \
	X("trace-pc-entry-exit", ANYCOV_COV_ENTRY_EXIT, "a call at each function's entry and exits")

#define LEVEL_KEYWORDS(X)                                                                          \
	X("func", ANYCOV_LEVEL_FUNC, "function entries only")                                      \
	X("bb", ANYCOV_LEVEL_BB, "basic blocks (default with trace-pc and flags)")                 \
	X("edge", ANYCOV_LEVEL_EDGE,                                                               \
	  "basic blocks and critical edges (default with guards, counters, bool flags)")

#define PRUNE_KEYWORDS(X)                                                                          \
	X("none", ANYCOV_PRUNE_NONE, "a probe in every block (default)")                           \
	X("dom", ANYCOV_PRUNE_DOM, "clang's pruning; the coverage of some blocks becomes unknown") \
	X("lossless", ANYCOV_PRUNE_LOSSLESS, "the lowest-cost probes that determine every block")

#define HOOKS_KEYWORDS(X)                                                                          \
	X("c", ANYCOV_HOOKS_C, "hooks are C functions (default)")                                  \
	X("lean", ANYCOV_HOOKS_LEAN, "hooks preserve nearly all registers")

#define COUNTERS_KEYWORDS(X)                                                                       \
	X("wrap", ANYCOV_COUNTERS_WRAP, "255 is followed by 0, as clang's (default)")              \
	X("never-zero", ANYCOV_COUNTERS_NEVER_ZERO, "255 is followed by 1, as AFL++'s")

#define FLAGS_KEYWORDS(X)                                                                          \
	X("set", ANYCOV_FLAGS_SET, "store without a look (default)")                               \
	X("test", ANYCOV_FLAGS_TEST, "store if not set: for threads that share cache lines")

#define SITES_KEYWORDS(X)                                                                          \
	X("store", ANYCOV_SITES_STORE, "code stores the flag each time (default)")                 \
	X("trap", ANYCOV_SITES_TRAP,                                                               \
	  "no code; the program puts a breakpoint there until the first hit")

#define MAP_KEYWORDS(X)                                                                            \
	X("code", ANYCOV_MAP_CODE, "kept or dropped with their function (default)")                \
	X("kernel", ANYCOV_MAP_KERNEL, "in a section that Linux's linker scripts keep")            \
	X("none", ANYCOV_MAP_NONE, "nowhere: objects are smaller, and have no report")

#define PLACE_KEYWORDS(X)                                                                          \
	X("late", ANYCOV_SOURCE_LATE, "blocks of the final code (default)")                        \
	X("early", ANYCOV_SOURCE_EARLY, "blocks of the source, before inlining and optimization")  \
	X("parsed", ANYCOV_SOURCE_PARSED, "the same, but as GCC's parser optimizes them")

#define COMPARES_KEYWORDS(X)                                                                       \
	X("all", ANYCOV_COMPARES_ALL,                                                              \
	  "of integers, pointers and floating-point numbers (default)")                            \
	X("integers", ANYCOV_COMPARES_INTEGERS,                                                    \
	  "of integers and pointers: most fuzzers define no hook for others")

#define LINE_TABLES_KEYWORDS(X)                                                                    \
	X("all", ANYCOV_LINE_TABLES_ALL, "all instructions (default)")                             \
	X("calls", ANYCOV_LINE_TABLES_CALLS, "calls, which a report needs; takes clang less time")

#define OPTION_KEYS(X)                                                                             \
	X("coverage", KEY_COVERAGE, "")                                                            \
	X("prune", KEY_PRUNE, "")                                                                  \
	X("place", KEY_PLACE, "")                                                                  \
	X("compares", KEY_COMPARES, "")                                                            \
	X("hooks", KEY_HOOKS, "")                                                                  \
	X("counters", KEY_COUNTERS, "")                                                            \
	X("flags", KEY_FLAGS, "")                                                                  \
	X("sites", KEY_SITES, "")                                                                  \
	X("mcdc", KEY_MCDC, "")                                                                    \
	X("keep-branches", KEY_KEEP_BRANCHES, "")                                                  \
	X("fuzzer", KEY_FUZZER, "")                                                                \
	X("gated-trace-callbacks", KEY_GATED, "")                                                  \
	X("drop-ctors", KEY_DROP_CTORS, "")                                                        \
	X("stack-depth-callback-min", KEY_STACK_MIN, "")                                           \
	X("allowlist", KEY_ALLOWLIST, "")                                                          \
	X("ignorelist", KEY_IGNORELIST, "")                                                        \
	X("skip-sections", KEY_SKIP_SECTIONS, "")                                                  \
	X("map", KEY_MAP, "")                                                                      \
	X("line-tables", KEY_LINE_TABLES, "")                                                      \
	X("verbose", KEY_VERBOSE, "")

#define NO_PRUNE "no-prune"

enum key {
	KEY_COVERAGE,
	KEY_PRUNE,
	KEY_PLACE,
	KEY_COMPARES,
	KEY_HOOKS,
	KEY_COUNTERS,
	KEY_FLAGS,
	KEY_SITES,
	KEY_MCDC,
	KEY_KEEP_BRANCHES,
	KEY_FUZZER,
	KEY_GATED,
	KEY_DROP_CTORS,
	KEY_STACK_MIN,
	KEY_ALLOWLIST,
	KEY_IGNORELIST,
	KEY_SKIP_SECTIONS,
	KEY_MAP,
	KEY_LINE_TABLES,
	KEY_VERBOSE
};

struct keyword {
	const char *text;
	uint32_t value;
};

#define ROW(text, value, meaning) { text, value },
static const struct keyword coverage_keywords[] = { COVERAGE_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword level_keywords[] = { LEVEL_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword prune_keywords[] = { PRUNE_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword hooks_keywords[] = { HOOKS_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword counters_keywords[] = { COUNTERS_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword flags_keywords[] = { FLAGS_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword sites_keywords[] = { SITES_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword place_keywords[] = { PLACE_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword compares_keywords[] = { COMPARES_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword map_keywords[] = { MAP_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword line_tables_keywords[] = { LINE_TABLES_KEYWORDS(ROW){ NULL, 0 } };
static const struct keyword option_keys[] = { OPTION_KEYS(ROW){ NULL, 0 } };

#define NAME(text, value, meaning) " " text
#define HELP(text, value, meaning) "    " text ": " meaning "\n"

static const char coverage_names[] = LEVEL_KEYWORDS(NAME) COVERAGE_KEYWORDS(NAME) " " NO_PRUNE;
static const char prune_names[] = PRUNE_KEYWORDS(NAME);
static const char hooks_names[] = HOOKS_KEYWORDS(NAME);
static const char counters_names[] = COUNTERS_KEYWORDS(NAME);
static const char flags_names[] = FLAGS_KEYWORDS(NAME);
static const char sites_names[] = SITES_KEYWORDS(NAME);
static const char place_names[] = PLACE_KEYWORDS(NAME);
static const char compares_names[] = COMPARES_KEYWORDS(NAME);
static const char map_names[] = MAP_KEYWORDS(NAME);
static const char line_tables_names[] = LINE_TABLES_KEYWORDS(NAME);
static const char key_names[] = OPTION_KEYS(NAME);

/* clang-format breaks strings that contain macros. */
/* clang-format off */
static const char help_text[] =
	"coverage=KEYWORD,...  what to record; required\n"
	COVERAGE_KEYWORDS(HELP)
	"  and the level of the probes:\n"
	LEVEL_KEYWORDS(HELP)
	"    " NO_PRUNE ": the same as prune=none\n"
	"prune=KEYWORD  which blocks get no probe\n"
	PRUNE_KEYWORDS(HELP)
	"place=KEYWORD  which blocks a report shows\n"
	PLACE_KEYWORDS(HELP)
	"compares=KEYWORD  which comparisons trace-cmp records\n"
	COMPARES_KEYWORDS(HELP)
	"hooks=KEYWORD  how probes call hooks\n"
	HOOKS_KEYWORDS(HELP)
	"counters=KEYWORD  how inline-8bit-counters count\n"
	COUNTERS_KEYWORDS(HELP)
	"flags=KEYWORD  how coverage=flags stores\n"
	FLAGS_KEYWORDS(HELP)
	"sites=KEYWORD  what sets the flags of coverage=flags\n"
	SITES_KEYWORDS(HELP)
	"mcdc  record what shows MC/DC of each decision, with place=early (default: only\n"
	"    what edges show)\n"
	"keep-branches  keep conditions apart that optimizers would merge or make selects of, so\n"
	"    that each is an edge (default: optimize them)\n"
	"fuzzer=NAME  what the object is for: objects with different names do not link (default:\n"
	"    anything)\n"
	"gated-trace-callbacks  call hooks only if a variable is nonzero (default: always)\n"
	"drop-ctors  emit no constructors for guards, counters and tables (default: emit them)\n"
	"stack-depth-callback-min=N  stack-depth by a call, in functions with N bytes of\n"
	"    variables or more (default: inline, in all)\n"
	"allowlist=FILE  instrument only functions that match both a src: and a fun: entry\n"
	"    (default: all)\n"
	"ignorelist=FILE  skip functions that match a src: or a fun: entry (default: none)\n"
	"skip-sections=GLOB,...  skip functions in these sections (default: none)\n"
	"map=KEYWORD  where map records of probes and blocks are stored\n"
	MAP_KEYWORDS(HELP)
	"line-tables=KEYWORD  what has a line, of clang's code with line tables (-g1) and no\n"
	"    other debug information\n"
	LINE_TABLES_KEYWORDS(HELP)
	"verbose  report instrumented functions, and skipped ones with the reason (default: off)\n";
/* clang-format on */

unsigned anycov_option_count(void)
{
	return sizeof(option_keys) / sizeof(*option_keys) - 1;
}

const char *anycov_option_key(unsigned i)
{
	return option_keys[i].text;
}

const char *anycov_options_help(void)
{
	return help_text;
}

void anycov_options_init(struct anycov_options *o)
{
	memset(o, 0, sizeof(*o));
}

void anycov_options_free(struct anycov_options *o)
{
	anycov_list_free(o->allow);
	anycov_list_free(o->ignore);
	for (unsigned i = 0; i < o->n_skip_sections; i++)
		free(o->skip_sections[i]);
	free(o->skip_sections);
	anycov_options_init(o);
}

/* Limits the length of a user's text in an error. */
static int shown(size_t n)
{
	return n > 200 ? 200 : (int)n;
}

static const struct keyword *find(const struct keyword *list, const char *text, size_t n)
{
	for (; list->text; list++)
		if (strlen(list->text) == n && !memcmp(list->text, text, n))
			return list;
	return NULL;
}

static const char *keyword_of(const struct keyword *list, uint32_t value)
{
	while (list->text && list->value != value)
		list++;
	return list->text ? list->text : "?";
}

static int set_level(struct anycov_options *o, const struct keyword *k, struct anycov_error *err)
{
	if (o->level != ANYCOV_LEVEL_DEFAULT && o->level != k->value)
		return anycov_error_set(err, "coverage=: '%s' conflicts with '%s'; keep one of%s",
					k->text, keyword_of(level_keywords, o->level),
					" func bb edge");
	o->level = (enum anycov_level)k->value;
	return 0;
}

static int set_no_prune(struct anycov_options *o, struct anycov_error *err)
{
	if (o->prune_given && o->prune != ANYCOV_PRUNE_NONE)
		return anycov_error_set(err,
					"coverage=: 'no-prune' conflicts with prune=%s; "
					"remove one of them (prune= takes%s)",
					keyword_of(prune_keywords, o->prune), prune_names);
	o->no_prune = true;
	return 0;
}

/* Bits for keywords that the value already contained. */
#define SEEN_LEVEL(level) (1u << (16 + (level)))
#define SEEN_NO_PRUNE (1u << 31)

static int set_coverage_keyword(struct anycov_options *o, const char *text, size_t n,
				uint32_t *seen, struct anycov_error *err)
{
	const struct keyword *k = find(coverage_keywords, text, n);
	const struct keyword *l = find(level_keywords, text, n);
	bool no_prune = n == strlen(NO_PRUNE) && !memcmp(text, NO_PRUNE, n);
	uint32_t bit = k ? k->value : l ? SEEN_LEVEL(l->value) : SEEN_NO_PRUNE;

	if (!n)
		return anycov_error_set(err, "coverage=: empty keyword; valid keywords are%s",
					coverage_names);
	if (!k && !l && !no_prune)
		return anycov_error_set(err,
					"coverage=: unknown keyword '%.*s'; valid keywords are%s",
					shown(n), text, coverage_names);
	if (*seen & bit)
		return anycov_error_set(err, "coverage=: duplicate keyword '%.*s'; write it once",
					shown(n), text);
	*seen |= bit;
	if (k)
		o->coverage |= k->value;
	else if (l)
		return set_level(o, l, err);
	else
		return set_no_prune(o, err);
	return 0;
}

static int set_coverage(struct anycov_options *o, const char *value, struct anycov_error *err)
{
	uint32_t seen = 0;

	for (;;) {
		size_t n = strcspn(value, ",");

		if (set_coverage_keyword(o, value, n, &seen, err))
			return -1;
		if (!value[n])
			return 0;
		value += n + 1;
	}
}

/* Returns the keyword that an option's value is, or NULL with err filled. */
static const struct keyword *one_of(const char *option, const struct keyword *keywords,
				    const char *names, const char *value, struct anycov_error *err)
{
	const struct keyword *k = find(keywords, value, strlen(value));

	if (!k)
		anycov_error_set(err, "%s=: unknown keyword '%.*s'; valid keywords are%s", option,
				 shown(strlen(value)), value, names);
	return k;
}

static int set_prune(struct anycov_options *o, const char *value, struct anycov_error *err)
{
	const struct keyword *k = one_of("prune", prune_keywords, prune_names, value, err);

	if (!k)
		return -1;
	if (o->prune_given && o->prune != k->value)
		return anycov_error_set(err, "prune=%s conflicts with prune=%s; keep one of%s",
					k->text, keyword_of(prune_keywords, o->prune), prune_names);
	if (o->no_prune && k->value != ANYCOV_PRUNE_NONE)
		return anycov_error_set(err,
					"prune=%s conflicts with 'no-prune' in coverage=; "
					"remove one of them (prune= takes%s)",
					k->text, prune_names);
	o->prune = (enum anycov_prune)k->value;
	o->prune_given = true;
	return 0;
}

/* Defines a function that sets an option to one of its keywords. */
#define SETS_ONE_OF(member, type, option)                                                          \
	static int set_##member(struct anycov_options *o, const char *value,                       \
				struct anycov_error *err)                                          \
	{                                                                                          \
		const struct keyword *k =                                                          \
			one_of(option, member##_keywords, member##_names, value, err);             \
                                                                                                   \
		if (k)                                                                             \
			o->member = (enum type)k->value;                                           \
		return k ? 0 : -1;                                                                 \
	}
SETS_ONE_OF(place, anycov_source_place, "place")
SETS_ONE_OF(compares, anycov_compares, "compares")
SETS_ONE_OF(counters, anycov_counters, "counters")
SETS_ONE_OF(flags, anycov_flags_store, "flags")
SETS_ONE_OF(sites, anycov_sites, "sites")
SETS_ONE_OF(map, anycov_map_place, "map")
SETS_ONE_OF(line_tables, anycov_line_tables, "line-tables")

static int set_hooks(struct anycov_options *o, const char *value, struct anycov_error *err)
{
	const struct keyword *k = one_of("hooks", hooks_keywords, hooks_names, value, err);

	if (!k)
		return -1;
	/* "c" is also the default, so only "lean" can conflict. */
	if (o->hooks == ANYCOV_HOOKS_LEAN && k->value != ANYCOV_HOOKS_LEAN)
		return anycov_error_set(err, "hooks=%s conflicts with hooks=lean; keep one of%s",
					k->text, hooks_names);
	o->hooks = (enum anycov_hooks)k->value;
	return 0;
}

/*
 * Sets an option that is on without a value (NULL).  Some option parsers always pass a value, so
 * 1, 0, true and false are accepted, too.
 */
static int set_switch(bool *on, const char *key, const char *value, struct anycov_error *err)
{
	if (value && strcmp(value, "1") && strcmp(value, "0") && strcmp(value, "true") &&
	    strcmp(value, "false"))
		return anycov_error_set(
			err, "%s=: unknown value '%.*s'; valid are %s alone, %s=1 and %s=0", key,
			shown(strlen(value)), value, key, key, key);
	*on = !value || *value == '1' || *value == 't';
	return 0;
}

/* A name that a section's can contain. */
static int set_fuzzer(struct anycov_options *o, const char *value, struct anycov_error *err)
{
	size_t n = strlen(value);

	if (strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789-") != n || n >= sizeof(o->fuzzer))
		return anycov_error_set(err,
					"fuzzer=: '%.*s' is not a name of at most %zu small "
					"letters, digits and '-'; write for example fuzzer=afl",
					shown(n), value, sizeof(o->fuzzer) - 1);
	memcpy(o->fuzzer, value, n + 1);
	return 0;
}

static int set_number(uint32_t *number, const char *key, const char *value,
		      struct anycov_error *err)
{
	unsigned long n = 0;
	char *end = NULL;

	errno = 0;
	if (*value >= '0' && *value <= '9')
		n = strtoul(value, &end, 10);
	if (!end || *end || errno || n > UINT32_MAX)
		return anycov_error_set(
			err, "%s=: '%.*s' is not a number of bytes; write for example %s=64", key,
			shown(strlen(value)), value, key);
	*number = (uint32_t)n;
	return 0;
}

static int add_section(struct anycov_options *o, const char *text, size_t n,
		       struct anycov_error *err)
{
	struct anycov_glob g;
	const char *wrong;
	char **bigger, *copy;

	wrong = anycov_glob_compile(&g, text, n);
	if (wrong)
		return anycov_error_set(err,
					"skip-sections=: invalid section name or glob '%.*s': %s; "
					"write for example skip-sections=.noinstr.text,.init.*",
					shown(n), text, wrong);
	anycov_glob_free(&g);
	copy = strndup(text, n);
	bigger = realloc(o->skip_sections, (o->n_skip_sections + 1) * sizeof(*bigger));
	if (bigger)
		o->skip_sections = bigger;
	if (!copy || !bigger) {
		free(copy);
		return anycov_error_set(err, "skip-sections=: out of memory");
	}
	bigger[o->n_skip_sections++] = copy;
	return 0;
}

/* Adds the names and globs of a comma list. */
static int add_sections(struct anycov_options *o, const char *value, struct anycov_error *err)
{
	for (;;) {
		size_t n = strcspn(value, ",");

		if (add_section(o, value, n, err))
			return -1;
		if (!value[n])
			return 0;
		value += n + 1;
	}
}

/* Returns the valid values of an option that requires one. */
static const char *valid_values(enum key key)
{
	switch (key) {
	case KEY_COVERAGE:
		return coverage_names;
	case KEY_PRUNE:
		return prune_names;
	case KEY_PLACE:
		return place_names;
	case KEY_COMPARES:
		return compares_names;
	case KEY_HOOKS:
		return hooks_names;
	case KEY_COUNTERS:
		return counters_names;
	case KEY_FLAGS:
		return flags_names;
	case KEY_SITES:
		return sites_names;
	case KEY_SKIP_SECTIONS:
		return " section names and globs";
	case KEY_MAP:
		return map_names;
	case KEY_LINE_TABLES:
		return line_tables_names;
	case KEY_FUZZER:
		return " words of small letters, digits and '-'";
	case KEY_STACK_MIN:
		return " numbers of bytes";
	default:
		return " file names";
	}
}

static bool is_switch(enum key key)
{
	return key == KEY_MCDC || key == KEY_KEEP_BRANCHES || key == KEY_GATED ||
	       key == KEY_DROP_CTORS || key == KEY_VERBOSE;
}

int anycov_options_set(struct anycov_options *o, const char *key, const char *value,
		       struct anycov_error *err)
{
	const struct keyword *k = find(option_keys, key, strlen(key));

	if (!k)
		return anycov_error_set(err, "unknown option '%.*s'; valid options are%s",
					shown(strlen(key)), key, key_names);
	if ((!value || !*value) && !is_switch((enum key)k->value))
		return anycov_error_set(err, "%s= requires a value; valid values are%s", key,
					valid_values((enum key)k->value));
	switch ((enum key)k->value) {
	case KEY_COVERAGE:
		return set_coverage(o, value, err);
	case KEY_PRUNE:
		return set_prune(o, value, err);
	case KEY_PLACE:
		return set_place(o, value, err);
	case KEY_COMPARES:
		return set_compares(o, value, err);
	case KEY_HOOKS:
		return set_hooks(o, value, err);
	case KEY_COUNTERS:
		return set_counters(o, value, err);
	case KEY_FLAGS:
		return set_flags(o, value, err);
	case KEY_SITES:
		return set_sites(o, value, err);
	case KEY_MCDC:
		return set_switch(&o->mcdc, key, value, err);
	case KEY_KEEP_BRANCHES:
		return set_switch(&o->keep_branches, key, value, err);
	case KEY_FUZZER:
		return set_fuzzer(o, value, err);
	case KEY_GATED:
		return set_switch(&o->gated, key, value, err);
	case KEY_DROP_CTORS:
		return set_switch(&o->drop_ctors, key, value, err);
	case KEY_STACK_MIN:
		return set_number(&o->stack_depth_min, key, value, err);
	case KEY_ALLOWLIST:
		return anycov_list_load(&o->allow, value, err);
	case KEY_IGNORELIST:
		return anycov_list_load(&o->ignore, value, err);
	case KEY_SKIP_SECTIONS:
		return add_sections(o, value, err);
	case KEY_MAP:
		return set_map(o, value, err);
	case KEY_LINE_TABLES:
		return set_line_tables(o, value, err);
	case KEY_VERBOSE:
		return set_switch(&o->verbose, key, value, err);
	}
	return -1;
}

int anycov_options_parse(struct anycov_options *o, const char *text, struct anycov_error *err)
{
	static const char separators[] = "; \t\r\n";
	char *copy = strdup(text), *p = copy;
	int rc = 0;

	if (!copy)
		return anycov_error_set(err, "out of memory");
	for (p += strspn(p, separators); *p && !rc; p += strspn(p, separators)) {
		size_t n = strcspn(p, separators);
		bool last = !p[n];
		char *equals;

		p[n] = '\0';
		equals = strchr(p, '=');
		if (equals)
			*equals = '\0';
		rc = anycov_options_set(o, p, equals ? equals + 1 : NULL, err);
		p += last ? n : n + 1;
	}
	free(copy);
	return rc;
}

/* Kinds that insert only calls. */
#define CALL_KINDS                                                                                 \
	(ANYCOV_COV_TRACE_PC | ANYCOV_COV_TRACE_PC_GUARD | ANYCOV_COV_ENTRY_EXIT |                 \
	 ANYCOV_COV_TRACE_CMP | ANYCOV_COV_TRACE_DIV | ANYCOV_COV_TRACE_GEP |                      \
	 ANYCOV_COV_TRACE_LOADS | ANYCOV_COV_TRACE_STORES | ANYCOV_COV_INDIRECT_CALLS |            \
	 ANYCOV_COV_ROUTINES)

/* Rejects keywords that have no effect without another one. */
static int check_effect(const struct anycov_options *o, struct anycov_error *err)
{
	bool blocks = o->coverage & ANYCOV_PROBE_KINDS;
	bool prunable = blocks || (o->coverage & ANYCOV_COV_TRACE_CMP);

	if (!o->coverage && o->level == ANYCOV_LEVEL_DEFAULT && !o->no_prune)
		return anycov_error_set(err,
					"coverage= is required; write for example "
					"coverage=trace-pc (valid keywords are%s)",
					coverage_names);
	if (!blocks && o->level != ANYCOV_LEVEL_DEFAULT)
		return anycov_error_set(
			err,
			"coverage=%s sets only the level; add one of trace-pc flags "
			"trace-pc-guard inline-8bit-counters inline-bool-flag",
			keyword_of(level_keywords, o->level));
	if (!prunable && o->no_prune)
		return anycov_error_set(
			err,
			"coverage=no-prune has no effect; add one of trace-pc flags trace-cmp");
	if (!blocks && o->prune == ANYCOV_PRUNE_LOSSLESS)
		return anycov_error_set(err, "prune=lossless requires block coverage; "
					     "add trace-pc or flags to coverage=");
	if (!prunable && o->prune == ANYCOV_PRUNE_DOM)
		return anycov_error_set(err, "prune=dom has no effect; add one of trace-pc flags "
					     "trace-cmp to coverage=");
	if (o->compares != ANYCOV_COMPARES_ALL && !(o->coverage & ANYCOV_COV_TRACE_CMP))
		return anycov_error_set(err,
					"compares=%s has no effect; add trace-cmp to coverage=",
					keyword_of(compares_keywords, o->compares));
	if (o->place != ANYCOV_SOURCE_LATE && (!blocks || o->level == ANYCOV_LEVEL_FUNC))
		return anycov_error_set(err,
					"place=%s requires block coverage; add one of "
					"trace-pc flags to coverage=, without func",
					keyword_of(place_keywords, o->place));
	if (o->mcdc && o->place == ANYCOV_SOURCE_LATE)
		return anycov_error_set(err, "mcdc requires place=early, which knows the decisions "
					     "of the source; add it");
	if (o->gated && !(o->coverage & CALL_KINDS))
		return anycov_error_set(err,
					"gated-trace-callbacks has no effect without hook calls; "
					"add one of trace-pc trace-pc-guard trace-cmp");
	if (o->stack_depth_min && !(o->coverage & ANYCOV_COV_STACK_DEPTH))
		return anycov_error_set(err, "stack-depth-callback-min= has no effect; "
					     "add stack-depth to coverage=");
	if ((o->coverage & ANYCOV_COV_PC_TABLE) && !(o->coverage & ANYCOV_EDGE_KINDS))
		return anycov_error_set(
			err, "coverage=pc-table requires guards, counters or bool flags; add one "
			     "of trace-pc-guard inline-8bit-counters inline-bool-flag");
	return 0;
}

/* Rejects how to count or store where nothing does so. */
static int check_stores(const struct anycov_options *o, struct anycov_error *err)
{
	if (o->counters != ANYCOV_COUNTERS_WRAP && !(o->coverage & ANYCOV_COV_COUNTERS))
		return anycov_error_set(err,
					"counters=%s has no effect; add inline-8bit-counters to "
					"coverage=",
					keyword_of(counters_keywords, o->counters));
	if (o->flags != ANYCOV_FLAGS_SET && !(o->coverage & ANYCOV_COV_FLAGS))
		return anycov_error_set(err, "flags=%s has no effect; add flags to coverage=",
					keyword_of(flags_keywords, o->flags));
	if (o->sites != ANYCOV_SITES_STORE && !(o->coverage & ANYCOV_COV_FLAGS))
		return anycov_error_set(err, "sites=%s has no effect; add flags to coverage=",
					keyword_of(sites_keywords, o->sites));
	if (o->sites != ANYCOV_SITES_STORE && o->flags != ANYCOV_FLAGS_SET)
		return anycov_error_set(err, "sites=%s conflicts with flags=%s; remove one of them",
					keyword_of(sites_keywords, o->sites),
					keyword_of(flags_keywords, o->flags));
	return 0;
}

/* Rejects what only a map gives a meaning to. */
static int check_map(const struct anycov_options *o, struct anycov_error *err)
{
	if (o->map != ANYCOV_MAP_NONE)
		return 0;
	if (o->coverage & ANYCOV_COV_FLAGS)
		return anycov_error_set(err, "map=none conflicts with coverage=flags, which only "
					     "the map describes; remove one of them");
	if (o->place != ANYCOV_SOURCE_LATE)
		return anycov_error_set(err,
					"map=none conflicts with place=%s, whose blocks "
					"only the map describes; remove one of them",
					keyword_of(place_keywords, o->place));
	return 0;
}

/* Kinds whose tables need sections that the linker concatenates and that are kept or
 * dropped with code, as those of ELF. */
#define TABLE_KINDS                                                                                \
	(ANYCOV_EDGE_KINDS | ANYCOV_COV_FLAGS | ANYCOV_COV_PC_TABLE | ANYCOV_COV_CONTROL_FLOW)

int anycov_options_check_format(const struct anycov_options *o, bool elf, struct anycov_error *err)
{
	if (elf)
		return 0;
	for (const struct keyword *k = coverage_keywords; k->text; k++)
		if (o->coverage & k->value & TABLE_KINDS)
			return anycov_error_set(
				err,
				"coverage=%s requires an ELF target; use trace-pc or an ELF target",
				k->text);
	if (o->gated)
		return anycov_error_set(err, "gated-trace-callbacks requires an ELF target; "
					     "remove it or use an ELF target");
	return 0;
}

int anycov_options_check_place(const struct anycov_options *o, bool is_elf,
			       struct anycov_error *err)
{
	if (o->place == ANYCOV_SOURCE_LATE || is_elf)
		return 0;
	return anycov_error_set(err,
				"place=%s requires an ELF target; use place=late, "
				"or an ELF target",
				keyword_of(place_keywords, o->place));
}

int anycov_options_check_decisions(const struct anycov_options *o, bool sees_decisions,
				   struct anycov_error *err)
{
	if (!o->mcdc || sees_decisions)
		return 0;
	return anycov_error_set(err, "mcdc requires GCC, or clang with -fno-discard-value-names; "
				     "add that, or remove mcdc");
}

int anycov_options_finish(struct anycov_options *o, struct anycov_error *err)
{
	if (check_effect(o, err) || check_stores(o, err) || check_map(o, err))
		return -1;
	if (o->level == ANYCOV_LEVEL_DEFAULT)
		o->level = (o->coverage & ANYCOV_EDGE_KINDS) ? ANYCOV_LEVEL_EDGE : ANYCOV_LEVEL_BB;
	return 0;
}

bool anycov_options_has_ctors(const struct anycov_options *o)
{
	return (o->coverage & ANYCOV_EDGE_KINDS) != 0;
}

bool anycov_options_has_table(const struct anycov_options *o, unsigned table)
{
	static const uint32_t words[ANYCOV_N_TABLES] = {
		[ANYCOV_TABLE_GUARDS] = ANYCOV_COV_TRACE_PC_GUARD,
		[ANYCOV_TABLE_COUNTERS] = ANYCOV_COV_COUNTERS,
		[ANYCOV_TABLE_BOOLS] = ANYCOV_COV_BOOLS,
		[ANYCOV_TABLE_PCS] = ANYCOV_COV_PC_TABLE,
		[ANYCOV_TABLE_CFS] = ANYCOV_COV_CONTROL_FLOW,
		[ANYCOV_TABLE_FLAGS] = ANYCOV_COV_FLAGS,
	};

	return (o->coverage & words[table]) != 0;
}

bool anycov_options_probe_entry(const struct anycov_options *o)
{
	return (o->coverage & (ANYCOV_EDGE_KINDS | ANYCOV_COV_ENTRY_EXIT)) != 0;
}

unsigned anycov_options_map_section(const struct anycov_options *o)
{
	return o->map == ANYCOV_MAP_KERNEL ? ANYCOV_SECTION_MAP_KERNEL : ANYCOV_SECTION_MAP_UNTIED;
}
