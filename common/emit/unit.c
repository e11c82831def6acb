/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A translation unit: its options, constructors, tags, and messages given once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/options/command_line.h"
#include "common/emit/instrument_internal.h"
#include "common/emit/instrument_rules.h"

void *anycov_vec_add(struct anycov_vec *v, size_t size)
{
	char *item;

	if (v->n == v->room) {
		uint32_t room = v->room ? 2 * v->room : 32;
		void *more = anycov_need_array(room, size);

		if (v->n)
			memcpy(more, v->at, v->n * size);
		free(v->at);
		v->at = more;
		v->room = room;
	}
	/* A list that was emptied still has what it had. */
	item = (char *)v->at + v->n++ * size;
	memset(item, 0, size);
	return item;
}

struct anycov_unit *anycov_unit_new(const struct anycov_reporter *reporter)
{
	struct anycov_unit *u = anycov_need_array(1, sizeof(*u));

	u->reporter = *reporter;
	anycov_options_init(&u->options);
	return u;
}

void anycov_unit_free(struct anycov_unit *u)
{
	anycov_options_free(&u->options);
	free(u->lists_text);
	free(u->lto_text);
	anycov_number_set_clear(&u->files);
	free(u);
}

static void report_error(struct anycov_unit *u, const struct anycov_error *err)
{
	anycov_report(&u->reporter, ANYCOV_ERROR, "%s", err->text);
	u->failed = true;
}

void anycov_unit_set(struct anycov_unit *u, const char *key, const char *value)
{
	struct anycov_error err;

	u->any_option = true;
	if (anycov_options_set(&u->options, key, value, &err))
		report_error(u, &err);
}

void anycov_unit_parse(struct anycov_unit *u, const char *text)
{
	struct anycov_error err;

	u->any_option = true;
	if (anycov_options_parse(&u->options, text, &err))
		report_error(u, &err);
}

void anycov_unit_parse_environment(struct anycov_unit *u)
{
	const char *text = getenv("ANYCOV_OPTIONS");

	if (!u->any_option && text)
		anycov_unit_parse(u, text);
}

bool anycov_unit_start(struct anycov_unit *u, const struct anycov_target *target,
		       bool has_functions)
{
	struct anycov_error err;

	u->target = *target;
	if (u->failed || u->started || (!u->any_option && !has_functions))
		return !u->failed;
	if (anycov_options_finish(&u->options, &err) ||
	    anycov_options_check_format(&u->options, target->is_elf, &err) ||
	    anycov_options_check_place(&u->options, target->is_elf, &err) ||
	    anycov_options_check_decisions(&u->options, target->sees_decisions, &err)) {
		report_error(u, &err);
		return false;
	}
	u->started = true;
	/* GCC's kind of coverage, which clang writes from the lines of the code.  If clang names
	 * its file, the module has that name, else there is this word of clang 13 to 16.  A -g
	 * before that of anycov's words is not in force, but it asks for lines. */
	u->may_drop_lines = u->options.line_tables == ANYCOV_LINE_TABLES_CALLS &&
			    !anycov_process_has_argument("-ftest-coverage") &&
			    !anycov_process_may_have_two_debug_options();
	return true;
}

bool anycov_unit_wants_marks(const struct anycov_unit *u)
{
	return u->started && u->options.place != ANYCOV_SOURCE_LATE && u->target.is_elf;
}

bool anycov_unit_keeps_source(const struct anycov_unit *u)
{
	return anycov_unit_wants_marks(u) && u->options.place == ANYCOV_SOURCE_EARLY;
}

bool anycov_unit_has_map(const struct anycov_unit *u)
{
	return u->target.is_elf && u->options.map != ANYCOV_MAP_NONE;
}

int anycov_unit_check_names(const struct anycov_unit *u, bool has_names, struct anycov_error *err)
{
	return anycov_unit_wants_decisions(u)
		       ? anycov_options_check_decisions(&u->options, has_names, err)
		       : 0;
}

bool anycov_unit_wants_decisions(const struct anycov_unit *u)
{
	return anycov_unit_wants_marks(u) && u->options.mcdc;
}

