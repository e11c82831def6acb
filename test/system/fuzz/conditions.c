/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A bug behind three states, whose conditions compilers merge: then no edge shows the first half.
 */
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int s = 0;

	for (; size >= 4; data += 4, size -= 4) {
		uint32_t w = data[0] | data[1] << 8 | data[2] << 16 | (uint32_t)data[3] << 24;

		if (s == 0 && w == 0x6c617661)
			s = 1;
		else if (s == 1 && (w ^ 0x5a5a5a5a) == 0x11223344)
			s = 2;
		else if (s == 2 && w - 77 == 0xb0b0cafe)
			abort();
	}
	return 0;
}
