/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A loop that has to run 20 times. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned open = 0;

	for (size_t i = 0; i < size; i++)
		if (data[i] == '(')
			open++;
	if (open >= 20)
		abort();
	return 0;
}
