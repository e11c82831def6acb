/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Every word, every default and every error text about options.  The tables
 * below also make the help text and the lists of valid words, so that the three
 * cannot disagree.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "anycov/hook_table.h"
#include "common/glob.h"
#include "common/options.h"
#include "common/special_case_list.h"

/* X(word, its value, meaning in the help) */
#define COVERAGE_WORDS(X)                                                                          \
	X("trace-pc", ANYCOV_COV_TRACE_PC, "a call for each block")                                \
	X("trace-pc-guard", ANYCOV_COV_TRACE_PC_GUARD,                                             \
	  "a call with a number of its own for each edge")                                         \
	X("trace-cmp", ANYCOV_COV_TRACE_CMP,                                                       \
	  "a call with both operands for each comparison, and one for each switch")                \
	X("trace-div", ANYCOV_COV_TRACE_DIV, "a call for each division")                           \
	X("trace-gep", ANYCOV_COV_TRACE_GEP, "a call for each array index")                        \
	X("trace-loads", ANYCOV_COV_TRACE_LOADS, "a call for each load")                           \
	X("trace-stores", ANYCOV_COV_TRACE_STORES, "a call for each store")                        \
	X("indirect-calls", ANYCOV_COV_INDIRECT_CALLS,                                             \
	  "a call with the callee for each indirect call")                                         \
	X("inline-8bit-counters", ANYCOV_COV_COUNTERS, "a counter for each edge, without a call")  \
	X("inline-bool-flag", ANYCOV_COV_BOOLS, "a flag for each edge, without a call")            \
	X("pc-table", ANYCOV_COV_PC_TABLE,                                                         \
	  "a table of the addresses behind guards, counters or flags")                             \
	X("control-flow", ANYCOV_COV_CONTROL_FLOW, "a table of blocks, successors and callees")    \
	X("stack-depth", ANYCOV_COV_STACK_DEPTH, "the deepest stack")                              \
	X("trace-pc-entry-exit", ANYCOV_COV_ENTRY_EXIT,                                            \
	  "a call at each function's entry and exits")

#define LEVEL_WORDS(X)                                                                             \
	X("func", ANYCOV_LEVEL_FUNC, "probes at function entries only")                            \
	X("bb", ANYCOV_LEVEL_BB, "probes in blocks (default with trace-pc)")                       \
	X("edge", ANYCOV_LEVEL_EDGE,                                                               \
	  "critical edges get blocks of their own (default with guards, counters, flags)")

#define PRUNE_WORDS(X)                                                                             \
	X("none", ANYCOV_PRUNE_NONE, "a probe in every block (default)")                           \
	X("dom", ANYCOV_PRUNE_DOM, "clang's own rule: fewer probes, some blocks untold")           \
	X("lossless", ANYCOV_PRUNE_LOSSLESS,                                                       \
	  "the cheapest probes that still tell of every block")

#define HOOKS_WORDS(X)                                                                             \
	X("c", ANYCOV_HOOKS_C, "hooks are plain C functions (default)")                            \
	X("lean", ANYCOV_HOOKS_LEAN, "hooks preserve nearly every register")

#define MAP_WORDS(X)                                                                               \
	X("code", ANYCOV_MAP_CODE, "tied to the code that it tells of (default)")                  \
	X("kernel", ANYCOV_MAP_KERNEL, "in a section that Linux's linker scripts keep")

#define KEY_WORDS(X)                                                                               \
	X("coverage", KEY_COVERAGE, "")                                                            \
	X("prune", KEY_PRUNE, "")                                                                  \
	X("hooks", KEY_HOOKS, "")                                                                  \
	X("gated-trace-callbacks", KEY_GATED, "")                                                  \
	X("drop-ctors", KEY_DROP_CTORS, "")                                                        \
	X("stack-depth-callback-min", KEY_STACK_MIN, "")                                           \
	X("allowlist", KEY_ALLOWLIST, "")                                                          \
	X("ignorelist", KEY_IGNORELIST, "")                                                        \
	X("skip-sections", KEY_SKIP_SECTIONS, "")                                                  \
	X("map", KEY_MAP, "")                                                                      \
	X("verbose", KEY_VERBOSE, "")

