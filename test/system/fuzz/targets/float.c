/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Decimal digits as a float: between two others. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	float x = 0, unit = 1;

	for (size_t i = 0; i < size; i++) {
		if (data[i] == '.') {
			unit = 0.1f;
		} else if (data[i] >= '0' && data[i] <= '9') {
			x = unit < 1 ? x + unit * (float)(data[i] - '0')
				     : x * 10 + (float)(data[i] - '0');
			unit = unit < 1 ? unit / 10 : 1;
		} else {
			return 0;
		}
	}
	if (x > 3.4f && x < 3.6f)
		abort();
	return 0;
}
