/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdlib.h>
#include "anycov/hook_table.h"
#include "anycov/map.h"
#include "cmd/args.h"
#include "cmd/command.h"
#include "output/output.h"

#define MAX_PROBLEMS 5u

static uint32_t flag_block(const struct instrumented_image *m, const struct map_flags *f,
			   uint32_t i)
{
	return m->map->numbers[f->blocks.first + i];
}

/* The source location of a flag's block; file is NULL if it has none. */
static struct source_location flag_location(const struct instrumented_image *m,
					    const struct map_flags *f, uint32_t i)
{
	struct source_location at = { NULL, 0 };
	const struct map_block *b = f->function == MAP_NONE
					    ? NULL
					    : map_block(m->map, f->function, flag_block(m, f, i));

	if (b && b->lines.n) {
		const struct map_line *line = &m->map->lines[b->lines.first];

		at.file = m->map->files[line->file].full;
		at.line = (int)line->line;
	}
	return at;
}

static const char *flags_function(const struct instrumented_image *m, const struct map_flags *f)
{
	return f->function == MAP_NONE ? "?" : m->map->functions[f->function].name;
}

static void print_flags(const struct instrumented_image *m, const struct map_flags *f)
{
	char *name = display_name(flags_function(m, f));

	for (uint32_t i = 0; i < f->blocks.n && !f->dropped; i++) {
		struct source_location where = flag_location(m, f, i);
		char *at = image_start_text(m->img, f->addr + i);

		printf("%-20s %-6s %-6" PRIu32 " %s  %s", at, probe_kind_name(ANYCOV_SITE_FLAG),
		       flag_block(m, f, i), "-", name);
		if (where.file) {
			char *file = display_name(where.file);

			printf(" (%s:%d)", file, where.line);
			free(file);
		}
		putchar('\n');
		free(at);
	}
	free(name);
}

static json_t *flag_json(const struct instrumented_image *m, const struct map_flags *f, uint32_t i)
{
	struct source_location where = flag_location(m, f, i);
	json_t *j = json_object();
	char *at = image_start_text(m->img, f->addr + i);

	json_object_set_new(j, "flag", m->img->relocatable ? json_text(at) : json_hex(f->addr + i));
	json_object_set_new(j, "kind", json_string(probe_kind_name(ANYCOV_SITE_FLAG)));
	json_object_set_new(j, "hit_value", json_integer(f->hit_value));
	json_object_set_new(j, "function", json_text(flags_function(m, f)));
	json_object_set_new(j, "file", where.file ? json_text(where.file) : json_null());
	json_object_set_new(j, "line", json_integer(where.line));
	json_object_set_new(j, "block", json_integer(flag_block(m, f, i)));
	free(at);
	return j;
}

static void print_text(const struct instrumented_image *m)
{
	size_t records = 0, flags = count_flags(m);

	printf("%-20s %-6s %-6s %s\n", "return address", "kind", "block",
	       "hook  function (file:line)");
	for (size_t i = 0; i < m->n_probes; i++) {
		const struct image_probe *s = &m->probes[i];
		char *at = image_address_text(m->img, s->return_address),
		     *where = probe_describe(m, s, true);
		char block[16] = "-";

		if (s->has_record)
			snprintf(block, sizeof(block), "%" PRIu32, s->block);
		printf("%-20s %-6s %-6s %s  %s\n", at,
		       s->is_tail_call ? "tail" : probe_kind_name(s->kind), block,
		       s->hook < 0 ? "-" : anycov_hook_table[s->hook].symbol, where);
		free(at);
		free(where);
		records += s->has_record;
	}
	for (size_t i = 0; flags && i < m->map->n_flags; i++)
		print_flags(m, &m->map->flags[i]);
	printf("%zu %s, %s", m->n_probes + flags, plural(m->n_probes + flags, "probe", "probes"),
	       m->map ? "" : "no map in the image");
	if (m->map)
		printf("%zu with a record in the map", records + flags);
	if (m->dropped)
		printf(", %zu more records of code that the linker dropped", m->dropped);
	putchar('\n');
}

/* Returns entry i of the lists if it matched nothing in any unit of the image, else NULL. */
static const char *unmatched_entry(const struct instrumented_image *m, size_t i)
{
	const char *entry = m->map->entries[0].v[i];

	return string_list_has(&m->map->entries[1], entry) ? NULL : entry;
}

static void warn_of_entries(const struct instrumented_image *m, const char *path)
{
	for (size_t i = 0; m->map && i < m->map->entries[0].n; i++)
		if (unmatched_entry(m, i))
			warn("%s: %s: this list entry matched no file and no function that was "
			     "compiled; correct or remove it",
			     path, unmatched_entry(m, i));
}

