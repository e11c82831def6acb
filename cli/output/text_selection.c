/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the selection left out, so that no report hides that it is of a part. */
#include <stdlib.h>
#include "output/output.h"

static void add_part(struct string_buffer *t, size_t n, const char *one, const char *many)
{
	if (n)
		string_buffer_appendf(t, "%s%zu %s", t->n ? ", " : "", n, plural(n, one, many));
}

char *unselected_text(const struct unselected *u)
{
	struct string_buffer t = { 0 };

	add_part(&t, u->files, "file", "files");
	add_part(&t, u->system_files, "system header", "system headers");
	add_part(&t, u->functions, "function", "functions");
	add_part(&t, u->lines, "line excluded by a marker", "lines excluded by markers");
	return t.s;
}

void out_text_selection(FILE *f, const struct coverage *c)
{
	char *text = unselected_text(&c->unselected);

	if (text)
		fprintf(f, "Left out: %s\n", text);
	free(text);
}
