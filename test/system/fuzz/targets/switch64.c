/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A switch on 64 bits. */
#include "target.h"

static volatile unsigned sum;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 8)
		return 0;
	switch (load64(data)) {
	case 0x0123456789abcdefull:
		sum += 1;
		break;
	case 0xfeedfacecafebeefull:
		abort();
	case 42:
		sum += 2;
	}
	return 0;
}
