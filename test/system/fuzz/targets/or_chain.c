/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A chain of || that has to be false: the text is what is left. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 5)
		return 0;
	if (data[0] != 0x7f || data[1] < 0xf0 || data[2] != data[3] || data[4] != 'x')
		return 0;
	abort();
	return 0;
}