#define NO_PRUNE "no-prune"

enum key {
	KEY_COVERAGE,
	KEY_PRUNE,
	KEY_HOOKS,
	KEY_GATED,
	KEY_DROP_CTORS,
	KEY_STACK_MIN,
	KEY_ALLOWLIST,
	KEY_IGNORELIST,
	KEY_SKIP_SECTIONS,
	KEY_MAP,
	KEY_VERBOSE
};

struct word {
	const char *text;
	uint32_t value;
};

#define ROW(text, value, meaning) { text, value },
static const struct word coverage_words[] = { COVERAGE_WORDS(ROW){ NULL, 0 } };
static const struct word level_words[] = { LEVEL_WORDS(ROW){ NULL, 0 } };
static const struct word prune_words[] = { PRUNE_WORDS(ROW){ NULL, 0 } };
static const struct word hooks_words[] = { HOOKS_WORDS(ROW){ NULL, 0 } };
static const struct word map_words[] = { MAP_WORDS(ROW){ NULL, 0 } };
static const struct word key_words[] = { KEY_WORDS(ROW){ NULL, 0 } };

#define NAME(text, value, meaning) " " text
#define HELP(text, value, meaning) "    " text ": " meaning "\n"

static const char coverage_names[] = LEVEL_WORDS(NAME) COVERAGE_WORDS(NAME) " " NO_PRUNE;
static const char prune_names[] = PRUNE_WORDS(NAME);
static const char hooks_names[] = HOOKS_WORDS(NAME);
static const char map_names[] = MAP_WORDS(NAME);
static const char key_names[] = KEY_WORDS(NAME);

/* clang-format off: it does not know that a macro may be part of a string */
static const char help_text[] =
	"coverage=WORD,...  what is recorded; needed\n"
	COVERAGE_WORDS(HELP)
	"  and where:\n"
	LEVEL_WORDS(HELP)
	"    " NO_PRUNE ": the same as prune=none\n"
	"prune=WORD  which blocks need no probe\n"
	PRUNE_WORDS(HELP)
	"hooks=WORD  how a probe calls\n"
	HOOKS_WORDS(HELP)
	"gated-trace-callbacks  call only while a variable says so (default: always)\n"
	"drop-ctors  no constructors that announce guards, counters, tables (default: some)\n"
	"stack-depth-callback-min=N  stack-depth by a call, in functions with N bytes of\n"
	"    variables or more (default: inline, in all)\n"
	"allowlist=FILE  instrument only what src: and fun: entries both name (default: all)\n"
	"ignorelist=FILE  leave out what a src: or a fun: entry names (default: nothing)\n"
	"skip-sections=GLOB,...  leave out functions in these sections (default: none)\n"
	"map=WORD  where the records of sites and blocks go\n"
	MAP_WORDS(HELP)
	"verbose  say what was instrumented, and what was left out and why (default: off)\n";
/* clang-format on */

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

static const struct word *find(const struct word *words, const char *text, size_t n)
{
	for (; words->text; words++)
		if (strlen(words->text) == n && !memcmp(words->text, text, n))
			return words;
	return NULL;
}

static const char *word_of(const struct word *words, uint32_t value)
{
	while (words->text && words->value != value)
		words++;
	return words->text ? words->text : "?";
}

/* Length of a word in an error text: enough to know it by. */
static int shown(size_t n)
{
	return n > 200 ? 200 : (int)n;
}

static int set_level(struct anycov_options *o, const struct word *w, struct anycov_error *err)
{
	if (o->level != ANYCOV_LEVEL_DEFAULT && o->level != w->value)
		return anycov_fail(err, "coverage=: '%s' contradicts '%s'; keep one of%s", w->text,
				   word_of(level_words, o->level), " func bb edge");
	o->level = (enum anycov_level)w->value;
	return 0;
}

