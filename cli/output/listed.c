/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "base/paths.h"
#include "output/listed.h"

struct listed listed_outcomes(const struct coverage *c, const struct cov_file *file, uint32_t line,
			      size_t *at)
{
	size_t last = file->first_branch + file->n_branches;
	struct listed t = { 0 };

	while (*at < last && c->branches[*at].line < line)
		++*at;
	for (; *at < last && c->branches[*at].line == line; ++*at) {
		const struct cov_branch *b = &c->branches[*at];

		for (size_t i = b->first; i < b->first + b->n && !b->is_of_throw; i++) {
			t.outcomes += c->outcomes[i].state != STATE_UNKNOWN;
			t.taken += state_is_covered(c->outcomes[i].state);
		}
	}
	return t;
}

void listed_add(struct listed *sum, const struct listed *t)
{
	sum->lines += t->lines;
	sum->lines_hit += t->lines_hit;
	sum->outcomes += t->outcomes;
	sum->taken += t->taken;
}

const char *listed_path(const struct cov_file *file, const char *directory)
{
	const char *below = path_below(directory, file->full);

	return below ? below : file->full;
}
