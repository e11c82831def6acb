/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A double of the input between two others. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x;

	if (size < 8)
		return 0;
	memcpy(&x, data, sizeof(x));
	if (x > 1.0)
		if (x < 1e9)
			if (size > 8 && data[8] == '#')
				abort();
	return 0;
}
