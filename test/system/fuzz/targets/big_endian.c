/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A number of 32 bits in the other byte order. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 4 && __builtin_bswap32(load32(data)) == 0x7f454c46)
		abort();
	return 0;
}
