/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Labels as values: a program of bytes. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const void *const next[] = { &&push, &&twice, &&check, &&end };
	unsigned x = 1;
	size_t i = 0;

step:
	if (i >= size || data[i] > 3)
		return 0;
	goto *next[data[i++]];
push:
	x++;
	goto step;
twice:
	x *= 2;
	goto step;
check:
	if (x == 14)
		abort();
	goto step;
end:
	return 0;
}