static int set_no_prune(struct anycov_options *o, struct anycov_error *err)
{
	if (o->prune_given && o->prune != ANYCOV_PRUNE_NONE)
		return anycov_fail(err,
				   "coverage=: '" NO_PRUNE "' contradicts prune=%s; drop one of "
				   "them (prune= takes%s)",
				   word_of(prune_words, o->prune), prune_names);
	o->no_prune = true;
	return 0;
}

/* Bits for "this value= has named the word already". */
#define SEEN_LEVEL(level) (1u << (16 + (level)))
#define SEEN_NO_PRUNE (1u << 31)

static int set_coverage_word(struct anycov_options *o, const char *text, size_t n, uint32_t *seen,
			     struct anycov_error *err)
{
	const struct word *w = find(coverage_words, text, n);
	const struct word *l = find(level_words, text, n);
	bool no_prune = n == strlen(NO_PRUNE) && !memcmp(text, NO_PRUNE, n);
	uint32_t bit = w ? w->value : l ? SEEN_LEVEL(l->value) : SEEN_NO_PRUNE;

	if (!n)
		return anycov_fail(err, "coverage=: a word is empty; valid words are%s",
				   coverage_names);
	if (!w && !l && !no_prune)
		return anycov_fail(err, "coverage=: unknown word '%.*s'; valid words are%s",
				   shown(n), text, coverage_names);
	if (*seen & bit)
		return anycov_fail(err,
				   "coverage=: the word '%.*s' stands there twice; write each of"
				   "%s once",
				   shown(n), text, coverage_names);
	*seen |= bit;
	if (w)
		o->coverage |= w->value;
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

		if (set_coverage_word(o, value, n, &seen, err))
			return -1;
		if (!value[n])
			return 0;
		value += n + 1;
	}
}

static int set_prune(struct anycov_options *o, const char *value, struct anycov_error *err)
{
	const struct word *w = find(prune_words, value, strlen(value));

	if (!w)
		return anycov_fail(err, "prune=: unknown word '%.*s'; valid words are%s",
				   shown(strlen(value)), value, prune_names);
	if (o->prune_given && o->prune != w->value)
		return anycov_fail(err, "prune=%s contradicts prune=%s; keep one of%s", w->text,
				   word_of(prune_words, o->prune), prune_names);
	if (o->no_prune && w->value != ANYCOV_PRUNE_NONE)
		return anycov_fail(err,
				   "prune=%s contradicts the word '" NO_PRUNE "' in coverage=; "
				   "drop one of them (prune= takes%s)",
				   w->text, prune_names);
	o->prune = (enum anycov_prune)w->value;
	o->prune_given = true;
	return 0;
}

static int set_hooks(struct anycov_options *o, const char *value, struct anycov_error *err)
{
	const struct word *w = find(hooks_words, value, strlen(value));

	if (!w)
		return anycov_fail(err, "hooks=: unknown word '%.*s'; valid words are%s",
				   shown(strlen(value)), value, hooks_names);
	/* "c" is the default as well: only "lean" can be contradicted. */
	if (o->hooks == ANYCOV_HOOKS_LEAN && w->value != ANYCOV_HOOKS_LEAN)
		return anycov_fail(err, "hooks=%s contradicts hooks=lean; keep one of%s", w->text,
				   hooks_names);
	o->hooks = (enum anycov_hooks)w->value;
	return 0;
}

static int set_map(struct anycov_options *o, const char *value, struct anycov_error *err)
{
	const struct word *w = find(map_words, value, strlen(value));

	if (!w)
		return anycov_fail(err, "map=: unknown word '%.*s'; valid words are%s",
				   shown(strlen(value)), value, map_names);
	o->map = (enum anycov_map_place)w->value;
	return 0;
}

/* An option that is on when it stands alone; 1 and 0 say so in full, because
 * some option parsers always hand over a value. */
