/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/hook_table.h"
#include "anycov/map.h"
#include "coverage/model/flags_placed.h"
#include "dump/byte_source.h"
#include "dump/packed_image.h"
#include "image/image_index.h"

const char *probe_kind_name(unsigned kind)
{
#define KIND_NAME(id, number, name) [number] = name,
	static const char *const names[] = { ANYCOV_SITE_KINDS(KIND_NAME) };
#undef KIND_NAME

	return kind < sizeof(names) / sizeof(*names) && names[kind] ? names[kind] : "?";
}

const char *state_name(unsigned state)
{
	return state_is_covered(state)  ? "covered"
	       : state == STATE_UNKNOWN ? "unknown"
					: "not covered";
}

unsigned kind_of_hook(int hook)
{
	switch (hook) {
	case ANYCOV_HOOK_TRACE_PC:
		return ANYCOV_SITE_PC;
	case ANYCOV_HOOK_TRACE_PC_GUARD:
		return ANYCOV_SITE_GUARD;
	case ANYCOV_HOOK_TRACE_PC_ENTRY:
		return ANYCOV_SITE_ENTRY;
	case ANYCOV_HOOK_TRACE_PC_EXIT:
		return ANYCOV_SITE_EXIT;
	case ANYCOV_HOOK_SWITCH:
		return ANYCOV_SITE_SWITCH;
	default:
		if (hook >= ANYCOV_HOOK_CMP1 && hook <= ANYCOV_HOOK_CMPD)
			return ANYCOV_SITE_CMP;
		return hook >= 0 ? ANYCOV_SITE_DATA : 0;
	}
}

static void problem(struct instrumented_image *m, char *text)
{
	string_list_add_owned(&m->problems, text);
}

static struct image_probe *add_probe(struct instrumented_image *m)
{
	struct image_probe *s;

	ARRAY_GROW(m->probes, m->n_probes, m->probes_room);
	s = &m->probes[m->n_probes++];
	memset(s, 0, sizeof(*s));
	s->hook = -1;
	s->function = MAP_NONE;
	return s;
}

static void probes_from_calls(struct instrumented_image *m, const struct call_list *calls)
{
	for (size_t i = 0; i < calls->n; i++) {
		const struct call *c = &calls->v[i];
		struct image_probe *s;

		/* Constructors call hooks to register tables; these are not probes. */
		if (anycov_hook_table[c->hook].kind == ANYCOV_KIND_init)
			continue;
		s = add_probe(m);
		s->return_address = c->ret;
		s->call_address = c->from;
		s->hook = c->hook;
		s->is_tail_call = c->jump;
		s->kind = (uint8_t)kind_of_hook(c->hook);
	}
	m->calls = m->n_probes;
}

