/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Conditions that become values. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned score = 0;

	if (size < 2)
		return 0;
	score += data[0] == 'p' ? 1 : 0;
	score += data[1] > 224 ? 2 : 0;
	if (score == 3)
		abort();
	return 0;
}
