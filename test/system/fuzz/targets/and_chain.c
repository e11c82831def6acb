/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A chain of && over bytes. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= 4 && data[0] == 'c' && data[1] == 'h' && data[2] == 'a' && data[3] == '!')
		abort();
	return 0;
}
