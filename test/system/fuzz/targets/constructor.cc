/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The key is made by a constructor. */
#include "target.h"

struct keys {
	uint8_t bytes[6];

	keys()
	{
		for (unsigned i = 0; i < sizeof(bytes); i++)
			bytes[i] = (uint8_t)(0xa5 + 31 * i);
	}
};

static keys key;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= sizeof(key.bytes) && !memcmp(data, key.bytes, sizeof(key.bytes)))
		abort();
	return 0;
}
