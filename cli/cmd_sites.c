/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <inttypes.h>
#include <stdlib.h>
#include "anycov/hook_table.h"
#include "args.h"
#include "out.h"

static void print_text(const struct model *m)
{
	size_t records = 0;

	printf("%-20s %-6s %-6s %s\n", "return address", "kind", "block",
	       "hook  function (file:line)");
	for (size_t i = 0; i < m->n_sites; i++) {
		const struct site *s = &m->sites[i];
		char *at = image_address_text(m->img, s->ret), *where = site_text(m, s, true);
		char block[16] = "-";

		if (s->has_record)
			snprintf(block, sizeof(block), "%" PRIu32, s->block);
		printf("%-20s %-6s %-6s %s  %s\n", at, s->jump ? "tail" : site_kind_name(s->kind),
		       block, s->hook < 0 ? "-" : anycov_hook_table[s->hook].symbol,
		       where);
		free(at);
		free(where);
		records += s->has_record;
	}
	printf("%zu probes, %s", m->n_sites, m->map ? "" : "no map in the image");
	if (m->map)
		printf("%zu with a record in the map", records);
	if (m->dropped)
		printf(", %zu more records of code that the linker left out", m->dropped);
	putchar('\n');
}

static json_t *site_json(const struct model *m, const struct site *s)
{
	const char *inlined = image_inlined_at(m->img, s->ret - 1);
	struct place p = site_place(m, s);
	json_t *j = json_object();
	char *at = image_address_text(m->img, s->ret);

	json_object_set_new(j, "ret", m->img->relocatable ? json_text(at) : json_hex(s->ret));
	json_object_set_new(j, "exact", json_boolean(m->exact));
	json_object_set_new(j, "kind", json_string(site_kind_name(s->kind)));
	json_object_set_new(j, "tail_call", json_boolean(s->jump));
	json_object_set_new(j, "hook",
			    s->hook < 0 ? json_null()
					: json_string(anycov_hook_table[s->hook].symbol));
	json_object_set_new(j, "function", json_text(site_function(m, s)));
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

static void print_json(const struct model *m)
{
	printf("{\"schema\": \"anycov-sites-1\",\n \"map\": %s,\n \"dropped\": %zu,\n \"sites\": [",
	       m->map ? "true" : "false", m->dropped);
	for (size_t i = 0; i < m->n_sites; i++) {
		json_t *j = site_json(m, &m->sites[i]);

		fputs(i ? ",\n  " : "\n  ", stdout);
		json_dumpf(j, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER);
		json_decref(j);
	}
	fputs("],\n \"problems\": [", stdout);
	for (size_t i = 0; i < m->problems.n; i++) {
		json_t *j = json_text(m->problems.v[i]);

		fputs(i ? ",\n  " : "\n  ", stdout);
		json_dumpf(j, stdout, JSON_ENCODE_ANY);
		json_decref(j);
	}
	fputs("]}\n", stdout);
}

static int sites(const char *path, bool json, bool check)
{
	struct anycov_error err;
	struct model *m = model_open(path, &err);
	int status = EXIT_OK;

	if (!m)
		return bad_data("%s", err.text);
	if (json)
		print_json(m);
	else
		print_text(m);
	if (fflush(stdout) || ferror(stdout))
		status = bad_data("standard output: cannot be written");
	if (!json || check)
		for (size_t i = 0; i < m->problems.n; i++)
			note("%s: %s", path, m->problems.v[i]);
	if (!m->img->has_debug && !m->map)
		note(NO_DEBUG_INFO, path);
	if (check && m->problems.n)
		status = EXIT_BAD_DATA;
	if (check && !m->map)
		status = bad_data("%s: no map in the image, so there is nothing to check the calls against; build it with anycov's flags",
				  path);
	if (check && m->map && !m->exact)
		status = bad_data("%s: no direct call of a hook was found (stripped, calls through registers as by -mlong-calls, or a machine that is not scanned), so the map cannot be checked",
				  path);
	model_close(m);
	return status;
}

int cmd_sites(int argc, char **argv)
{
	bool json = false, check = false;
	const struct arg table[] = {
		{ ARG_FLAG, 0, "json", NULL, &json, "print JSON" },
		{ ARG_FLAG, 0, "check", NULL, &check,
		  "exit 1 unless every hook call has its record in the map and\n"
		  "every record its call" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	static const char details[] =
		"ELF is an executable, a shared library, a kernel, a module or an object.\n"
		"Calls are found in the machine code; names, blocks and lines come from the map\n"
		"(section .anycov_map) and from DWARF.  Images that other tools instrumented with\n"
		"the same hooks are shown as well.\n";
	struct words files = { 0 };
	int status = args_parse(&(struct args){ table, details, false }, argc, argv, &files, NULL);

	if (status < 0 && files.n != 1)
		status = usage_error("give one ELF file, for example: anycov sites a.out");
	if (status < 0)
		status = sites(files.v[0], json, check);
	words_free(&files);
	return status;
}
