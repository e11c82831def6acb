/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A sequence of two bytes with its rules. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t c;

	if (size < 2 || (data[0] & 0xe0) != 0xc0 || (data[1] & 0xc0) != 0x80)
		return 0;
	c = (uint32_t)(data[0] & 31) << 6 | (data[1] & 63);
	if (c >= 0xe0 && c < 0xf0)
		abort();
	return 0;
}
