/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* An exact size of the input. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 37)
		abort();
	return 0;
}
