/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The totals of a report and of its files as JSON (docs/schema/anycov-summary-1.json). */
#include "coverage/mcdc/mcdc.h"
#include "output/output.h"

/* A share has four decimals and is rounded down: 100 is all. */
static json_t *counts(const struct counts *t)
{
	uint64_t parts = t->total ? (uint64_t)t->covered * 1000000 / t->total : 0;
	json_t *percent = t->total ? json_real((double)parts / 10000) : json_null();

	return json_pack("{s:I,s:I,s:I,s:I,s:o}", "total", (json_int_t)t->total, "covered",
			 (json_int_t)t->covered, "not_covered", (json_int_t)counts_not_covered(t),
			 "unknown", (json_int_t)t->unknown, "percent", percent);
}

static json_t *counts_if(bool known, const struct counts *t)
{
	return known ? counts(t) : json_null();
}

static json_t *files(const struct coverage *c)
{
	json_t *list = json_array();

	for (size_t i = 0; i < c->n_files; i++) {
		const struct cov_file *file = &c->files[i];
		json_t *j;

		if (!file->n)
			continue;
		j = json_pack("{s:o,s:o,s:o}", "path", json_text(file->path), "lines",
			      counts(&file->lines), "branches",
			      counts_if(c->from_map, &file->branches));
		if (mcdc_is_enabled())
			json_object_set_new(j, "conditions",
					    counts_if(mcdc_is_known(c), &file->conditions));
		json_array_append_new(list, j);
	}
	return list;
}

void out_json_summary(FILE *f, const struct coverage *c)
{
	json_t *j = json_pack("{s:s,s:o,s:o,s:o,s:o,s:o}", "schema", "anycov-summary-1", "lines",
			      counts_if(!c->no_debug || c->line_counts.total, &c->line_counts),
			      "branches", counts_if(c->from_map, &c->branch_counts), "functions",
			      counts(&c->function_counts), "blocks", counts(&c->block_counts),
			      "files", files(c));

	if (mcdc_is_enabled())
		json_object_set_new(j, "conditions",
				    counts_if(mcdc_is_known(c), &c->condition_counts));
	json_dumpf(j, f, JSON_INDENT(1) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(15));
	fputc('\n', f);
	json_decref(j);
}
