/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* memcmp() with bytes and a length that are not constants. */
#include "target.h"

static struct {
	const char *text;
	size_t n;
} keys[] = { { "first", 5 }, { "second", 6 } };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < 2; i++)
		if (size >= keys[i].n + 2 && !memcmp(data + 2, keys[i].text, keys[i].n) && i)
			abort();
	return 0;
}
