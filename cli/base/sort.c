/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdlib.h>
#include <string.h>
#include "base/base.h"

void sort_stable(void *v, size_t n, size_t size, int (*compare)(const void *a, const void *b))
{
	size_t i = 1;

	/* Most lists are sorted as they are read. */
	while (i < n && compare((char *)v + (i - 1) * size, (char *)v + i * size) <= 0)
		i++;
	/* qsort() is a merge sort, as the elements fit into memory. */
	if (i < n)
		qsort(v, n, size, compare);
}
