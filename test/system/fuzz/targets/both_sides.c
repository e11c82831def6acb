/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Arithmetic on both sides of a comparison. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 8 && load32(data) + 5 == load32(data + 4) - 77 && load32(data) > 1000)
		abort();
	return 0;
}
