/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A switch on 16 bits. */
#include "target.h"

static volatile unsigned sum;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 4)
		return 0;
	switch (load16(data)) {
	case 0x1234:
		sum += 1;
		break;
	case 0x7f7f:
		abort();
	case 0xcafe:
		sum += 3;
	}
	return 0;
}
