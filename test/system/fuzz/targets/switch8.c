/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A switch on bytes, one in the other. */
#include "target.h"

static volatile unsigned sum;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2)
		return 0;
	switch (data[0]) {
	case 3:
		sum += 1;
		break;
	case 47:
		sum += 2;
		break;
	case 199:
		switch (data[1]) {
		case 12:
			sum += 3;
			break;
		case 201:
			abort();
		}
	}
	return 0;
}
