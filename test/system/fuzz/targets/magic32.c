/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Two numbers of 32 bits. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 8 && load32(data) == 0xdeadbeef)
		if (load32(data + 4) == 0x600df00d)
			abort();
	return 0;
}
