/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A number of 64 bits. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 8 && load64(data) == 0x1badb002d00dfeedull)
		abort();
	return 0;
}
