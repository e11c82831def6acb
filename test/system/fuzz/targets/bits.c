/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Bits of a byte, each with code of its own. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned set = 0;

	if (!size)
		return 0;
	if (data[0] & 1)
		set++;
	if (data[0] & 4)
		set++;
	if (!(data[0] & 8))
		set++;
	if (data[0] & 32)
		set++;
	if (!(data[0] & 128) && set == 4 && size > 1 && data[1] == (uint8_t)~data[0])
		abort();
	return 0;
}
