/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Recursion for each bracket. */
#include "target.h"

static __attribute__((noinline)) unsigned depth(const uint8_t *data, size_t size)
{
	if (!size || data[0] != '[')
		return 0;
	return 1 + depth(data + 1, size - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (depth(data, size) >= 12)
		abort();
	return 0;
}
