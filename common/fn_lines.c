/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The lines and files of a function while an adapter exports them. */
#include <string.h>
#include "common/instrument_internal.h"

uint32_t anycov_fn_file(struct anycov_fn *fn, const char *name)
{
	char **files = fn->files.at;

	/* The last one is the likeliest. */
	for (uint32_t i = fn->files.n; i-- > 0;)
		if (!strcmp(files[i], name))
			return i;
	*(char **)anycov_vec_add(&fn->files, sizeof(*files)) = anycov_need_text(name);
	return fn->files.n - 1;
}

void anycov_fn_add_line(struct anycov_fn *fn, struct anycov_block *block,
			const struct anycov_map_line *line)
{
	const struct anycov_map_line *last = fn->lines.at;

	if (block->n_lines) {
		last += fn->lines.n - 1;
		if (last->file == line->file && last->line == line->line && last->column)
			return;
	} else {
		block->first_line = fn->lines.n;
	}
	*(struct anycov_map_line *)anycov_vec_add(&fn->lines, sizeof(*line)) = *line;
	block->n_lines++;
}

void anycov_fn_set_lines(const struct anycov_fn *fn, struct anycov_body *body)
{
	body->lines = fn->lines.at;
	body->files = fn->files.at;
	body->n_files = fn->files.n;
}
