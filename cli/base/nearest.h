/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The word that may have been meant. */
#ifndef ANYCOV_NEAREST_H
#define ANYCOV_NEAREST_H

#include <stddef.h>

struct nearest {
	const char *word; /* as it was written */
	char *best;       /* the nearest word so far, or NULL; to be freed */
	size_t mistakes;  /* of best: letters missing, more, other or exchanged; 1: it goes on */
};

/* Takes a word if the written one is nearer to it than to those before, and near. */
void nearest_try(struct nearest *x, const char *candidate);

#endif
