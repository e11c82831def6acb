/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A bug behind eight bytes that stand together: out of reach for edges alone. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t magic;

	if (size < sizeof(magic))
		return 0;
	memcpy(&magic, data, sizeof(magic));
	if (magic == 0x766f43796e413b1dULL)
		abort();
	return 0;
}
