/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "compiler/compilers.h"
#include "cmd/args.h"
#include "cmd/command.h"
#include "output/output.h"

/* Finds the directories below runtime/ with an archive, relative to it. */
static void find_runtimes(const char *root, const char *below, struct string_list *found)
{
	char *directory = xasprintf("%s/runtime%s%s", root, *below ? "/" : "", below);
	char *archive = xasprintf("%s/libanycov.a", directory);
	struct string_list names = { 0 };
	struct dirent *e;
	DIR *d = opendir(directory);

	if (!access(archive, R_OK))
		string_list_add(found, below);
	while (d && (e = readdir(d)))
		if (e->d_name[0] != '.' && (e->d_type == DT_DIR || e->d_type == DT_UNKNOWN))
			string_list_add_owned(
				&names, xasprintf("%s%s%s", below, *below ? "/" : "", e->d_name));
	if (d)
		closedir(d);
	for (size_t i = 0; i < names.n; i++)
		find_runtimes(root, names.v[i], found);
	string_list_free(&names);
	free(archive);
	free(directory);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_json(const struct plugins *p, const struct string_list *runtimes)
{
	json_t *all = json_object(), *plugins = json_array(), *archives = json_array();

	for (size_t i = 0; i < p->n; i++) {
		const struct plugin *q = &p->v[i];
		json_t *j = json_object();

		json_object_set_new(j, "kind", json_string(q->is_llvm ? "llvm" : "gcc"));
		json_object_set_new(j, "version", json_text(q->version));
		json_object_set_new(j, "machine", q->is_llvm ? json_null() : json_text(q->machine));
		json_object_set_new(j, "compiler", *q->cc ? json_text(q->cc) : json_null());
		json_object_set_new(j, "plugin", json_text(q->file));
		json_object_set_new(j, "built", json_boolean(q->built));
		json_object_set_new(j, "skipped", q->skipped ? json_text(q->skipped) : json_null());
		json_array_append_new(plugins, j);
	}
	for (size_t i = 0; i < runtimes->n; i++)
		json_array_append_new(archives, json_text(runtimes->v[i]));
	json_object_set_new(all, "schema", json_string("anycov-list-1"));
	json_object_set_new(all, "folder", json_text(p->root));
	json_object_set_new(all, "plugins", plugins);
	json_object_set_new(all, "runtimes", archives);
	json_dumpf(all, stdout, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
	putchar('\n');
	json_decref(all);
}

static void print_text(const struct plugins *p, const struct string_list *runtimes)
{
	printf("plugins in %s\n", p->root);
	for (size_t i = 0; i < p->n; i++) {
		const struct plugin *q = &p->v[i];

		printf("  %-4s %-8s %-24s %s", q->is_llvm ? "llvm" : "gcc", q->version,
		       q->is_llvm ? "all targets" : q->machine,
		       *q->cc ? q->cc : "(no clang of this version: opt only)");
		if (q->skipped) {
			fputs("  (left out: ", stdout);
			print_sanitized(stdout, q->skipped);
			putchar(')');
		} else if (!q->built) {
			fputs("  (not built yet)", stdout);
		}
		putchar('\n');
	}
	printf("runtimes\n");
	for (size_t i = 0; i < runtimes->n; i++)
		printf("  %s\n", runtimes->v[i]);
	if (!p->n) {
		char *hint = build_hint(p->root);

		printf("  no plugins: %s\n", hint);
		free(hint);
	}
}

int cmd_list(int argc, char **argv)
{
	bool json = false;
	const struct arg table[] = {
		{ ARG_FLAG, 0, "json", NULL, &json, "print JSON" },
		{ ARG_END, 0, NULL, NULL, NULL, NULL },
	};
	struct string_list operands = { 0 }, runtimes = { 0 };
	struct plugins plugins;
	struct anycov_error err;
	int status = args_parse(&(struct args){ table, NULL, false }, argc, argv, &operands, NULL);

	if (status < 0 && operands.n)
		status = usage_error("%s: unexpected argument; list takes none", operands.v[0]);
	string_list_free(&operands);
	if (status >= 0)
		return status;
	if (plugins_read(&plugins, &err)) {
		plugins_free(&plugins);
		return usage_error("%s", err.text);
	}
	find_runtimes(plugins.root, "", &runtimes);
	if (runtimes.n)
		qsort(runtimes.v, runtimes.n, sizeof(*runtimes.v), compare_names);
	if (json)
		print_json(&plugins, &runtimes);
	else
		print_text(&plugins, &runtimes);
	string_list_free(&runtimes);
	plugins_free(&plugins);
	return EXIT_OK;
}
