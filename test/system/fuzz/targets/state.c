/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A state that three numbers change, in a loop. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned state = 0;

	for (size_t i = 0; i + 4 <= size; i += 4) {
		uint32_t x = load32(data + i);

		if (state == 0 && x == 0x6c617661)
			state = 1;
		else if (state == 1 && (x ^ 0x5a5a5a5a) == 0x11223344)
			state = 2;
		else if (state == 2 && x - 77 == 0xb0b0cafe)
			abort();
	}
	return 0;
}
