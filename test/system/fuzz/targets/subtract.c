/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A number after a subtraction. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 4 && load32(data) - 77 == 0xb0b0cafe)
		abort();
	return 0;
}