static int set_switch(bool *on, const char *key, const char *value, struct anycov_error *err)
{
	if (value && strcmp(value, "1") && strcmp(value, "0") && strcmp(value, "true") &&
	    strcmp(value, "false"))
		return anycov_fail(err,
				   "%s=: unknown word '%.*s'; valid are %s alone, %s=1 and %s=0",
				   key, shown(strlen(value)), value, key, key, key);
	*on = !value || *value == '1' || *value == 't';
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
		return anycov_fail(err, "%s=: '%.*s' is no number of bytes; write for example %s=64",
				   key, shown(strlen(value)), value, key);
	*number = (uint32_t)n;
	return 0;
}

static int add_section(struct anycov_options *o, const char *text, size_t n,
		       struct anycov_error *err)
{
	struct anycov_glob g;
	const char *wrong;
	char **more, *copy;

	wrong = anycov_glob_compile(&g, text, n);
	if (wrong)
		return anycov_fail(err,
				   "skip-sections=: '%.*s' is no section name or glob, %s; write "
				   "for example skip-sections=.noinstr.text,.init.*",
				   shown(n), text, wrong);
	anycov_glob_free(&g);
	copy = strndup(text, n);
	more = realloc(o->skip_sections, (o->n_skip_sections + 1) * sizeof(*more));
	if (more)
		o->skip_sections = more;
	if (!copy || !more) {
		free(copy);
		return anycov_fail(err, "skip-sections=: out of memory");
	}
	more[o->n_skip_sections++] = copy;
	return 0;
}

static int set_sections(struct anycov_options *o, const char *value, struct anycov_error *err)
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

/* What an option without its value should have had. */
static const char *valid_values(enum key key)
{
	switch (key) {
	case KEY_COVERAGE:
		return coverage_names;
	case KEY_PRUNE:
		return prune_names;
	case KEY_HOOKS:
		return hooks_names;
	case KEY_SKIP_SECTIONS:
		return " section names and globs";
	case KEY_MAP:
		return map_names;
	case KEY_STACK_MIN:
		return " numbers of bytes";
	default:
		return " names of files";
	}
}

int anycov_options_set(struct anycov_options *o, const char *key, const char *value,
		       struct anycov_error *err)
{
	const struct word *k = find(key_words, key, strlen(key));

