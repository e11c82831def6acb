/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Two loops: the counts have to be equal and many. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned left = 0, right = 0;

	for (size_t i = 0; i < size; i++)
		left += data[i] == '<';
	for (size_t i = 0; i < size; i++)
		right += data[i] == '>';
	if (left == right && left > 0 && size > 8)
		abort();
	return 0;
}