bool anycov_unit_stores_addresses(const struct anycov_unit *u)
{
	return u->started && (u->options.coverage & ANYCOV_COV_FLAGS) && anycov_flags_are_odd(u);
}

bool anycov_unit_keeps_branches(const struct anycov_unit *u)
{
	return u->started && u->options.keep_branches;
}

const char *anycov_unit_fuzzer_section(struct anycov_unit *u)
{
	if (!u->started || !u->target.is_elf || !u->options.fuzzer[0])
		return NULL;
	snprintf(u->fuzzer_section, sizeof(u->fuzzer_section), ANYCOV_FUZZER_SECTION "%s",
		 u->options.fuzzer);
	return u->fuzzer_section;
}

bool anycov_unit_counts_by_text(const struct anycov_unit *u)
{
	return u->started && u->target.counts_by_text &&
	       (u->options.coverage & ANYCOV_COV_COUNTERS) && u->options.map == ANYCOV_MAP_NONE;
}

bool anycov_unit_parts_cases(const struct anycov_unit *u)
{
	return anycov_unit_keeps_branches(u) && anycov_unit_probes_blocks(u);
}

bool anycov_unit_parses_as_written(const struct anycov_unit *u)
{
	return anycov_unit_keeps_source(u) || anycov_unit_keeps_branches(u);
}

bool anycov_unit_instruments(const struct anycov_unit *u, const struct anycov_function *f)
{
	return u->started && anycov_skip_function(&u->options, f) == ANYCOV_SKIP_NONE;
}

static bool will_have(const struct anycov_unit *u, unsigned table, bool before_functions)
{
	if (before_functions)
		return anycov_options_has_table(&u->options, (enum anycov_table_id)table);
	return u->tables >> table & 1;
}

/*
 * Each kind of table that has a constructor gets it, and the last one also
 * registers the tables that have none; without any, one of a name of its own does.
 */
const struct anycov_ctor *anycov_unit_ctors(struct anycov_unit *u, bool before_functions,
					    unsigned *n)
{
	*n = 0;
	if (!u->started || u->options.drop_ctors || !u->target.is_elf)
		return u->ctors;
	for (unsigned t = 0; t < ANYCOV_N_TABLES; t++) {
		const char *name = anycov_table_infos[t].ctor;
		struct anycov_ctor *c;

		if (!will_have(u, t, before_functions) ||
		    anycov_table_infos[t].init == ANYCOV_HOOK_NONE)
			continue;
		if (name || !*n) {
			c = &u->ctors[(*n)++];
			c->name = name ? name : ANYCOV_CTOR_OTHER;
			c->n_tables = 0;
		}
		c = &u->ctors[*n - 1];
		c->tables[c->n_tables++] = (unsigned char)t;
	}
	return u->ctors;
}

static void add_tag(struct anycov_unit *u, int hook, unsigned address_bytes)
{
	char text[ANYCOV_TAG_ASM_MAX];

	anycov_tag_asm(text, anycov_section_names[anycov_options_map_section(&u->options)],
		       address_bytes, anycov_hook_table[hook].symbol);
	strcat(u->tags, text);
}

const char *anycov_unit_take_tags(struct anycov_unit *u)
{
	u->tags[0] = '\0';
	if (!u->target.is_elf)
		return u->tags;
	if (u->needs_lean_tag && !u->took_lean_tag)
		add_tag(u, ANYCOV_HOOK_ABI_LEAN, u->target.address_bytes);
	if (u->needs_script_tag && !u->took_script_tag)
		add_tag(u, ANYCOV_HOOK_ABI_AVR_LD, u->target.address_bytes);
	if (u->needs_data_tag && !u->took_data_tag)
		add_tag(u, ANYCOV_HOOK_AVR_DATA, u->target.address_bytes);
	u->took_data_tag |= u->needs_data_tag;
	u->took_lean_tag |= u->needs_lean_tag;
	u->took_script_tag |= u->needs_script_tag;
	return u->tags;
}

