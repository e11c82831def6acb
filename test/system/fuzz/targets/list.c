/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A list of the input, whose elements name the next one. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t at = 0;

	for (unsigned n = 0; at < size && n < 8; n++) {
		if (data[at] == 0xee && n == 3)
			abort();
		if (data[at] <= at)
			return 0;
		at = data[at];
	}
	return 0;
}
