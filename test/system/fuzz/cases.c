/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A bug behind three cases, one after the other. */
#include <stdint.h>
#include <stdlib.h>

static int state(int now, uint8_t byte)
{
	switch (now << 8 | byte) {
	case 0x091:
		return 1;
	case 0x1c7:
		return 2;
	case 0x23d:
		abort();
	default:
		return 0;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int now = 0;

	for (size_t i = 0; i < size; i++)
		now = state(now, data[i]);
	return 0;
}