static int compare_map_sites(const void *a, const void *b)
{
	const struct map_site *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void apply_record(struct image_probe *s, const struct map_site *r)
{
	s->has_record = true;
	s->function = r->function;
	s->number = r->number;
	s->block = r->block;
	s->kind = r->kind;
	s->variable = r->variable;
}

static const char *record_function(const struct instrumented_image *m, const struct map_site *r)
{
	return r->function == MAP_NONE ? "a function that is not in the map"
				       : m->map->functions[r->function].name;
}

static void no_call(struct instrumented_image *m, const struct map_site *r, const char *why)
{
	char *at = image_address_text(m->img, r->addr);

	if (r->function != MAP_NONE)
		m->map->functions[r->function].code_differs = true;
	problem(m, xasprintf("%s: the map has probe %u of %s here, but %s", at, r->number,
			     record_function(m, r), why));
	free(at);
}

static int compare_probes(const void *a, const void *b)
{
	const struct image_probe *x = a, *y = b;

	if (x->return_address != y->return_address)
		return x->return_address < y->return_address ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static void probes_from_map(struct instrumented_image *m, bool all)
{
	for (size_t i = 0; i < m->map->n_sites; i++) {
		const struct map_site *r = &m->map->sites[i];
		struct image_probe *s;

		if (r->dropped || !(all || is_inline(r->kind)))
			continue;
		s = add_probe(m);
		s->return_address = r->addr;
		apply_record(s, r);
	}
	if (m->n_probes)
		qsort(m->probes, m->n_probes, sizeof(*m->probes), compare_probes);
}

static void without_records(struct instrumented_image *m, size_t calls)
{
	/*
	 * strip removes the records of functions and of some probes with the debug
	 * information; the remaining ones are valid.
	 */
	bool stripped = !m->map->n_functions && !m->problems.n;
	size_t n = 0;

	for (size_t i = 0; i < calls; i++) {
		const struct image_probe *s = &m->probes[i];
		char *at;

		if (s->has_record)
			continue;
		n++;
		if (stripped)
			continue;
		at = image_address_text(m->img, s->call_address);
		problem(m, xasprintf("%s: %s %s here, but the map has no record of it", at,
				     anycov_hook_table[s->hook].symbol,
				     s->is_tail_call ? "is tail-called" : "is called"));
		free(at);
	}
	if (stripped && n)
		problem(m, xasprintf("%zu hook calls have no record in the map, of which strip "
				     "removed a part; use the ELF file as it was linked",
				     n));
}

/* Assigns each record to the last call before its label. */
static void join(struct instrumented_image *m)
{
	size_t next = 0, calls = m->n_probes;

	for (size_t i = 0; i < m->map->n_sites; i++) {
		const struct map_site *r = &m->map->sites[i];
		const struct section *sec;
		struct image_probe *s;

		if (r->dropped || is_inline(r->kind))
			continue;
		while (next < calls && m->probes[next].return_address <= r->addr)
			next++;
		sec = image_section_at(m->img, r->addr - 1);
		s = next ? &m->probes[next - 1] : NULL;
		if (!s || !sec || s->call_address < sec->addr)
			no_call(m, r, "no hook call precedes it");
		else if (s->has_record)
			no_call(m, r, "the preceding hook call already has a record");
		else if (s->is_tail_call)
			no_call(m, r, "the preceding hook call is a tail call");
		else if (r->kind != kind_of_hook(s->hook))
			no_call(m, r, "the preceding hook call is of another kind");
		else
			apply_record(s, r);
	}
	without_records(m, calls);
}

static void merge_map(struct instrumented_image *m)
{
	if (m->map->n_sites)
		qsort(m->map->sites, m->map->n_sites, sizeof(*m->map->sites), compare_map_sites);
	for (size_t i = 0; i < m->map->n_sites; i++)
		m->dropped += m->map->sites[i].dropped;
	if (m->exact)
		join(m);
	probes_from_map(m, !m->exact);
	if (m->map->conflicts)
		problem(m, xasprintf("%zu functions are in the map twice with different bodies; "
				     "the first one is used",
				     m->map->conflicts));
}

static bool has_call_records(const struct map *map)
{
	for (size_t i = 0; i < map->n_sites; i++)
		if (!is_inline(map->sites[i].kind))
			return true;
	return false;
}

static int compare_variables(const void *a, const void *b)
{
	const struct variable_probe *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

static void find_variables(struct instrumented_image *m)
{
	for (size_t i = 0; i < m->n_probes; i++) {
		if (!m->probes[i].variable)
			continue;
		ARRAY_GROW(m->variables, m->n_variables, m->variables_room);
		m->variables[m->n_variables++] =
			(struct variable_probe){ m->probes[i].variable, i };
	}
	if (m->n_variables)
		qsort(m->variables, m->n_variables, sizeof(*m->variables), compare_variables);
}

/* Opens an ELF file, which may be compressed. */
static struct image *open_image(const char *path, struct anycov_error *err)
{
	struct expanded_file f;

	if (open_expanded(&f, path, err))
		return NULL;
	return f.bytes ? image_open_bytes(path, f.bytes, f.n, &image_index_finder, err)
		       : image_open_fd(path, f.fd, &image_index_finder, err);
}

struct instrumented_image *instrumented_image_open(const char *path, struct anycov_error *err)
{
	struct instrumented_image *m = xcalloc(1, sizeof(*m));
	struct call_list calls = { 0 };
	bool absent;

	m->img = open_image(path, err);
	if (!m->img)
		goto bad;
	m->name = xstrdup(path);
	m->exact = scan_arch_of(m->img) != NULL;
	if (m->exact && scan_calls(m->img, &calls, err))
		goto bad;
	probes_from_calls(m, &calls);
	free(calls.v);
	calls.v = NULL;
	m->map = map_read(m->img, &absent, err);
	if (!m->map && !absent)
		goto bad;
	/* A stripped image has no symbols of hooks. */
	if (m->map && m->exact && !m->n_probes && has_call_records(m->map))
		m->exact = false;
	if (m->map)
		merge_map(m);
	find_variables(m);
	return m;
bad:
	free(calls.v);
	instrumented_image_close(m);
	return NULL;
}

static void free_states(struct instrumented_image *m)
{
	free(m->states);
	free(m->reasons);
	free(m->executions);
	m->states = m->reasons = NULL;
	m->executions = NULL;
}

void instrumented_image_unload(struct instrumented_image *m)
{
	if (!m->map || m->merged || m->calls || m->map->n_sites || m->n_pairs)
		return;
	m->n_blocks = m->map->n_blocks;
	map_free(m->map);
	m->map = NULL;
	free_states(m);
	image_unload(m->img);
	m->unloaded = true;
}

int instrumented_image_load(struct instrumented_image *m, struct anycov_error *err)
{
	struct instrumented_image *again;
	bool is_same;

	if (!m->unloaded)
		return 0;
	again = instrumented_image_open(m->img->path, err);
	if (!again)
		return -1;
	is_same = again->map && again->map->n_blocks == m->n_blocks &&
		  again->img->build_id_length == m->img->build_id_length &&
		  !memcmp(again->img->build_id, m->img->build_id, m->img->build_id_length);
	if (is_same) {
		image_close(m->img);
		m->img = again->img;
		m->map = again->map;
		again->img = NULL;
		again->map = NULL;
		m->unloaded = false;
	}
	instrumented_image_close(again);
	return is_same ? 0
		       : anycov_error_set(err, "%s: was replaced while it was read; report again",
					  m->img->path);
}

void instrumented_image_close(struct instrumented_image *m)
{
	if (!m)
		return;
	map_free(m->map);
	image_close(m->img);
	free(m->name);
	free(m->probes);
	free(m->range_ends);
	free(m->pairs);
	free(m->variables);
	free(m->flags_hit);
	free_states(m);
	free(m->incomplete);
	free(m->task_exit_cuts);
	string_list_free(&m->problems);
	free(m);
}

struct image_probe *probe_at(const struct instrumented_image *m, uint64_t ret)
{
	size_t low = 0, high = m->n_probes;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->probes[mid].return_address < ret)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == m->n_probes)
		return NULL;
	/* A label may be a few instructions after the return address. */
	if (!m->exact)
		return m->probes[low].return_address - ret <= 64 ? &m->probes[low] : NULL;
	return m->probes[low].return_address == ret && !m->probes[low].is_tail_call
		       ? &m->probes[low]
		       : NULL;
}

/* Returns the index of the first variable at this address or after it. */
static size_t first_variable(const struct instrumented_image *m, uint64_t address)
{
	size_t low = 0, high = m->n_variables;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->variables[mid].address < address)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

bool has_variable(const struct instrumented_image *m, uint64_t address)
{
	size_t at = first_variable(m, address);

	return at < m->n_variables && m->variables[at].address == address;
}

bool hit_variable(struct instrumented_image *m, uint64_t address)
{
	size_t first = first_variable(m, address), at;

	for (at = first; at < m->n_variables && m->variables[at].address == address; at++)
		m->probes[m->variables[at].probe].hits++;
	return at > first;
}

void variable_is_ambiguous(struct instrumented_image *m, uint64_t address)
{
	size_t at = first_variable(m, address);

	for (; at < m->n_variables && m->variables[at].address == address; at++)
		m->probes[m->variables[at].probe].ambiguous = true;
}

size_t count_flags(const struct instrumented_image *m)
{
	size_t n = 0;

	for (size_t i = 0; m->map && i < m->map->n_flags; i++)
		n += m->map->flags[i].dropped ? 0 : m->map->flags[i].blocks.n;
	return n;
}

size_t count_probes(const struct instrumented_image *m)
{
	return m->n_probes + count_flags(m);
}

void warn_of_lost_probes(const struct instrumented_image *m)
{
	const struct string_list *units = m->map ? &m->map->lto[0] : NULL;

	if (!units || !units->n)
		return;
	if (units->n == 1)
		warn("%s: the code of %s has no probes, because a link with -flto compiled it "
		     "without anycov; give the link the flags of 'anycov flags', too",
		     m->name, units->v[0]);
	else
		warn("%s: the code of %s and %zu more %s has no probes, because a link with -flto "
		     "compiled it without anycov; give the link the flags of 'anycov flags', too",
		     m->name, units->v[0], units->n - 1, plural(units->n - 1, "unit", "units"));
}

int no_probes_error(const struct instrumented_image *m, const char *path)
{
	struct anycov_error err;
	size_t n = 0;

	if (flags_check_placed(m, &err))
		return input_error("%s", err.text);
	for (size_t i = 0; m->map && i < m->map->n_functions; i++)
		n += m->map->functions[i].is_source;
	if (n && !m->map->n_marks)
		return input_error("%s: no probes, although %zu functions were compiled for some; "
				   "a link with -flto compiles: give it the flags of 'anycov "
				   "flags', too",
				   path, n);
	if (m->map && m->map->lto[0].n)
		return input_error("%s: no probes, although %zu %s compiled for some; a link with "
				   "-flto compiles: give it the flags of 'anycov flags', too",
				   path, m->map->lto[0].n,
				   plural(m->map->lto[0].n, "unit was", "units were"));
	return input_error(NO_PROBES, path);
}

static uint64_t add_limited(uint64_t a, uint64_t b)
{
	return b > INT64_MAX || a > INT64_MAX - b ? INT64_MAX : a + b;
}

void image_records_add_processes(struct image_records *r, uint64_t started, uint64_t ended)
{
	uint64_t unseen = add_limited(r->started - r->ended, started - ended);

	r->started = add_limited(r->started, started);
	r->ended = r->started - unseen;
}

void image_records_add(struct image_records *to, const struct image_records *from)
{
	to->dumps += from->dumps;
	to->lost = to->lost || from->lost;
	to->lost_on_target = to->lost_on_target || from->lost_on_target;
	to->no_blocks = to->no_blocks || from->no_blocks;
	to->started_late = to->started_late || from->started_late;
	to->forked = to->forked || from->forked;
	to->whole = to->whole || from->whole;
	to->exits_known =
		(to->exits_known || !to->task_exits) && (from->exits_known || !from->task_exits);
	to->task_exits += from->task_exits;
	to->flag_files += from->flag_files;
	to->memories += from->memories;
	to->logs += from->logs;
	to->partial_logs += from->partial_logs;
	image_records_add_processes(to, from->started, from->ended);
	to->of_kernels = add_limited(to->of_kernels, from->of_kernels);
	to->kernels = add_limited(to->kernels, from->kernels);
	to->copied = to->copied || from->copied;
	to->forced = to->forced || from->forced;
	/* Inputs are skipped for all images. */
	to->skipped = to->skipped > from->skipped ? to->skipped : from->skipped;
}

void image_records_add_kernel(struct image_records *r, uint64_t started, bool is_module)
{
	r->of_kernels = add_limited(r->of_kernels, started);
	r->kernels = add_limited(r->kernels, is_module ? 0 : started);
}

/* Returns why a probe that was not hit shows nothing, or UNKNOWN_NONE. */
static enum unknown_reason why_missing(const struct image_records *r)
{
	if (r->forced)
		return UNKNOWN_OTHER_BUILD;
	if (r->lost)
		return UNKNOWN_BUFFER_FULL;
	if (r->skipped)
		return UNKNOWN_INPUT_SKIPPED;
	if (r->ended < r->started && r->copied)
		return UNKNOWN_FLAGS_LOST;
	if (r->partial_logs)
		return UNKNOWN_NOT_IN_LOG;
	if (!r->dumps && !r->flag_files && !r->memories && !r->logs && !r->never_ran)
		return UNKNOWN_NOT_RECORDED;
	return r->no_blocks ? UNKNOWN_NO_BLOCKS_RECORDED : UNKNOWN_NONE;
}

/* Returns whether the report has a function whose rules are not exact. */
static bool needs_complete_calls(const struct map *map)
{
	for (size_t i = 0; map && i < map->n_functions; i++)
		if (map->functions[i].live_sites && !map->functions[i].rules_are_exact)
			return true;
	return false;
}

void warn_of_needless_complete(struct instrumented_image *const *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (needs_complete_calls(v[i]->map))
			return;
	warn("--complete changes nothing, since probes show which calls returned; a later version "
	     "does not have the option");
}

struct recording recording_of(const struct instrumented_image *m, bool complete)
{
	const struct image_records *r = &m->records;
	const bool is_trace = !r->flag_files && !r->memories;
	const bool in_tasks = is_trace && r->dumps && r->dumps == r->task_exits && r->exits_known &&
			      !r->started_late;
	/* Of a process without that which forked it. */
	const bool from_start = !r->started_late && (r->whole || !r->forked);

	return (struct recording){
		.missing = (uint8_t)why_missing(r),
		.complete = complete || in_tasks || (is_trace && !r->dumps),
		.task_exits = in_tasks && !complete,
		.from_start = from_start,
		.is_trace = is_trace,
	};
}

/* Without a map comparisons and data are all that images for some fuzzers call hooks for: dumps of
 * code that ran contain none of these. */
static bool may_be_unrecorded(const struct image_probe *s)
{
	return !s->has_record && (s->kind == ANYCOV_SITE_CMP || s->kind == ANYCOV_SITE_SWITCH ||
				  s->kind == ANYCOV_SITE_DATA);
}

unsigned probe_state(const struct image_probe *s, const struct recording *e, unsigned *reason)
{
	*reason = s->hits                ? UNKNOWN_NONE
		  : e->missing           ? e->missing
		  : s->ambiguous         ? UNKNOWN_SAME_ADDRESS
		  : may_be_unrecorded(s) ? UNKNOWN_NO_MAP
					 : UNKNOWN_NONE;
	return s->hits ? STATE_HIT : *reason ? STATE_UNKNOWN : STATE_NOT_COVERED;
}

const char *probe_function(const struct instrumented_image *m, const struct image_probe *s)
{
	const struct symbol *sym;
	const char *name;

	if (s->function != MAP_NONE)
		return m->map->functions[s->function].name;
	sym = image_symbol_at(m->img, s->return_address - 1);
	name = sym ? sym->name : image_subprogram_at(m->img, s->return_address - 1);
	return name ? name : "?";
}

struct source_location probe_location(const struct instrumented_image *m,
				      const struct image_probe *s)
{
	struct source_location p = image_line_of(m->img, s->return_address - 1);
	const struct map_block *b;

	if ((p.file && p.line) || s->function == MAP_NONE)
		return p;
	b = map_block(m->map, s->function, s->block);
	if (b && b->lines.n) {
		const struct map_line *line = &m->map->lines[b->lines.first];

		p.file = m->map->files[line->file].full;
		p.line = (int)line->line;
	}
	return p;
}

char *probe_describe(const struct instrumented_image *m, const struct image_probe *s,
		     bool whole_path)
{
	const char *inlined = image_inlined_at(m->img, s->return_address - 1);
	struct source_location p = probe_location(m, s);
	char *name = display_name(probe_function(m, s));
	struct string_buffer t = { 0 };

	string_buffer_append(&t, name);
	free(name);
	if (p.file) {
		name = display_name(whole_path ? p.file : base_name(p.file));
		string_buffer_appendf(&t, " (%s", name);
		free(name);
		if (p.line > 0)
			string_buffer_appendf(&t, ":%d", p.line);
	}
	if (inlined) {
		name = display_name(inlined);
		string_buffer_appendf(&t, p.file ? ", inlined %s" : " (inlined %s)", name);
		free(name);
	}
	if (p.file)
		string_buffer_append(&t, ")");
	return t.s;
}

int probe_pair_compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct probe_pair));
}

void sort_probe_pairs(struct instrumented_image *m)
{
	size_t kept = 0;

	if (!m->n_pairs)
		return;
	qsort(m->pairs, m->n_pairs, sizeof(*m->pairs), probe_pair_compare);
	for (size_t i = 0; i < m->n_pairs; i++)
		if (!kept || probe_pair_compare(&m->pairs[kept - 1], &m->pairs[i]))
			m->pairs[kept++] = m->pairs[i];
	m->n_pairs = kept;
}