static json_t *site_json(const struct instrumented_image *m, const struct image_probe *s)
{
	const char *inlined = image_inlined_at(m->img, s->return_address - 1);
	struct source_location p = probe_location(m, s);
	json_t *j = json_object();
	char *at = image_address_text(m->img, s->return_address);

	json_object_set_new(j, "ret",
			    m->img->relocatable ? json_text(at) : json_hex(s->return_address));
	json_object_set_new(j, "exact", json_boolean(m->exact));
	json_object_set_new(j, "kind", json_string(probe_kind_name(s->kind)));
	json_object_set_new(j, "tail_call", json_boolean(s->is_tail_call));
	json_object_set_new(j, "hook",
			    s->hook < 0 ? json_null()
					: json_string(anycov_hook_table[s->hook].symbol));
	json_object_set_new(j, "function", json_text(probe_function(m, s)));
	if (inlined)
		json_object_set_new(j, "inlined", json_text(inlined));
	json_object_set_new(j, "file", p.file ? json_text(p.file) : json_null());
	json_object_set_new(j, "line", json_integer(p.file ? p.line : 0));
	json_object_set_new(j, "record", json_boolean(s->has_record));
	if (s->has_record) {
		json_object_set_new(j, "site", json_integer(s->number));
		json_object_set_new(j, "block", json_integer(s->block));
	}
	free(at);
	return j;
}

static void print_list_item(json_t *j, bool first)
{
	fputs(first ? "\n  " : ",\n  ", stdout);
	json_dumpf(j, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENCODE_ANY);
	json_decref(j);
}

static void print_json(const struct instrumented_image *m)
{
	bool first = true;

	printf("{\"schema\": \"anycov-sites-1\",\n \"map\": %s,\n \"dropped\": %zu,\n \"sites\": [",
	       m->map ? "true" : "false", m->dropped);
	for (size_t i = 0; i < m->n_probes; i++)
		print_list_item(site_json(m, &m->probes[i]), !i);
	fputs(count_flags(m) ? "],\n \"flags\": [" : "", stdout);
	for (size_t i = 0; m->map && i < m->map->n_flags; i++)
		for (uint32_t k = 0; !m->map->flags[i].dropped && k < m->map->flags[i].blocks.n;
		     k++, first = false)
			print_list_item(flag_json(m, &m->map->flags[i], k), first);
	first = true;
	for (size_t i = 0; m->map && i < m->map->entries[0].n; i++) {
		if (!unmatched_entry(m, i))
			continue;
		fputs(first ? "],\n \"unmatched_entries\": [" : "", stdout);
		print_list_item(json_text(unmatched_entry(m, i)), first);
		first = false;
	}
	fputs("],\n \"problems\": [", stdout);
	for (size_t i = 0; i < m->problems.n; i++)
		print_list_item(json_text(m->problems.v[i]), !i);
	fputs("]}\n", stdout);
}

/* One cause, like a strip, often makes thousands of them: the first ones show it. */
static void warn_of_problems(const struct instrumented_image *m, const char *path)
{
	size_t n = m->problems.n;

	for (size_t i = 0; i < n && i < MAX_PROBLEMS; i++)
		warn("%s: %s", path, m->problems.v[i]);
	if (n > MAX_PROBLEMS)
		warn("%s: %zu more %s between map and code; --json lists them", path,
		     n - MAX_PROBLEMS, plural(n - MAX_PROBLEMS, "difference", "differences"));
}

static int sites(const char *path, bool json, bool check)
{
	struct anycov_error err;
	struct instrumented_image *m = instrumented_image_open(path, &err);
	int status = EXIT_OK;
	bool any;

	if (!m)
		return input_error("%s", err.text);
	any = m->n_probes || count_flags(m);
	warn_of_entries(m, path);
	if (any)
		warn_of_lost_probes(m);
	if (!any && !json) {
		status = no_probes_error(m, path);
		instrumented_image_close(m);
		return status;
	}
	if (json)
		print_json(m);
	else
		print_text(m);
	if (fflush(stdout) || ferror(stdout))
		status = input_error("standard output: write error; the output is incomplete");
	if (!json || check)
		warn_of_problems(m, path);
	if (!any)
		status = no_probes_error(m, path);
	else if (!m->img->has_debug && !m->map)
		warn(NO_DEBUG_INFO, path);
	if (check && m->problems.n)
		status = EXIT_BAD_DATA;
	if (check && !m->map)
		status = input_error(
			"%s: no map in the image to check the calls against; build it with "
			"'anycov flags'",
			path);
	if (check && m->map && !m->exact)
		status = input_error("%s: cannot check the map: no direct call of a hook was found "
				     "(stripped, -mlong-calls, or an unsupported machine)",
				     path);
	instrumented_image_close(m);
	return status;
}

int cmd_sites(int argc, char **argv)
{
	bool json = false, check = false;
	const struct arg table[] = {
		{ ARG_FLAG, 0, "json", NULL, &json, "print JSON" },
		{ ARG_FLAG, 0, "check", NULL, &check,
		  "exit 1 unless every hook call has a record in the map\n"
		  "and every record a call" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"ELF is an executable, a shared library, a kernel, a kernel module or an object.\n"
		"Calls are found in the machine code; names, blocks and lines come from the map\n"
		"(section .anycov_map) and from DWARF.  Files instrumented by other tools with\n"
		"the same hooks are supported, too.\n";
	struct string_list files = { 0 };
	int status = args_parse(&(struct args){ table, details, false }, argc, argv, &files, NULL);

	if (status < 0 && files.n != 1)
		status = usage_error("give one ELF file, for example: anycov sites a.out");
	if (status < 0)
		status = sites(files.v[0], json, check);
	string_list_free(&files);
	return status;
}
