/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A narrow range of a signed number. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int32_t x;

	if (size < 4)
		return 0;
	x = (int32_t)load32(data);
	if (x < -1000000 && x > -1000010)
		abort();
	return 0;
}
