/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* One line for the log of a CI job (report --summary). */
#include <stdlib.h>
#include "output/output.h"
#include "output/trend.h"

static void print_share(FILE *f, const char *what, const struct counts *t)
{
	char share[SHARE_ROOM];

	if (!t->total) {
		fprintf(f, "%s -", what);
		return;
	}
	fprintf(f, "%s %s%% (%zu/%zu)", what, share_text(share, t->covered, t->total), t->covered,
		t->total);
}

static void print_unknown(struct string_buffer *t, const char *what, size_t n)
{
	if (n)
		string_buffer_appendf(t, "%s%zu %s%s", t->n ? ", " : "", n, what,
				      n == 1                 ? ""
				      : ends_with(what, "h") ? "es"
							     : "s");
}

void out_summary(FILE *f, const struct coverage *c)
{
	struct string_buffer unknown = { 0 };

	print_share(f, "lines", &c->line_counts);
	print_share(f, ", functions", &c->function_counts);
	print_share(f, ", branches", &c->branch_counts);
	print_unknown(&unknown, "line", c->line_counts.unknown);
	print_unknown(&unknown, "function", c->function_counts.unknown);
	print_unknown(&unknown, "branch", c->branch_counts.unknown);
	fprintf(f, "%s%s", unknown.n ? "; unknown: " : "", unknown.n ? unknown.s : "");
	free(unknown.s);
	if (c->baseline) {
		char *trend = trend_totals(c);

		fprintf(f, "; since the baseline: %s", trend);
		free(trend);
	}
	putc('\n', f);
}
