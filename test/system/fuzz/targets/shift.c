/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Parts of a number: fields by shifts and masks. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t x;

	if (size < 4)
		return 0;
	x = load32(data);
	if (x >> 28 == 0xd && ((x >> 12) & 0xff) == 0x7e)
		abort();
	return 0;
}
