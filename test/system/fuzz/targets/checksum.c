/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A sum of bytes in the last one. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t sum = 0;

	if (size < 4 || data[0] != 'C')
		return 0;
	for (size_t i = 0; i + 1 < size; i++)
		sum = (uint8_t)(sum * 3 + data[i]);
	if (sum == data[size - 1])
		abort();
	return 0;
}
