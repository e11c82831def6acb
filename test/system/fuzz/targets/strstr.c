/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* strstr(): the word may be anywhere. */
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[64];

	copy_text(text, sizeof(text), data, size);
	if (strstr(text, "<!--"))
		if (strstr(text, "-->"))
			abort();
	return 0;
}
