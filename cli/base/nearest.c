/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"
#include "base/nearest.h"

#define WORD_MAX 64u /* longer ones are near to none */
#define BEGINNING 3u /* letters that begin a word which may have been meant */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Returns the number of letters to insert, remove, replace or exchange with their neighbour. */
static size_t count_mistakes(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b);
	size_t rows[3][WORD_MAX + 1], *before = rows[0], *above = rows[1], *row = rows[2], *t;

	for (size_t k = 0; k <= nb; k++)
		row[k] = k;
	for (size_t i = 1; i <= na; i++) {
		t = before;
		before = above;
		above = row;
		row = t;
		row[0] = i;
		for (size_t k = 1; k <= nb; k++) {
			row[k] = least(least(above[k], row[k - 1]) + 1,
				       above[k - 1] + (a[i - 1] != b[k - 1]));
			if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
				row[k] = least(row[k], before[k - 2] + 1);
		}
	}
	return row[nb];
}

void nearest_try(struct nearest *x, const char *candidate)
{
	const size_t word = strlen(x->word), other = strlen(candidate), most = 1 + word / 4;
	size_t n;

	if (word >= BEGINNING && starts_with(candidate, x->word)) {
		n = 1;
	} else {
		if (word > WORD_MAX || other > WORD_MAX || word > other + most ||
		    other > word + most)
			return;
		n = count_mistakes(x->word, candidate);
	}
	if (n > most || n >= other || (x->best && n >= x->mistakes))
		return;
	free(x->best);
	x->best = xstrdup(candidate);
	x->mistakes = n;
}
