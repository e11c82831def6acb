/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The lines of a change as SARIF 2.1.0, a result for each range that is not covered or unknown.
 * They are sorted by path and line, whatever the order of git's diff, so that equal reports are
 * equal files.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "output/out_changes.h"
#include "output/output.h"

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"
#define BASE "%SRCROOT%" /* the name that the readers of SARIF use for the top of a repository */

enum rule { NOT_COVERED, UNKNOWN };

static const struct {
	const char *id, *name, *level, *text;
} rules[] = {
	[NOT_COVERED] = { "not-covered", "NotCovered", "warning",
			  "Changed lines were not executed by any recorded run" },
	[UNKNOWN] = { "coverage-unknown", "CoverageUnknown", "note",
		      "The records do not show whether changed lines were executed" },
};

/* Returns a path as a relative URI. */
static json_t *uri(const char *path)
{
	struct string_buffer t = { 0 };
	json_t *j;

	string_buffer_append(&t, "");
	for (; *path; path++) {
		if (isalnum((unsigned char)*path) || strchr("/-._~", *path))
			string_buffer_append_n(&t, path, 1);
		else
			string_buffer_appendf(&t, "%%%02X", (unsigned char)*path);
	}
	j = json_string(t.s);
	free(t.s);
	return j;
}

/* Returns a result; p NULL: of a file of which nothing is known. */
static json_t *result(const struct changed_file *file, const struct changed_part *p)
{
	enum rule rule = !p || p->unknown ? UNKNOWN : NOT_COVERED;
	json_t *place = json_pack("{s:{s:o,s:s}}", "artifactLocation", "uri", uri(file->path),
				  "uriBaseId", BASE);
	const char *text;

	if (p)
		json_object_set_new(place, "region",
				    json_pack("{s:I,s:I}", "startLine", (json_int_t)p->first,
					      "endLine", (json_int_t)p->last));
	if (!p)
		text = "The report has no code of this file";
	else if (rule == UNKNOWN)
		text = p->first == p->last ? "This line may have been executed: the records do not "
					     "show it"
					   : "These lines may have been executed: the records do "
					     "not show it";
	else
		text = p->first == p->last ? "This line was not executed by any recorded run"
					   : "These lines were not executed by any recorded run";
	return json_pack("{s:s,s:i,s:s,s:{s:s},s:[{s:o}]}", "ruleId", rules[rule].id, "ruleIndex",
			 (int)rule, "level", rules[rule].level, "message", "text", text,
			 "locations", "physicalLocation", place);
}

static int compare_paths(const void *a, const void *b)
{
	return strcmp((*(const struct changed_file *const *)a)->path,
		      (*(const struct changed_file *const *)b)->path);
}

static json_t *results(const struct changes *ch)
{
	const struct changed_file **v = xcalloc(ch->n + 1, sizeof(*v));
	json_t *list = json_array();
	struct changed_part p;

	for (size_t i = 0; i < ch->n; i++)
		v[i] = &ch->files[i];
	qsort(v, ch->n, sizeof(*v), compare_paths);
	for (size_t i = 0; i < ch->n; i++) {
		for (size_t at = 0; changed_part_next(v[i], &at, &p);)
			json_array_append_new(list, result(v[i], &p));
		if (changed_file_is_missing(v[i]))
			json_array_append_new(list, result(v[i], NULL));
	}
	free(v);
	return list;
}

void changes_sarif(FILE *f, const struct changes *ch, const struct coverage *c)
{
	json_t *described = json_array(), *j;

	(void)c;
	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++)
		json_array_append_new(described,
				      json_pack("{s:s,s:s,s:{s:s},s:{s:s}}", "id", rules[i].id,
						"name", rules[i].name, "shortDescription", "text",
						rules[i].text, "defaultConfiguration", "level",
						rules[i].level));
	j = json_pack("{s:s,s:s,s:[{s:{s:{s:s,s:o}},s:{s:{s:{s:s}}},s:o}]}", "$schema", SCHEMA,
		      "version", "2.1.0", "runs", "tool", "driver", "name", "anycov", "rules",
		      described, "originalUriBaseIds", BASE, "description", "text",
		      "The top of the repository", "results", results(ch));
	json_dumpf(j, f, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
	putc('\n', f);
	json_decref(j);
}
