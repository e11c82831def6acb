/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Baselines that are tracefiles of lcov. */
#include "coverage/history/baseline_lines.h"
#include "coverage/history/foreign.h"

static void take_file(struct file_lines *to, const struct foreign_file *f)
{
	uint64_t line, count;

	for (size_t at = 0; u64_map_next(&f->lines, &at, &line, &count);)
		lines_note(&to->lines, line, count > 1);
	for (size_t i = 0; i < f->n_outcomes; i++)
		lines_note(&to->outcomes, i, f->outcomes[i].taken);
	for (size_t i = 0; i < f->n_functions; i++)
		lines_note(&to->functions, i, f->functions[i].hits);
}

int baseline_read_lcov(struct baseline *b, const char *text, size_t n, struct anycov_error *err)
{
	struct lines_of_files l = { 0 };
	struct foreign f = { 0 };
	int status = foreign_read_lcov(&f, b->path, text, n, err);

	for (size_t i = 0; i < f.n && !status; i++)
		take_file(lines_file(&l, f.v[i].path), &f.v[i]);
	foreign_free(&f);
	lines_take(&l, b);
	return status;
}
