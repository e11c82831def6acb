/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* strcasestr(). */
#define _GNU_SOURCE
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[64];

	copy_text(text, sizeof(text), data, size);
	if (strcasestr(text, "script"))
		abort();
	return 0;
}
