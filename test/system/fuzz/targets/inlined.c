/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* One function that is expanded in three places. */
#include "target.h"

static inline __attribute__((always_inline)) int is_word(const uint8_t *data, uint8_t first)
{
	return (uint8_t)(data[0] - data[1]) == first && data[0];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 6 || !is_word(data, 'a'))
		return 0;
	if (is_word(data + 2, 'm'))
		if (is_word(data + 4, 'y'))
			abort();
	return 0;
}
