/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "anycov/hook_table.h"
#include "anycov/map.h"
#include "model.h"

const char *site_kind_name(unsigned kind)
{
	static const char *const names[] = { "?",     "pc",   "cmp",   "switch",
					     "guard", "data", "entry",	 "exit",
					     "counter", "flag" };

	return kind < sizeof(names) / sizeof(*names) ? names[kind] : "?";
}

const char *state_name(unsigned state)
{
	static const char *const names[] = { "none",	"uncovered", "assumed-uncovered", "unknown",
					     "assumed", "inferred",  "covered" };

	return names[state];
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

static void problem(struct model *m, char *text)
{
	words_take(&m->problems, text);
}

static struct site *add_site(struct model *m)
{
	struct site *s;

	GROW(m->sites, m->n_sites, m->sites_room);
	s = &m->sites[m->n_sites++];
	memset(s, 0, sizeof(*s));
	s->hook = -1;
	s->function = MAP_NONE;
	return s;
}

static void sites_from_calls(struct model *m, const struct call_list *calls)
{
	for (size_t i = 0; i < calls->n; i++) {
		const struct call *c = &calls->v[i];
		struct site *s;

		/* Constructors tell the runtime where tables are; these are no probes. */
		if (anycov_hook_table[c->hook].kind == ANYCOV_KIND_init)
			continue;
		s = add_site(m);
		s->ret = c->ret;
		s->from = c->from;
		s->hook = c->hook;
		s->jump = c->jump;
		s->kind = (uint8_t)kind_of_hook(c->hook);
	}
	m->calls = m->n_sites;
}

static int compare_map_sites(const void *a, const void *b)
{
	const struct map_site *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void take_record(struct site *s, const struct map_site *r)
{
	s->has_record = true;
	s->function = r->function;
	s->number = r->number;
	s->block = r->block;
	s->kind = r->kind;
	s->variable = r->variable;
}

static const char *record_function(const struct model *m, const struct map_site *r)
{
	return r->function == MAP_NONE ? "a function that the map does not hold"
				       : m->map->functions[r->function].name;
}

static void no_call(struct model *m, const struct map_site *r, const char *why)
{
	char *at = image_address_text(m->img, r->addr);

	problem(m, xasprintf("%s: the map has site %u of %s here, but %s", at, r->number,
			     record_function(m, r), why));
	free(at);
}

/* A probe that counts without a call. */
static bool is_inline(const struct map_site *r)
{
	return r->kind == ANYCOV_SITE_COUNTER || r->kind == ANYCOV_SITE_FLAG;
}

static int compare_sites(const void *a, const void *b)
{
	const struct site *x = a, *y = b;

	if (x->ret != y->ret)
		return x->ret < y->ret ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

static void sites_from_map(struct model *m, bool all)
{
	for (size_t i = 0; i < m->map->n_sites; i++) {
		const struct map_site *r = &m->map->sites[i];
		struct site *s;

		if (r->dropped || !(all || is_inline(r)))
			continue;
		s = add_site(m);
		s->ret = r->addr;
		take_record(s, r);
	}
	if (m->n_sites)
		qsort(m->sites, m->n_sites, sizeof(*m->sites), compare_sites);
}

static void without_records(struct model *m, size_t calls)
{
	/*
	 * Functions' records go with the debug information, as do some of the sites';
	 * what is left is right.
	 */
	bool stripped = !m->map->n_functions && !m->problems.n;
	size_t n = 0;

	for (size_t i = 0; i < calls; i++) {
		const struct site *s = &m->sites[i];
		char *at;

		if (s->has_record)
			continue;
		n++;
		if (stripped)
			continue;
		at = image_address_text(m->img, s->from);
		problem(m, xasprintf("%s: %s %s here, but the map has no record of it", at,
				     anycov_hook_table[s->hook].symbol,
				     s->jump ? "is jumped to (a tail call)" : "is called"));
		free(at);
	}
	if (stripped && n)
		problem(m, xasprintf("%zu calls of hooks have no record in the map, of which a part is gone (strip takes it); "
				     "give the image as it was linked", n));
}

/* Gives each record to the last call before its label. */
static void join(struct model *m)
{
	size_t next = 0, calls = m->n_sites;

	for (size_t i = 0; i < m->map->n_sites; i++) {
		const struct map_site *r = &m->map->sites[i];
		const struct section *sec;
		struct site *s;

		if (r->dropped || is_inline(r))
			continue;
		while (next < calls && m->sites[next].ret <= r->addr)
			next++;
		sec = image_section_at(m->img, r->addr - 1);
		s = next ? &m->sites[next - 1] : NULL;
		if (!s || !sec || s->from < sec->addr)
			no_call(m, r, "no call of a hook stands before it");
		else if (s->has_record)
			no_call(m, r, "the call of a hook before it has a record already");
		else if (s->jump)
			no_call(m, r, "the hook is jumped to (a tail call)");
		else if (r->kind != kind_of_hook(s->hook))
			no_call(m, r, "the hook called before it is of another kind");
		else
			take_record(s, r);
	}
	without_records(m, calls);
}

static void merge_map(struct model *m)
{
	if (m->map->n_sites)
		qsort(m->map->sites, m->map->n_sites, sizeof(*m->map->sites), compare_map_sites);
	for (size_t i = 0; i < m->map->n_sites; i++)
		m->dropped += m->map->sites[i].dropped;
	if (m->exact)
		join(m);
	sites_from_map(m, !m->exact);
	if (m->map->conflicts)
		problem(m, xasprintf("%zu functions stand in the map twice with different bodies; "
				     "the first one is shown", m->map->conflicts));
}

static bool has_call_records(const struct map *map)
{
	for (size_t i = 0; i < map->n_sites; i++)
		if (!is_inline(&map->sites[i]))
			return true;
	return false;
}

static int compare_variables(const void *a, const void *b)
{
	const struct variable_site *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

static void find_variables(struct model *m)
{
	for (size_t i = 0; i < m->n_sites; i++) {
		if (!m->sites[i].variable)
			continue;
		GROW(m->variables, m->n_variables, m->variables_room);
		m->variables[m->n_variables++] = (struct variable_site){ m->sites[i].variable, i };
	}
	if (m->n_variables)
		qsort(m->variables, m->n_variables, sizeof(*m->variables), compare_variables);
}

struct model *model_open(const char *path, struct anycov_error *err)
{
	struct model *m = xcalloc(1, sizeof(*m));
	struct call_list calls = { 0 };
	bool absent;

	m->img = image_open(path, err);
	if (!m->img)
		goto bad;
	m->exact = scan_arch_of(m->img) != NULL;
	if (m->exact && scan_calls(m->img, &calls, err))
		goto bad;
	sites_from_calls(m, &calls);
	free(calls.v);
	calls.v = NULL;
	m->map = map_read(m->img, &absent, err);
	if (!m->map && !absent)
		goto bad;
	/* A stripped image does not say where its hooks are. */
	if (m->map && m->exact && !m->n_sites && has_call_records(m->map))
		m->exact = false;
	if (m->map)
		merge_map(m);
	find_variables(m);
	return m;
bad:
	free(calls.v);
	model_close(m);
	return NULL;
}

void model_close(struct model *m)
{
	if (!m)
		return;
	map_free(m->map);
	image_close(m->img);
	free(m->sites);
	free(m->pairs);
	free(m->variables);
	free(m->states);
	free(m->hits);
	words_free(&m->problems);
	free(m);
}

struct site *model_site(const struct model *m, uint64_t ret)
{
	size_t low = 0, high = m->n_sites;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->sites[mid].ret < ret)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == m->n_sites)
		return NULL;
	/* A label may stand a few instructions behind the return address. */
	if (!m->exact)
		return m->sites[low].ret - ret <= 64 ? &m->sites[low] : NULL;
	return m->sites[low].ret == ret && !m->sites[low].jump ? &m->sites[low] : NULL;
}

bool model_hit_variable(struct model *m, uint64_t address)
{
	size_t low = 0, high = m->n_variables, at;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->variables[mid].address < address)
			low = mid + 1;
		else
			high = mid;
	}
	for (at = low; at < m->n_variables && m->variables[at].address == address; at++)
		m->sites[m->variables[at].site].hits++;
	return at > low;
}

const char *site_function(const struct model *m, const struct site *s)
{
	const struct symbol *sym;
	const char *name;

	if (s->function != MAP_NONE)
		return m->map->functions[s->function].name;
	sym = image_symbol_at(m->img, s->ret - 1);
	name = sym ? sym->name : image_subprogram_at(m->img, s->ret - 1);
	return name ? name : "?";
}

struct place site_place(const struct model *m, const struct site *s)
{
	struct place p = image_line_of(m->img, s->ret - 1);
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

char *site_text(const struct model *m, const struct site *s, bool whole_path)
{
	const char *inlined = image_inlined_at(m->img, s->ret - 1);
	struct place p = site_place(m, s);
	char *name = shown_name(site_function(m, s));
	struct text t = { 0 };

	text_add(&t, name);
	free(name);
	if (p.file) {
		name = shown_name(whole_path ? p.file : base_name(p.file));
		text_addf(&t, " (%s", name);
		free(name);
		if (p.line > 0)
			text_addf(&t, ":%d", p.line);
	}
	if (inlined) {
		name = shown_name(inlined);
		text_addf(&t, p.file ? ", inlined %s" : " (inlined %s)", name);
		free(name);
	}
	if (p.file)
		text_add(&t, ")");
	return t.s;
}
