/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* memcmp() with constants, one after the other. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 11 && !memcmp(data, "ANYCOV-1", 8))
		if (!memcmp(data + 8, "x9k", 3))
			abort();
	return 0;
}
