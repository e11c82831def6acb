/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A switch on 32 bits. */
#include "target.h"

static volatile unsigned sum;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 8)
		return 0;
	switch (load32(data)) {
	case 0x89504e47:
		sum += 1;
		break;
	case 0x47494638:
		sum += 2;
		break;
	case 0xffd8ffe0:
		if (data[4] == 'E')
			abort();
		break;
	case 42:
		sum += 3;
	}
	return 0;
}
