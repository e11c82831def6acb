/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* One line for the log of a CI job (report --summary). */
#include <stdlib.h>
#include "coverage/mcdc/mcdc.h"
#include "output/output.h"
#include "output/trend.h"

static void add_share(struct string_buffer *to, const char *what, const struct counts *t)
{
	char share[SHARE_ROOM];

	if (t->total)
		string_buffer_appendf(to, "%s %s%% (%zu/%zu)", what,
				      share_text(share, t->covered, t->total), t->covered,
				      t->total);
	else
		string_buffer_appendf(to, "%s -", what);
}

static void add_unknown(struct string_buffer *t, const char *what, size_t n)
{
	if (n)
		string_buffer_appendf(t, "%s%zu %s%s", t->n ? ", " : "", n, what,
				      n == 1                 ? ""
				      : ends_with(what, "h") ? "es"
							     : "s");
}

char *summary_text(const struct coverage *c)
{
	struct string_buffer unknown = { 0 }, t = { 0 };

	add_share(&t, "lines", &c->line_counts);
	add_share(&t, ", functions", &c->function_counts);
	add_share(&t, ", branches", &c->branch_counts);
	if (mcdc_is_enabled())
		add_share(&t, ", conditions", &c->condition_counts);
	add_unknown(&unknown, "line", c->line_counts.unknown);
	add_unknown(&unknown, "function", c->function_counts.unknown);
	add_unknown(&unknown, "branch", c->branch_counts.unknown);
	if (mcdc_is_enabled())
		add_unknown(&unknown, "condition", c->condition_counts.unknown);
	if (unknown.n)
		string_buffer_appendf(&t, "; unknown: %s", unknown.s);
	free(unknown.s);
	if (c->baseline) {
		char *trend = trend_totals(c);

		string_buffer_appendf(&t, "; since the baseline: %s", trend);
		free(trend);
	}
	return t.s;
}

void out_summary(FILE *f, const struct coverage *c)
{
	char *text = summary_text(c);

	fprintf(f, "%s\n", text);
	free(text);
}
