/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A number after an exclusive or. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 6 && (load32(data) ^ 0x5a5a5a5a) == 0x11223344 && data[5] == 'k')
		abort();
	return 0;
}
