/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A bug behind a word that is compared letter by letter, as strcmp does. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char word[8] = "";

	memcpy(word, data, size < sizeof(word) - 1 ? size : sizeof(word) - 1);
	if (same(word, "seed"))
		abort();
	return 0;
}
