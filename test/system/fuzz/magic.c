/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A bug behind four bytes that stand together. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t magic;

	if (size < 4)
		return 0;
	memcpy(&magic, data, sizeof(magic));
	if (magic == 0x766f4341)
		abort();
	return 0;
}