	if (!k)
		return anycov_fail(err, "unknown option '%.*s'; valid options are%s",
				   shown(strlen(key)), key, key_names);
	if ((!value || !*value) && k->value != KEY_GATED && k->value != KEY_VERBOSE &&
	    k->value != KEY_DROP_CTORS)
		return anycov_fail(err, "%s= needs a value; valid are%s", key,
				   valid_values((enum key)k->value));
	switch ((enum key)k->value) {
	case KEY_COVERAGE:
		return set_coverage(o, value, err);
	case KEY_PRUNE:
		return set_prune(o, value, err);
	case KEY_HOOKS:
		return set_hooks(o, value, err);
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
		return set_sections(o, value, err);
	case KEY_MAP:
		return set_map(o, value, err);
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
		return anycov_fail(err, "out of memory while reading options");
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

/* Kinds that are nothing but calls. */
#define CALL_KINDS                                                                                 \
	(ANYCOV_COV_TRACE_PC | ANYCOV_COV_TRACE_PC_GUARD | ANYCOV_COV_ENTRY_EXIT |                 \
	 ANYCOV_COV_TRACE_CMP | ANYCOV_COV_TRACE_DIV | ANYCOV_COV_TRACE_GEP |                      \
	 ANYCOV_COV_TRACE_LOADS | ANYCOV_COV_TRACE_STORES | ANYCOV_COV_INDIRECT_CALLS)

bool anycov_options_has_ctors(const struct anycov_options *o)
{
	return (o->coverage & ANYCOV_EDGE_KINDS) != 0;
}

bool anycov_options_probe_entry(const struct anycov_options *o)
{
	return (o->coverage & (ANYCOV_EDGE_KINDS | ANYCOV_COV_ENTRY_EXIT)) != 0;
}

unsigned anycov_options_map_section(const struct anycov_options *o)
{
	return o->map == ANYCOV_MAP_KERNEL ? ANYCOV_SECTION_MAP_KERNEL : ANYCOV_SECTION_MAP_UNTIED;
}

/* Words that would do nothing for lack of another one. */
static int check_effect(const struct anycov_options *o, struct anycov_error *err)
{
	if (!o->coverage && o->level == ANYCOV_LEVEL_DEFAULT && !o->no_prune)
		return anycov_fail(err,
				   "coverage= is missing, so nothing would be recorded; write for "
				   "example coverage=trace-pc (valid words are%s)",
				   coverage_names);
	if (!(o->coverage & ANYCOV_PROBE_KINDS) && o->level != ANYCOV_LEVEL_DEFAULT)
		return anycov_fail(err,
				   "coverage=%s says where probes go but not which; add one of "
				   "trace-pc trace-pc-guard inline-8bit-counters inline-bool-flag",
				   word_of(level_words, o->level));
	if (!(o->coverage & (ANYCOV_PROBE_KINDS | ANYCOV_COV_TRACE_CMP)) && o->no_prune)
		return anycov_fail(err, "coverage=" NO_PRUNE " has nothing to work on; add one of "
					"trace-pc trace-cmp");
	if (o->prune == ANYCOV_PRUNE_LOSSLESS && !(o->coverage & ANYCOV_PROBE_KINDS))
		return anycov_fail(err,
				   "prune=lossless chooses among blocks, but coverage= asks for "
				   "none; add trace-pc or drop prune=lossless");
	if (o->prune == ANYCOV_PRUNE_DOM && !(o->coverage & (ANYCOV_PROBE_KINDS | ANYCOV_COV_TRACE_CMP)))
		return anycov_fail(err, "prune=dom has nothing to work on; add one of trace-pc "
					"trace-cmp to coverage=");
	if (o->gated && !(o->coverage & CALL_KINDS))
		return anycov_fail(err, "gated-trace-callbacks has no calls to gate; add one of "
					"trace-pc trace-pc-guard trace-cmp");
	if (o->stack_depth_min && !(o->coverage & ANYCOV_COV_STACK_DEPTH))
		return anycov_fail(err, "stack-depth-callback-min= has nothing to work on; add "
					"stack-depth to coverage=");
	if ((o->coverage & ANYCOV_COV_PC_TABLE) && !(o->coverage & ANYCOV_EDGE_KINDS))
		return anycov_fail(err,
				   "coverage=pc-table describes guards, counters or flags; add one "
				   "of trace-pc-guard inline-8bit-counters inline-bool-flag");
	return 0;
}

/* Kinds whose tables need sections that grow across objects and hold together with
 * code, as ELF's do. */
#define TABLE_KINDS (ANYCOV_EDGE_KINDS | ANYCOV_COV_PC_TABLE | ANYCOV_COV_CONTROL_FLOW)

int anycov_options_check_format(const struct anycov_options *o, bool elf, struct anycov_error *err)
{
	if (elf)
		return 0;
	for (const struct word *w = coverage_words; w->text; w++)
		if (o->coverage & w->value & TABLE_KINDS)
			return anycov_fail(err,
					   "coverage=%s: its table needs an ELF object, and this "
					   "target has another format; use trace-pc, or an ELF "
					   "target",
					   w->text);
	if (o->gated)
		return anycov_fail(err, "gated-trace-callbacks needs an ELF object, and this target "
					"has another format; drop it, or use an ELF target");
	return 0;
}

int anycov_options_finish(struct anycov_options *o, struct anycov_error *err)
{
	if (check_effect(o, err))
		return -1;
	if (o->level == ANYCOV_LEVEL_DEFAULT)
		o->level = (o->coverage & ANYCOV_EDGE_KINDS) ? ANYCOV_LEVEL_EDGE : ANYCOV_LEVEL_BB;
	return 0;
}
