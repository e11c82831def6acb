/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Memory for arrays and texts. */
#ifndef ANYCOV_ALLOC_H
#define ANYCOV_ALLOC_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Allocates n objects of size bytes (not 0), uninitialised.  n may be 0.  Returns NULL if
 * out of memory or if the product overflows. */
static inline void *anycov_alloc_array(size_t n, size_t size)
{
	if (n > SIZE_MAX / size)
		return NULL;
	return malloc(n ? n * size : 1);
}

/* Allocates n zeroed objects, and a copy of a text.  Without memory the program ends. */
void *anycov_need_array(size_t n, size_t size);
char *anycov_need_text(const char *text);

#endif
