/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The bug is in a shared library, which is linked to the program. */
#include "target.h"

void check(const uint8_t *data, size_t size);

#ifdef LIBRARY
void check(const uint8_t *data, size_t size)
{
	if (size > 4 && data[0] == 'l' && data[1] == 'i' && data[2] == 'b')
		abort();
}
#else

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check(data, size);
	return 0;
}
#endif
