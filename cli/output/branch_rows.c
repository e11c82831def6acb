/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <string.h>
#include "output/branch_rows.h"

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_words(const struct branch_row *x, const struct branch_row *y)
{
	const struct cov_outcome *o = x->o, *p = y->o;

	if (!same_text(x->b->condition, y->b->condition) || !o != !p)
		return false;
	return !o || (o->value == p->value && o->state == p->state && o->reason == p->reason &&
		      o->is_throw == p->is_throw && o->line == p->line &&
		      (o->line || o->block == p->block));
}

void branch_rows_add(struct branch_rows *t, size_t most, const struct cov_branch *b,
		     const struct cov_outcome *o)
{
	const struct branch_row row = { b, o, 1 };

	for (size_t i = 0; i < t->n; i++)
		if (same_words(&t->v[i], &row)) {
			t->v[i].n++;
			return;
		}
	if (t->n < most && t->n < BRANCH_ROWS_MAX)
		t->v[t->n++] = row;
	else
		t->more++;
}
