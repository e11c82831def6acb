/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A number of 16 bits. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 3 && load16(data) == 0x5a5a)
		abort();
	return 0;
}
