/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <stdio.h>
#include <string.h>
#include "common/alloc.h"

void *anycov_need_array(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p) {
		fprintf(stderr, "anycov: out of memory (%zu times %zu bytes)\n", n, size);
		exit(1);
	}
	return p;
}

char *anycov_need_text(const char *text)
{
	size_t n = strlen(text) + 1;

	return memcpy(anycov_need_array(n, 1), text, n);
}