bool anycov_unit_has_lists(const struct anycov_unit *u)
{
	return u->started && anycov_unit_has_map(u) && (u->options.allow || u->options.ignore);
}

void anycov_unit_try_lists(struct anycov_unit *u, const struct anycov_function *f)
{
	if (anycov_unit_has_lists(u))
		anycov_try_lists(&u->options, f);
}

void anycov_unit_note_function(struct anycov_unit *u, const struct anycov_function *f)
{
	anycov_unit_try_lists(u, f);
	u->has_functions |= anycov_unit_instruments(u, f);
}

const char *anycov_unit_lists_text(struct anycov_unit *u)
{
	const struct anycov_options *o = &u->options;
	const unsigned section = anycov_options_map_section(o);
	/* Kernels have no groups. */
	const bool groups = section != ANYCOV_SECTION_MAP_KERNEL;
	char *allow, *ignore, *text;
	bool is_new;
	size_t n;

	if (!anycov_unit_has_lists(u))
		return "";
	allow = anycov_map_list_asm(anycov_section_names[section], groups, o->allow);
	ignore = anycov_map_list_asm(anycov_section_names[section], groups, o->ignore);
	n = allow && ignore ? strlen(allow) + strlen(ignore) + 1 : SIZE_MAX;
	text = anycov_need_array(n, 1); /* ends the program without memory */
	snprintf(text, n, "%s%s", allow, ignore);
	free(allow);
	free(ignore);
	is_new = !u->lists_text || strcmp(u->lists_text, text) != 0;
	free(u->lists_text);
	u->lists_text = text;
	return is_new ? text : "";
}

const char *anycov_unit_lto_text(struct anycov_unit *u, const char *unit)
{
	const unsigned section = anycov_options_map_section(&u->options);

	if (!u->started || !anycov_unit_has_map(u) || (unit && !u->has_functions))
		return "";
	free(u->lto_text);
	u->lto_text = anycov_map_lto_asm(anycov_section_names[section], unit);
	return u->lto_text ? u->lto_text : "";
}

bool anycov_is_exec(const char *builtin)
{
	static const char prefix[] = "__builtin_";
	const size_t n = strlen(prefix);

	builtin += strncmp(builtin, prefix, n) ? 0 : n;
	return !strncmp(builtin, "execl", 5) || !strncmp(builtin, "execv", 5);
}

bool anycov_asm_may_leave(const char *text)
{
	return text[strspn(text, " \t\n")] != 0;
}

void anycov_unit_warn_indirect(struct anycov_unit *u, const char *option)
{
	if (u->warned_indirect)
		return;
	u->warned_indirect = true;
	if (option)
		anycov_report(&u->reporter, ANYCOV_WARNING,
			      "%s makes the calls of hooks indirect, so tools that look for direct "
			      "calls do not find them; compile without it",
			      option);
	else
		anycov_report(
			&u->reporter, ANYCOV_WARNING,
			"the code model makes the calls of hooks indirect, so tools that look "
			"for direct calls do not find them; compile without -mcmodel=large, "
			"-mlong-calls and the like");
}

bool anycov_unit_check_variable(struct anycov_unit *u, enum anycov_variable_id id, uint64_t bits,
				bool is_thread_local, bool is_definition)
{
	const char *name = anycov_variable_names[id];
	unsigned need = anycov_variable_bits(id, u->target.pointer_bits);
	bool thread_local = id == ANYCOV_VARIABLE_LOWEST_STACK;

	if (bits != need) {
		anycov_report(&u->reporter, ANYCOV_ERROR,
			      "'%s' has %llu bits; declare it with %u bits", name,
			      (unsigned long long)bits, need);
		return false;
	}
	if (is_thread_local == thread_local)
		return true;
	/* A declaration without "__thread" may refer to a thread-local variable of another
	 * unit; the access is made thread-local then. */
	if (thread_local && !is_definition)
		return true;
	anycov_report(&u->reporter, ANYCOV_ERROR, "'%s' must %sbe thread-local; declare it %s",
		      name, thread_local ? "" : "not ",
		      thread_local ? "__thread" : "without __thread");
	return false;
}
